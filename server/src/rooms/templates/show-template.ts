import { type GranteeType, reaches } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { TemplateRight, templates } from '@dossier/contract/templates';
import type { Ctx } from '../../ground/ctx.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { foldersOf, type RightRow, rightsOf } from './folder-queries.ts';
import { treeOf } from './folder-tree.ts';
import { needTemplate } from './need-template.ts';

/** A template with its folders and their rights. */
export async function showTemplate(ctx: Ctx, { id }: ParsedOf<typeof templates.tree>): Promise<OutputOf<typeof templates.tree>> {
  const template = await needTemplate(ctx, id);
  const { all } = treeOf(await foldersOf(ctx.db, template.id));
  const rights = await rightsOf(ctx.db, template.id);
  const show = await showRights(ctx, rights);
  const byFolder = Map.groupBy(rights, (row) => row.folder_id);
  return {
    id: String(template.id),
    name: template.name,
    description: template.description,
    enabled: template.enabled === 1,
    list: all.map((row) => ({
      id: String(row.id),
      ...(row.parent_id !== 0 && { parentId: String(row.parent_id) }),
      name: row.name,
      inherit: row.inherits === 1,
      rights: (byFolder.get(row.id) ?? []).map(show),
    })),
  };
}

async function showRights(ctx: Ctx, rows: readonly RightRow[]): Promise<(row: RightRow) => TemplateRight> {
  const named = new Map(rows.map((row) => [`${row.grantee_type} ${row.grantee_id}`, row]));
  const nameOf = await granteeNames(
    ctx,
    [...named.values()].map((row) => ({ type: row.grantee_type as GranteeType, id: row.grantee_id })),
  );
  return (row) => {
    const granteeType = row.grantee_type as GranteeType;
    const name = nameOf(granteeType, row.grantee_id);
    return {
      granteeType,
      granteeId: String(row.grantee_id),
      granteeName: name || row.grantee_name,
      gone: name === '',
      level: row.level,
      ...(row.hand_on !== null && { handOn: row.hand_on }),
      reach: reaches[row.reach] ?? 'all',
      ...(row.days !== null && { days: row.days }),
    };
  };
}
