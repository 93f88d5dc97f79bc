import { type categories, mostOfCategories } from '@dossier/contract/classification/categories';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { Item } from '@dossier/contract/documents/library';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { changedFields, namesInLine } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameColumns } from '../../../platform/text/names.ts';
import { accessOf } from '../../access/effective-rights.ts';
import { requireItems } from '../../access/require-items.ts';
import { showItems } from '../../documents/show-items.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { categoryCreated, categoryDeleted, categoryUpdated, documentCategorised } from '../events.ts';
import {
  type CategoryRow,
  categoriesOf,
  categoriesOn,
  countsOf,
  deleteCategoryRow,
  deletePlaced,
  insertCategory,
  insertPlaced,
  isInUse,
  moveDocuments,
  pageInCategory,
  updateCategoryRow,
} from './categories.queries.ts';

const categoryNameColumns = (given: string) => {
  const { name, name_key, name_sort } = nameColumns(given);
  return { name, name_key, name_sort };
};

async function refuseTakenCategoryName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(codes.categoryNameExists) : error;
  }
}

/** All categories of the organisation by id: few enough to be read together whenever one of them is changed. */
async function readAll(ctx: Context): Promise<Map<number, CategoryRow>> {
  return new Map((await categoriesOf(ctx.db, ctx.user.organisationId)).map((row) => [row.id, row]));
}

function requireIn(all: ReadonlyMap<number, CategoryRow>, id: string | number): CategoryRow {
  const row = all.get(Number(id));
  if (row === undefined) throw new Refusal(codes.categoryMissing);
  return row;
}

/** A category and its ancestors, itself first. */
function ancestorsOf(all: ReadonlyMap<number, CategoryRow>, from: CategoryRow | undefined): CategoryRow[] {
  const ancestors: CategoryRow[] = [];
  for (let row = from; row !== undefined; row = all.get(row.parent_id)) ancestors.push(row);
  return ancestors;
}

/** How many levels a category spans, its descendants included. */
function depthBelow(all: ReadonlyMap<number, CategoryRow>, id: number): number {
  const children = [...all.values()].filter((row) => row.parent_id === id);
  return 1 + Math.max(0, ...children.map((child) => depthBelow(all, child.id)));
}

/** A category of the caller's organisation, or 2301. */
const requireCategory = async (ctx: Context, id: string): Promise<CategoryRow> => requireIn(await readAll(ctx), id);

/** Categories of the caller's organisation, each once, or 2301. */
async function requireCategories(ctx: Context, ids: readonly string[]): Promise<CategoryRow[]> {
  const all = await readAll(ctx);
  return [...new Set(ids)].map((id) => requireIn(all, id));
}

export async function createCategory(ctx: Context, { parentId, name, sortNumber }: ParsedOf<typeof categories.create>) {
  const all = await readAll(ctx);
  const parent = parentId === undefined ? undefined : requireIn(all, parentId);
  if (all.size >= mostOfCategories.all || ancestorsOf(all, parent).length >= mostOfCategories.levels) throw new Refusal(codes.tooManyItems);
  const [names, id] = [categoryNameColumns(name), newId()];
  const row = { id, organisation_id: ctx.user.organisationId, parent_id: parent?.id ?? 0, ...names, sort_number: sortNumber };
  await refuseTakenCategoryName(insertCategory(ctx.db, row));
  await ctx.emit(categoryCreated, { objId: id, objName: names.name, after: { above: parent?.name ?? '' } });
  return { id: String(id) };
}

/** Where a category may be placed: not below itself, and not deeper than the level limit. */
function requireValidParent(all: ReadonlyMap<number, CategoryRow>, row: CategoryRow, parent: CategoryRow | undefined): void {
  const ancestors = ancestorsOf(all, parent);
  if (ancestors.some((one) => one.id === row.id)) throw new Refusal(codes.illegalOperation);
  if (ancestors.length + depthBelow(all, row.id) > mostOfCategories.levels) throw new Refusal(codes.tooManyItems);
}

export async function updateCategory(ctx: Context, input: ParsedOf<typeof categories.update>) {
  const all = await readAll(ctx);
  const row = requireIn(all, input.id);
  const before = all.get(row.parent_id);
  const parent = input.parentId === undefined ? before : input.parentId === '' ? undefined : requireIn(all, input.parentId);
  if (parent?.id !== before?.id) requireValidParent(all, row, parent);
  const names = categoryNameColumns(input.name ?? row.name);
  const was = { name: row.name, sortNumber: row.sort_number, above: before?.name ?? '' };
  const is = { name: names.name, sortNumber: input.sortNumber ?? row.sort_number, above: parent?.name ?? '' };
  await refuseTakenCategoryName(updateCategoryRow(ctx.db, row.id, { ...names, sort_number: is.sortNumber, parent_id: parent?.id ?? 0 }));
  await ctx.emit(categoryUpdated, { objId: row.id, objName: names.name, ...changedFields(was, is) });
  return {};
}

export async function deleteCategory(ctx: Context, { id, moveToId }: ParsedOf<typeof categories.delete>) {
  const all = await readAll(ctx);
  const row = requireIn(all, id);
  const heir = moveToId === undefined ? undefined : requireIn(all, moveToId);
  if (heir?.id === row.id) throw new Refusal(codes.illegalOperation);
  if ([...all.values()].some((one) => one.parent_id === row.id)) throw new Refusal(codes.categoryNotEmpty);
  if (heir !== undefined) await moveDocuments(ctx.db, { from: row.id, to: heir.id });
  else if (await isInUse(ctx.db, row.id)) throw new Refusal(codes.categoryNotEmpty);
  await deleteCategoryRow(ctx.db, row.id);
  await ctx.emit(categoryDeleted, { objId: row.id, objName: row.name, ...(heir && { after: { heir: heir.name } }) });
  return {};
}

/** Upper bound of the counts. */
const maxCounted = 1000;

/** Categories are internal to the organisation: guests are refused. */
function requireMember(ctx: Context): void {
  if (isPlainGuest(ctx.user)) throw new Refusal(codes.categoryMissing);
}

/** All categories, with the number of documents that the caller sees. */
export async function listCategories(ctx: Context): Promise<OutputOf<typeof categories.tree>> {
  if (isPlainGuest(ctx.user)) return [];
  const organisation = ctx.user.organisationId;
  const access = await accessOf(ctx);
  const rows = await categoriesOf(ctx.db, organisation);
  const counts = new Map(
    (await countsOf(ctx.services.database.long, { organisation, acls: access.visible, most: maxCounted })).map((row) => [row.id, row.n]),
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
export async function listCategoryDocuments(ctx: Context, input: ParsedOf<typeof categories.documents>): Promise<Paged<Item>> {
  requireMember(ctx);
  const category = await requireCategory(ctx, input.id);
  const { pageNo, pageSize, sortField, sortDirection } = input;
  const access = await accessOf(ctx);
  const asked = { category: category.id, organisation: ctx.user.organisationId, acls: access.visible };
  const part = { field: sortField, direction: sortDirection, limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageInCategory(ctx.services.database.long, asked, part);
  const authorised = rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
  return { list: await showItems(ctx, authorised), pageNo, pageSize, totalNumber: total };
}

export async function listCategoriesOf(ctx: Context, { objIds }: ParsedOf<typeof categories.of>): Promise<OutputOf<typeof categories.of>> {
  const authorised = await requireItems(ctx, right.visible, [...new Set(objIds)]);
  if (isPlainGuest(ctx.user)) return [];
  const rows = await categoriesOn(ctx.db, { ids: JSON.stringify(authorised.map(({ item }) => item.id)) });
  return [...Map.groupBy(rows, (row) => row.category_id)].map(([id, some]) => ({ id: String(id), on: some.length }));
}

/** Adds documents to categories and removes them from others. Everybody who sees a document sees this, so it needs the right to modify. */
export async function categoriseDocuments(ctx: Context, { objIds, add = [], remove = [] }: ParsedOf<typeof categories.put>) {
  requireMember(ctx);
  const authorised = await requireItems(ctx, right.visible | right.modify, [...new Set(objIds)]);
  if (authorised.some(({ item }) => item.kind !== objType.document)) throw new Refusal(codes.documentMissing);
  const [added, removed] = [await requireCategories(ctx, add), await requireCategories(ctx, remove)];
  const items = JSON.stringify(authorised.map(({ item }) => item.id));
  const before = await namesOn(ctx, items);
  if (removed.length > 0) await deletePlaced(ctx.db, { categories: JSON.stringify(removed.map((row) => row.id)), items });
  const rows = authorised.flatMap(({ item }) => added.map((row) => ({ category_id: row.id, item_id: item.id, created_at: ctx.now })));
  if (rows.length > 0) await insertPlaced(ctx.db, rows);
  const after = await namesOn(ctx, items);
  if ([...after.values()].some((names) => names.length > mostOfCategories.ofDocument)) throw new Refusal(codes.tooManyItems);
  for (const { item } of authorised) {
    const [was, is] = [namesInLine(before.get(item.id) ?? []), namesInLine(after.get(item.id) ?? [])];
    if (was !== is)
      await ctx.emit(documentCategorised, {
        objId: item.id,
        objName: item.name,
        before: { categories: was },
        after: { categories: is },
      });
  }
  return {};
}

async function namesOn(ctx: Context, ids: string): Promise<Map<number, string[]>> {
  const rows = await categoriesOn(ctx.db, { ids });
  return new Map([...Map.groupBy(rows, (row) => row.item_id)].map(([id, some]) => [id, some.map((row) => row.name)]));
}
