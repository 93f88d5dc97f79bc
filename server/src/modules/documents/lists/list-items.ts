import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { Item, TreeNode, library } from '@dossier/contract/documents/library';
import type { Context } from '../../../platform/context.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { type Access, accessOf } from '../../access/effective-rights.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireContainer } from '../../access/require-items.ts';
import { showItems } from '../show-items.ts';
import { childCounts, childrenContaining, childrenInOrder, countsOfParents, entryItems } from './lists.queries.ts';

const entriesOf = async (ctx: Context, area: number): Promise<{ access: Access; rows: ItemRow[] }> => {
  const access = await accessOf(ctx);
  return {
    access,
    rows: await entryItems(ctx.db, { organisationId: ctx.user.organisationId, area, acls: access.visible, entrances: access.entrances }),
  };
};

/** Cabinets of an area, and visible items whose folder is hidden. */
export async function listCabinets(ctx: Context, input: ParsedOf<typeof library.cabinets>): Promise<Paged<Item>> {
  const { access, rows } = await entriesOf(ctx, input.moduleType);
  const keyword = nameKey((input.keyword ?? '').trim());
  const found = rows.filter((row) => row.name_key.includes(keyword));
  const start = (input.pageNo - 1) * input.pageSize;
  const page = found.slice(start, start + input.pageSize).map((item) => ({ item, bits: access.bits(item.acl_id) }));
  return { list: await showItems(ctx, page), pageNo: input.pageNo, pageSize: input.pageSize, totalNumber: found.length };
}

const treeLimit = 1000;

/** The next level of the tree: folders of a container, or the entries of an area; at most 1000. */
export async function listTree(ctx: Context, input: ParsedOf<typeof library.tree>): Promise<TreeNode[]> {
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

async function entryFolders(ctx: Context, area: number): Promise<ItemRow[]> {
  const { rows } = await entriesOf(ctx, area);
  return rows.filter((row) => row.kind !== objType.document).slice(0, treeLimit);
}

async function childFolders(ctx: Context, parentId: string, access: Access): Promise<ItemRow[]> {
  const { item } = await requireContainer(ctx, right.visible, parentId);
  const query = childrenInOrder('sortNumber', 'asc', true);
  return query(ctx.db, { parent: item.id, kind: objType.folder, limit: treeLimit, offset: 0, acls: access.visible });
}

type ListInput = ParsedOf<typeof library.items>;

/** Folders, then documents, of a container; totals count only what the caller sees. */
export const listItems = (ctx: Context, input: ListInput): Promise<Paged<Item>> =>
  listKinds(ctx, input, [objType.folder, objType.document]);

export const listDocuments = (ctx: Context, input: ListInput): Promise<Paged<Item>> => listKinds(ctx, input, [objType.document]);

async function listKinds(ctx: Context, input: ListInput, kinds: number[]): Promise<Paged<Item>> {
  const { item: place } = await requireContainer(ctx, right.visible, input.parentId);
  const access = await accessOf(ctx);
  const keyword = nameKey((input.keyword ?? '').trim());
  const { rows, total } =
    keyword === ''
      ? await inOrder(ctx, { place, input, kinds, access })
      : await matchingKeyword(ctx, { place, input, kinds, access, keyword });
  const shown = await showItems(
    ctx,
    rows.map((item) => ({ item, bits: access.bits(item.acl_id) })),
  );
  return { list: shown, pageNo: input.pageNo, pageSize: input.pageSize, totalNumber: total };
}

interface FolderQuery {
  place: ItemRow;
  input: ListInput;
  kinds: number[];
  access: Access;
}

/**
 * The counters say how many children of each kind the caller sees, so that the page is cut out of two ordered index scans:
 * folders first, then documents. Access lists are compared only where the folder contains hidden items.
 */
async function inOrder(ctx: Context, { place, input, kinds, access }: FolderQuery): Promise<{ rows: ItemRow[]; total: number }> {
  const counts = await childCounts(ctx.db, { parent: place.id });
  let offset = (input.pageNo - 1) * input.pageSize;
  let budget = input.pageSize;
  let total = 0;
  const rows: ItemRow[] = [];
  for (const kind of kinds) {
    const ofKind = counts.filter((count) => count.kind === kind);
    const seen = ofKind.filter((count) => access.isVisible(count.acl_id));
    const n = seen.reduce((sum, count) => sum + count.n, 0);
    total += n;
    if (budget > 0 && offset < n) {
      const filtered = seen.length < ofKind.length;
      const acls = filtered ? JSON.stringify(seen.map((count) => count.acl_id)) : '';
      const part = await childrenInOrder(
        input.sortField,
        input.sortDirection,
        filtered,
      )(ctx.db, { parent: place.id, kind, limit: budget, offset, acls });
      rows.push(...part);
      budget -= part.length;
    }
    offset = Math.max(0, offset - n);
  }
  return { rows, total };
}

function matchingKeyword(ctx: Context, { place, input, kinds, access, keyword }: FolderQuery & { keyword: string }) {
  return childrenContaining(ctx.services.database.long, {
    parent: place.id,
    kinds,
    keyword,
    acls: access.visible,
    field: input.sortField,
    direction: input.sortDirection,
    limit: input.pageSize,
    offset: (input.pageNo - 1) * input.pageSize,
  });
}
