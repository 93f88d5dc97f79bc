import type { Item, library, TreeNode } from '@dossier/contract/library';
import type { Paged } from '@dossier/contract/page';
import { moduleType, objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { type Access, accessOf } from '../permissions/access.ts';
import type { ItemRow } from './item-queries.ts';
import { childrenInOrder, countsOfParents, entryItems } from './list-queries.ts';
import { needPlace } from './need-items.ts';
import { showItems } from './show-items.ts';

const entriesOf = async (ctx: Ctx, area: number): Promise<{ access: Access; rows: ItemRow[] }> => {
  const access = await accessOf(ctx);
  return {
    access,
    rows: await entryItems(ctx.db, { organisationId: ctx.user.organisationId, area, acls: access.visible, entrances: access.entrances }),
  };
};

/** Cabinets of an area, and what the caller sees there without the folder around it. */
export async function listCabinets(ctx: Ctx, input: ParsedOf<typeof library.cabinets>): Promise<Paged<Item>> {
  const { access, rows } = await entriesOf(ctx, input.moduleType);
  const keyword = nameKey((input.keyword ?? '').trim());
  const found = rows.filter((row) => row.name_key.includes(keyword));
  const start = (input.pageNo - 1) * input.pageSize;
  const page = found.slice(start, start + input.pageSize).map((item) => ({ item, bits: access.bits(item.acl_id) }));
  return { list: await showItems(ctx, page), pageNo: input.pageNo, pageSize: input.pageSize, totalNumber: found.length };
}

const treeLimit = 1000;

/** The next level of the tree: folders of a place, or where one enters an area; at most 1000. */
export async function listTree(ctx: Ctx, input: ParsedOf<typeof library.tree>): Promise<TreeNode[]> {
  const access = await accessOf(ctx);
  const folders =
    input.parentId === undefined
      ? await entryFolders(ctx, input.moduleType ?? moduleType.enterprise)
      : await childFolders(ctx, input.parentId, access);
  const counts = await countsOfParents(ctx.db, { parents: JSON.stringify(folders.map((folder) => folder.id)) });
  const withFolders = new Set(
    counts.filter((count) => count.kind === objType.folder && access.isVisible(count.acl_id)).map((count) => count.parent_id),
  );
  return folders.map((folder) => ({
    id: String(folder.id),
    name: folder.name,
    objType: folder.kind,
    moduleType: folder.area,
    hasChildren: withFolders.has(folder.id),
    rights: access.bits(folder.acl_id),
    ...(folder.kind === objType.cabinet && { publishing: folder.publishing === 1 }),
  }));
}

async function entryFolders(ctx: Ctx, area: number): Promise<ItemRow[]> {
  const { rows } = await entriesOf(ctx, area);
  return rows.filter((row) => row.kind !== objType.document).slice(0, treeLimit);
}

async function childFolders(ctx: Ctx, parentId: string, access: Access): Promise<ItemRow[]> {
  const { item } = await needPlace(ctx, right.visible, parentId);
  const query = childrenInOrder('sortNumber', 'asc', true);
  return query(ctx.db, { parent: item.id, kind: objType.folder, limit: treeLimit, offset: 0, acls: access.visible });
}
