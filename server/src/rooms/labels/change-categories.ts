import { type categories, mostOfCategories } from '@dossier/contract/categories';
import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import {
  categoriesOf,
  type CategoryRow,
  deleteCategoryRow,
  insertCategory,
  isInUse,
  moveDocuments,
  updateCategoryRow,
} from './category-queries.ts';

const columnsOf = (given: string) => {
  const { name, name_key, name_sort } = nameColumns(given);
  return { name, name_key, name_sort };
};

async function refusingTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(codes.categoryNameExists) : error;
  }
}

/** All categories of the organisation by id: few enough to be read at once whenever one of them is changed. */
async function readAll(ctx: Ctx): Promise<Map<number, CategoryRow>> {
  return new Map((await categoriesOf(ctx.db, ctx.user.organisationId)).map((row) => [row.id, row]));
}

function needOf(all: ReadonlyMap<number, CategoryRow>, id: string | number): CategoryRow {
  const row = all.get(Number(id));
  if (row === undefined) throw new Refusal(codes.categoryMissing);
  return row;
}

/** The way from a category up to the top, itself first. */
function wayUp(all: ReadonlyMap<number, CategoryRow>, from: CategoryRow | undefined): CategoryRow[] {
  const way: CategoryRow[] = [];
  for (let row = from; row !== undefined; row = all.get(row.parent_id)) way.push(row);
  return way;
}

/** How many levels a category has with all that hangs in it. */
function depthBelow(all: ReadonlyMap<number, CategoryRow>, id: number): number {
  const children = [...all.values()].filter((row) => row.parent_id === id);
  return 1 + Math.max(0, ...children.map((child) => depthBelow(all, child.id)));
}

/** A category of the caller's organisation, or 2301. */
export const needCategory = async (ctx: Ctx, id: string): Promise<CategoryRow> => needOf(await readAll(ctx), id);

/** Categories of the caller's organisation, each once, or 2301. */
export async function needCategories(ctx: Ctx, ids: readonly string[]): Promise<CategoryRow[]> {
  const all = await readAll(ctx);
  return [...new Set(ids)].map((id) => needOf(all, id));
}

export async function createCategory(ctx: Ctx, { parentId, name, sortNumber }: ParsedOf<typeof categories.create>) {
  const all = await readAll(ctx);
  const parent = parentId === undefined ? undefined : needOf(all, parentId);
  if (all.size >= mostOfCategories.all || wayUp(all, parent).length >= mostOfCategories.levels) throw new Refusal(codes.tooManyItems);
  const [names, id] = [columnsOf(name), newId()];
  const row = { id, organisation_id: ctx.user.organisationId, parent_id: parent?.id ?? 0, ...names, sort_number: sortNumber };
  await refusingTaken(insertCategory(ctx.db, row));
  await ctx.say('category.created', { objId: id, objName: names.name, after: { above: parent?.name ?? '' } });
  return { id: String(id) };
}

/** Where a category may hang: not in itself or in what hangs in it, and not deeper than there are levels. */
function needPlaceFor(all: ReadonlyMap<number, CategoryRow>, row: CategoryRow, parent: CategoryRow | undefined): void {
  const way = wayUp(all, parent);
  if (way.some((one) => one.id === row.id)) throw new Refusal(codes.illegalOperation);
  if (way.length + depthBelow(all, row.id) > mostOfCategories.levels) throw new Refusal(codes.tooManyItems);
}

export async function updateCategory(ctx: Ctx, input: ParsedOf<typeof categories.update>) {
  const all = await readAll(ctx);
  const row = needOf(all, input.id);
  const before = all.get(row.parent_id);
  const parent = input.parentId === undefined ? before : input.parentId === '' ? undefined : needOf(all, input.parentId);
  if (parent?.id !== before?.id) needPlaceFor(all, row, parent);
  const names = columnsOf(input.name ?? row.name);
  const was = { name: row.name, sortNumber: row.sort_number, above: before?.name ?? '' };
  const is = { name: names.name, sortNumber: input.sortNumber ?? row.sort_number, above: parent?.name ?? '' };
  await refusingTaken(updateCategoryRow(ctx.db, row.id, { ...names, sort_number: is.sortNumber, parent_id: parent?.id ?? 0 }));
  await ctx.say('category.updated', { objId: row.id, objName: names.name, ...changedFields(was, is) });
  return {};
}

export async function deleteCategory(ctx: Ctx, { id, moveToId }: ParsedOf<typeof categories.delete>) {
  const all = await readAll(ctx);
  const row = needOf(all, id);
  const heir = moveToId === undefined ? undefined : needOf(all, moveToId);
  if (heir?.id === row.id) throw new Refusal(codes.illegalOperation);
  if ([...all.values()].some((one) => one.parent_id === row.id)) throw new Refusal(codes.categoryNotEmpty);
  if (heir !== undefined) await moveDocuments(ctx.db, { from: row.id, to: heir.id });
  else if (await isInUse(ctx.db, row.id)) throw new Refusal(codes.categoryNotEmpty);
  await deleteCategoryRow(ctx.db, row.id);
  await ctx.say('category.deleted', { objId: row.id, objName: row.name, ...(heir && { after: { heir: heir.name } }) });
  return {};
}
