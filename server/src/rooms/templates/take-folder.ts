import { codes } from '@dossier/contract/codes';
import type { GranteeType } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { mostOfTemplates, type templates } from '@dossier/contract/templates';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../library/name-rules.ts';
import { readStructure, type StandingFolder } from '../library/read-structure.ts';
import { granteeNames } from '../grantees/grantees.ts';
import type { GrantFact } from '../permissions/rules.ts';
import { writeTemplate } from './create-template.ts';
import { insertFolders, insertRights } from './folder-queries.ts';
import { needSize } from './folder-tree.ts';

const dayMs = 86_400_000;
const longestDays = 36_500;

/** Makes a template of a folder: the folders in it, and the rights that stand on them, with as many days as they still have. */
export async function takeFolder(
  ctx: Ctx,
  { objId, name, description = '', withRights }: ParsedOf<typeof templates.createFrom>,
): Promise<OutputOf<typeof templates.createFrom>> {
  const found = await readStructure(ctx, objId, mostOfTemplates.folders);
  const folders = withRights ? found : found.map((folder) => ({ ...folder, inherits: true, rights: [], closed: false }));
  needSize({ folders: folders.length - 1, levels: levelsOf(folders) });
  const made = await writeTemplate(ctx, { name, description, enabled: false, inherits: folders[0]?.inherits ?? true });
  // the first one stands with the template already, under its id
  const ids = new Map(folders.map((folder, at) => [folder.id, at === 0 ? made.id : newId()]));
  const idOf = (id: number): number => ids.get(id) ?? made.id;
  await insertFolders(
    ctx.db,
    folders.slice(1).map((folder) => ({
      id: idOf(folder.id),
      template_id: made.id,
      parent_id: idOf(folder.parentId),
      ...nameColumns(folder.name),
      inherits: folder.inherits ? 1 : 0,
      removed: 0,
      removed_at: 0,
    })),
  );
  const rights = await rowsOf(ctx, folders);
  await insertRights(
    ctx.db,
    rights.map(({ rootId, row }) => ({ ...row, id: newId(), template_id: made.id, folder_id: idOf(rootId) })),
  );
  await ctx.say('template.created', { objId: made.id, objName: made.name, after: { folder: found[0]?.name ?? '' } });
  const withoutRights = folders.filter((folder) => folder.closed).length;
  return { id: String(made.id), folders: folders.length - 1, rights: rights.length, withoutRights };
}

/** How many levels of folders stand in the top one. */
function levelsOf(folders: readonly StandingFolder[]): number {
  const levels = new Map<number, number>();
  for (const { id, parentId } of folders) levels.set(id, (levels.get(parentId) ?? -1) + 1);
  return Math.max(...levels.values());
}

async function rowsOf(ctx: Ctx, folders: readonly StandingFolder[]) {
  const all = folders.flatMap((folder) => folder.rights);
  const nameOf = await granteeNames(
    ctx,
    all.map((grant) => ({ type: grant.granteeType as GranteeType, id: grant.granteeId })),
  );
  const rows = all.flatMap((grant) => {
    const granteeName = nameOf(grant.granteeType as GranteeType, grant.granteeId);
    return granteeName === '' ? [] : [{ rootId: grant.rootId, row: rowOf(ctx, grant, granteeName) }];
  });
  const onOne = Map.groupBy(rows, ({ rootId }) => rootId);
  const tooMany = rows.length > mostOfTemplates.allRights || [...onOne.values()].some((some) => some.length > mostOfTemplates.rights);
  if (tooMany) throw new Refusal(codes.templateTooBig);
  return rows;
}

const rowOf = (ctx: Ctx, grant: GrantFact, granteeName: string) => ({
  grantee_type: grant.granteeType,
  grantee_id: grant.granteeId,
  grantee_name: granteeName,
  level: grant.level,
  hand_on: grant.handOn,
  reach: grant.reach,
  days: grant.deadline === null ? null : Math.min(longestDays, Math.ceil((grant.deadline - ctx.now) / dayMs)),
});
