import { type categories, mostOfCategories } from '@dossier/contract/categories';
import { codes } from '@dossier/contract/codes';
import type { Item } from '@dossier/contract/library';
import type { Paged } from '@dossier/contract/page';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { namesInLine } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { needItems } from '../library/need-items.ts';
import { showItems } from '../library/show-items.ts';
import { accessOf } from '../permissions/access.ts';
import { categoriesOf, categoriesOn, countsOf, deletePlaced, insertPlaced, pageInCategory } from './category-queries.ts';
import { needCategories, needCategory } from './change-categories.ts';

/** Counts stop here. */
const most = 1000;

/** How an organisation sorts its documents is not for guests. */
function needInsider(ctx: Ctx): void {
  if (isPlainGuest(ctx.user)) throw new Refusal(codes.categoryMissing);
}

/** All categories; what is counted is only what the caller sees. */
export async function listCategories(ctx: Ctx): Promise<OutputOf<typeof categories.tree>> {
  if (isPlainGuest(ctx.user)) return [];
  const organisation = ctx.user.organisationId;
  const access = await accessOf(ctx);
  const rows = await categoriesOf(ctx.db, organisation);
  const counts = new Map(
    (await countsOf(ctx.house.database.long, { organisation, acls: access.visible, most })).map((row) => [row.id, row.n]),
  );
  const below = Map.groupBy(rows, (row) => row.parent_id);
  const ordered = (parent: number): typeof rows => (below.get(parent) ?? []).flatMap((row) => [row, ...ordered(row.id)]);
  return ordered(0).map((row) => ({
    id: String(row.id),
    ...(row.parent_id !== 0 && { parentId: String(row.parent_id) }),
    name: row.name,
    sortNumber: row.sort_number,
    count: counts.get(row.id) ?? 0,
  }));
}

/** The documents in a category that the caller sees. */
export async function listInCategory(ctx: Ctx, input: ParsedOf<typeof categories.documents>): Promise<Paged<Item>> {
  needInsider(ctx);
  const category = await needCategory(ctx, input.id);
  const { pageNo, pageSize, sortField, sortDirection } = input;
  const access = await accessOf(ctx);
  const asked = { category: category.id, organisation: ctx.user.organisationId, acls: access.visible };
  const part = { field: sortField, direction: sortDirection, limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageInCategory(ctx.house.database.long, asked, part);
  const held = rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
  return { list: await showItems(ctx, held), pageNo, pageSize, totalNumber: total };
}

/** In which categories documents are. */
export async function listOfDocuments(ctx: Ctx, { objIds }: ParsedOf<typeof categories.of>): Promise<OutputOf<typeof categories.of>> {
  const held = await needItems(ctx, right.visible, [...new Set(objIds)]);
  if (isPlainGuest(ctx.user)) return [];
  const rows = await categoriesOn(ctx.db, { ids: JSON.stringify(held.map(({ item }) => item.id)) });
  return [...Map.groupBy(rows, (row) => row.category_id)].map(([id, some]) => ({ id: String(id), on: some.length }));
}

/** Puts documents into categories and takes them out of others: it is seen by all who see them, so it takes the right to modify. */
export async function putDocuments(ctx: Ctx, { objIds, add = [], remove = [] }: ParsedOf<typeof categories.put>) {
  needInsider(ctx);
  const held = await needItems(ctx, right.visible | right.modify, [...new Set(objIds)]);
  if (held.some(({ item }) => item.kind !== objType.document)) throw new Refusal(codes.documentMissing);
  const [added, removed] = [await needCategories(ctx, add), await needCategories(ctx, remove)];
  const items = JSON.stringify(held.map(({ item }) => item.id));
  const before = await namesOn(ctx, items);
  if (removed.length > 0) await deletePlaced(ctx.db, { categories: JSON.stringify(removed.map((row) => row.id)), items });
  const rows = held.flatMap(({ item }) => added.map((row) => ({ category_id: row.id, item_id: item.id, created_at: ctx.now })));
  if (rows.length > 0) await insertPlaced(ctx.db, rows);
  const after = await namesOn(ctx, items);
  if ([...after.values()].some((names) => names.length > mostOfCategories.ofDocument)) throw new Refusal(codes.tooManyItems);
  for (const { item } of held) {
    const [was, is] = [namesInLine(before.get(item.id) ?? []), namesInLine(after.get(item.id) ?? [])];
    if (was !== is)
      await ctx.say('document.categorised', { objId: item.id, objName: item.name, before: { categories: was }, after: { categories: is } });
  }
  return {};
}

async function namesOn(ctx: Ctx, ids: string): Promise<Map<number, string[]>> {
  const rows = await categoriesOn(ctx.db, { ids });
  return new Map([...Map.groupBy(rows, (row) => row.item_id)].map(([id, some]) => [id, some.map((row) => row.name)]));
}
