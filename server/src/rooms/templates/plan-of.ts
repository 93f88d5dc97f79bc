import { codes } from '@dossier/contract/codes';
import type { GranteeType } from '@dossier/contract/rights';
import type { Ctx, FolderPlan } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { foldersOf, rightsOf } from './folder-queries.ts';
import { treeOf } from './folder-tree.ts';
import { needTemplate } from './need-template.ts';

/** What a template says of the folders to be made; one that is off is none. */
export async function planOf(ctx: Ctx, templateId: number): Promise<FolderPlan> {
  const template = await needTemplate(ctx, templateId);
  if (template.enabled !== 1) throw new Refusal(codes.templateMissing);
  const { all } = treeOf(await foldersOf(ctx.db, template.id));
  const rights = Map.groupBy(await rightsOf(ctx.db, template.id), (row) => row.folder_id);
  const folders = all.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    inherits: row.inherits === 1,
    rights: (rights.get(row.id) ?? []).map((one) => ({
      granteeType: one.grantee_type as GranteeType,
      granteeId: one.grantee_id,
      granteeName: one.grantee_name,
      level: one.level,
      handOn: one.hand_on,
      reach: one.reach,
      days: one.days,
    })),
  }));
  return { name: template.name, folders };
}
