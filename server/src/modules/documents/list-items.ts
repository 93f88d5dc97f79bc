import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Item, library, SortField, TreeNode } from '@dossier/contract/documents/library';
import type { Context, ShareContext } from '../../platform/context.ts';
import { nameKey } from '../../platform/text/names.ts';
import { type Access, accessOf } from '../access/effective-rights.ts';
import { findItems, type ItemRow } from '../access/items.queries.ts';
import { type AuthorisedItem, requireContainer } from '../access/require-items.ts';
import {
  childCounts,
  childrenContaining,
  childrenInOrder,
  countByCreators,
  countsOfParents,
  entryItems,
  newestByCreators,
  newestOfAcls,
  newestSeen,
} from './lists/lists.queries.ts';
import { pageInGroups } from './lists/list-groups.ts';
import { showItems } from './show-items.ts';
import { type Paged } from '@dossier/contract/core/shapes';

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
export async function listItems(ctx: Context, input: ListInput): Promise<OutputOf<typeof library.items>> {
  if (input.groupBy === undefined) return listKinds(ctx, input, [objType.folder, objType.document]);
  const { item: place } = await requireContainer(ctx, right.visible, input.parentId);
  const access = await accessOf(ctx);
  const { rows, total, groups } = await pageInGroups(ctx, { place, input, groupBy: input.groupBy, acls: access.visible });
  const list = await showItems(
    ctx,
    rows.map((item) => ({ item, bits: access.bits(item.acl_id) })),
  );
  return { list, pageNo: input.pageNo, pageSize: input.pageSize, totalNumber: total, groups };
}

export const listDocuments = (ctx: Context, input: ParsedOf<typeof library.documents>): Promise<Paged<Item>> =>
  listKinds(ctx, input, [objType.document]);

async function listKinds(ctx: Context, input: ParsedOf<typeof library.documents>, kinds: number[]): Promise<Paged<Item>> {
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
  input: ParsedOf<typeof library.documents>;
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

/** How many of the newest documents are searched before the caller's own access lists are. */
const searchWindow = 5000;

/** The newest documents that the caller sees. */
export async function newestDocuments(ctx: Context, limit: number): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const asked = { acls: access.visible, organisation: ctx.user.organisationId, limit };
  const near = await newestSeen(ctx.db, { ...asked, reach: searchWindow });
  // a caller who sees few of the newest mostly sees few at all: then the query over the caller's access lists is faster
  const rows = near.length < limit ? await newestOfAcls(ctx.services.database.long, asked) : near;
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
}

/** The last page that is served. */
const farthestPage = 1000;

/** The newest documents by some users that the caller sees, paged, and their number, up to the last page. */
export async function documentsByCreators(
  ctx: Context,
  people: number[],
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ authorised: AuthorisedItem[]; total: number }> {
  const access = await accessOf(ctx);
  const asked = { creators: JSON.stringify(people), acls: access.visible, organisation: ctx.user.organisationId };
  const { long } = ctx.services.database;
  const [counted] = await countByCreators(long, { ...asked, reach: farthestPage });
  const total = counted?.n ?? 0;
  const offset = (pageNo - 1) * pageSize;
  if (offset >= total) return { authorised: [], total };
  const limit = Math.min(pageSize, farthestPage - offset);
  const rows = await newestByCreators(long, { ...asked, limit, offset, reach: offset + limit });
  return { authorised: rows.map((item) => ({ item, bits: access.bits(item.acl_id) })), total };
}

interface PageInput {
  pageNo: number;
  pageSize: number;
  sortField: SortField;
  sortDirection: 'asc' | 'desc';
}

const kinds = [objType.folder, objType.document];

/** A page of a folder for a share link visitor: folders, then documents, without hidden items. */
export async function listSharedFolder(
  ctx: ShareContext,
  place: ItemRow,
  asked: PageInput,
): Promise<{ list: (AuthorisedItem & { own: boolean })[]; total: number }> {
  const access = await accessOf(ctx);
  const uploads = await ctx.shareSession.uploads(ctx.db, place.id);
  const byVisitors = await findItems(
    ctx.db,
    uploads.map((one) => one.id),
  );
  const own = new Set(uploads.filter((one) => one.own).map((one) => one.id));
  const isHere = (row: ItemRow): boolean =>
    row.parent_id === place.id && row.bin_id === 0 && (access.bits(row.acl_id) & right.visible) !== 0;
  const here = byVisitors.filter(isHere);
  const withRights = (item: ItemRow) => ({ item, bits: access.bits(item.acl_id), own: own.has(item.id) });
  if (ctx.shareSession.onlyOwn) {
    const mine = here.filter((row) => own.has(row.id)).toSorted(sharedOrder(asked));
    const start = (asked.pageNo - 1) * asked.pageSize;
    return { list: mine.slice(start, start + asked.pageSize).map(withRights), total: mine.length };
  }
  const hidden = here.filter((row) => !own.has(row.id));
  const { rows, total } = await sharedPageOf(ctx, { place, asked, access, hidden });
  return { list: rows.map(withRights), total };
}

const sortColumns = {
  name: 'name_sort',
  size: 'size',
  updateTime: 'updated_at',
  createTime: 'created_at',
  sortNumber: 'sort_number',
} as const;

function sharedOrder({ sortField, sortDirection }: PageInput): (a: ItemRow, b: ItemRow) => number {
  const column = sortColumns[sortField];
  const sign = sortDirection === 'asc' ? 1 : -1;
  return (a, b) => sign * (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : a.id - b.id);
}

/** Cut out of ordered index scans, by the counters of the folder. */
async function sharedPageOf(
  { db }: ShareContext,
  { place, asked, access, hidden }: { place: ItemRow; asked: PageInput; access: Access; hidden: readonly ItemRow[] },
): Promise<{ rows: ItemRow[]; total: number }> {
  const seen = (await childCounts(db, { parent: place.id })).filter((count) => access.isVisible(count.acl_id));
  let offset = (asked.pageNo - 1) * asked.pageSize;
  let limit = asked.pageSize;
  let total = 0;
  const rows: ItemRow[] = [];
  for (const kind of kinds) {
    const counted = seen.filter((count) => count.kind === kind);
    const n = counted.reduce((sum, count) => sum + count.n, 0) - hidden.filter((row) => row.kind === kind).length;
    total += n;
    if (limit > 0 && offset < n) {
      const acls = JSON.stringify(counted.map((count) => count.acl_id));
      const query = childrenInOrder(asked.sortField, asked.sortDirection, true, hidden.length > 0);
      const part = await query(db, { parent: place.id, kind, limit, offset, acls, hidden: JSON.stringify(hidden.map((row) => row.id)) });
      rows.push(...part);
      limit -= part.length;
    }
    offset = Math.max(0, offset - n);
  }
  return { rows, total };
}
