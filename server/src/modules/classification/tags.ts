import type { tags } from '@dossier/contract/classification/tags';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type TagKind, type TagMark, mostTags, tagKinds } from '@dossier/contract/core/tag-mark';
import type { Context } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/dialect.ts';
import { changedFields, namesInLine } from '../../platform/events/event.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { nameColumns, nameKey } from '../../platform/text/names.ts';
import { accessOf } from '../access/effective-rights.ts';
import { type AuthorisedItem, requireItems } from '../access/require-items.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { departmentScopeFor, requireWithinScope } from '../identity/department-scope.ts';
import { requireDepartment } from '../identity/departments.ts';
import { isPlainGuest } from '../identity/effective-membership.ts';
import { itemTagged, tagCreated, tagDeleted, tagUpdated } from './events.ts';
import {
  type TagRow,
  type TagScope,
  countMarks,
  countTagsOf,
  deleteMarks,
  deleteTagRow,
  insertMarks,
  insertTag,
  lastUsed,
  marksOn,
  pageOfTags,
  sharedTagById,
  tagsByIds,
  tagsOf,
  updateTagRow,
} from './tags/tags.queries.ts';

/**
 * The tags that the caller sees: none for visitors, personal ones for guests. A view-as session does not see the personal tags of the user.
 */
function visibleTags({ user, shareSession: session }: Context): TagScope {
  const own = user.viewer === undefined ? [user.id] : [];
  const shared = isPlainGuest(user) ? [] : [...user.principals.departments, user.organisationId];
  return { organisation: user.organisationId, owners: JSON.stringify(session === undefined ? [...own, ...shared] : []) };
}

/** Tags that the caller sees, in the order of the ids; 2304 where one is missing. */
export async function requireTags(ctx: Context, ids: readonly string[]): Promise<TagRow[]> {
  const wanted = [...new Set(ids.map(Number))];
  const rows = new Map((await tagsByIds(ctx.db, { ...visibleTags(ctx), ids: JSON.stringify(wanted) })).map((row) => [row.id, row]));
  return wanted.map((id) => {
    const row = rows.get(id);
    if (row === undefined) throw new Refusal(codes.tagMissing);
    return row;
  });
}

/** A tag as items show it. */
const tagMarkOf = ({ id, name, kind, colour }: Pick<TagRow, 'id' | 'name' | 'kind' | 'colour'>): TagMark =>
  ({ id: String(id), name, kind, colour }) as TagMark;

const tagFactsOf =
  (hidden: 0 | 1): ItemFacts =>
  async (ctx, ids) => {
    if (ctx.shareSession !== undefined) return new Map();
    const rows = await marksOn(ctx.db, { ...visibleTags(ctx), ids: JSON.stringify(ids), hidden });
    return new Map([...Map.groupBy(rows, (row) => row.item_id)].map(([id, marks]) => [id, { tags: marks.map(tagMarkOf) }]));
  };

/** Adds to every list the tags of its items that lists show. */
export const tagFacts = tagFactsOf(0);

/** Adds all tags to the details of a single item. */
export const allTagFacts = tagFactsOf(1);

/** All tags that the caller may use; with items, on how many of them each tag is. */
export async function listTags(ctx: Context, { objIds = [] }: ParsedOf<typeof tags.list>): Promise<OutputOf<typeof tags.list>> {
  const authorised = objIds.length === 0 ? [] : await requireItems(ctx, right.visible, [...new Set(objIds)]);
  const rows = await tagsOf(ctx.db, visibleTags(ctx));
  const ids = JSON.stringify(authorised.map(({ item }) => item.id));
  const marks = authorised.length === 0 ? [] : await marksOn(ctx.db, { ...visibleTags(ctx), ids, hidden: 1 });
  const on = Map.groupBy(marks, (mark) => mark.id);
  const place = (kind: string): number => tagKinds.indexOf(kind as TagKind);
  return rows
    .toSorted((a, b) => place(a.kind) - place(b.kind))
    .map((row) => ({
      ...tagMarkOf(row),
      listed: row.listed === 1,
      ...(row.kind === 'department' && { departmentName: row.department_name ?? '' }),
      ...(authorised.length > 0 && { on: on.get(row.id)?.length ?? 0 }),
    }));
}

/** Tags that the caller may use whose names contain some letters, those that begin with them first. */
export async function tagsNamed(ctx: Context, letters: string, limit: number): Promise<TagMark[]> {
  const key = nameKey(letters);
  const found = (await tagsOf(ctx.db, visibleTags(ctx))).filter((row) => row.name_key.includes(key));
  const later = (row: TagRow): number => (row.name_key.startsWith(key) ? 0 : 1);
  return found
    .toSorted((a, b) => later(a) - later(b))
    .slice(0, limit)
    .map(tagMarkOf);
}

/** The shared tags that the caller manages. */
export async function listSharedTags(
  ctx: Context,
  { pageNo, pageSize, keyword = '' }: ParsedOf<typeof tags.office>,
): Promise<OutputOf<typeof tags.office>> {
  const departmentScope = departmentScopeFor(ctx, 'tags.edit');
  const asked = {
    organisation: ctx.user.organisationId,
    owners: departmentScope === undefined ? undefined : JSON.stringify([...departmentScope]),
    keyword: keyword.trim(),
  };
  const { rows, total } = await pageOfTags(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const list = rows.map((row) => ({
    ...tagMarkOf(row),
    listed: row.listed === 1,
    ...(row.kind === 'department' && { departmentId: String(row.owner_id), departmentName: row.department_name ?? '' }),
    uses: row.uses,
    updateTime: isoTime(row.updated_at),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Upper bound of the counts. */
const maxCounted = 1000;

/** The tags used last, each with the number of visible items that have it; tags without a visible item are left out. */
export async function tagsInUse(ctx: Context, limit: number): Promise<(TagMark & { count: number })[]> {
  const access = await accessOf(ctx);
  const rows = await lastUsed(ctx.services.database.long, {
    ...visibleTags(ctx),
    acls: access.visible,
    limit: limit * 3,
    most: maxCounted,
  });
  return rows
    .filter((row) => row.n > 0)
    .slice(0, limit)
    .map((row) => ({ ...tagMarkOf(row), count: row.n }));
}

const tagNameColumns = (given: string) => {
  const { name, name_key, name_sort } = nameColumns(given);
  return { name, name_key, name_sort };
};

async function refuseTakenTagName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(codes.tagNameExists) : error;
  }
}

type NewTag = ParsedOf<typeof tags.create>;

async function writeTag(
  ctx: Context,
  owner: { kind: TagKind; id: number },
  { name, colour, listed }: NewTag,
): Promise<{ id: number; name: string }> {
  const organisation = ctx.user.organisationId;
  if ((await countTagsOf(ctx.db, { organisation, owners: JSON.stringify([owner.id]) })) >= mostTags.each)
    throw new Refusal(codes.tooManyItems);
  const row = { id: newId(), organisation_id: organisation, kind: owner.kind, owner_id: owner.id, ...tagNameColumns(name) };
  const times = { created_at: ctx.now, updated_at: ctx.now };
  await refuseTakenTagName(insertTag(ctx.db, { ...row, colour, listed: listed ? 1 : 0, ...times }));
  return row;
}

async function changeTag(ctx: Context, tag: TagRow, input: ParsedOf<typeof tags.update>) {
  const was = { name: tag.name, colour: tag.colour, listed: tag.listed === 1 };
  const names = tagNameColumns(input.name ?? tag.name);
  const is = { name: names.name, colour: input.colour ?? was.colour, listed: input.listed ?? was.listed };
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length === 0) return undefined;
  const row = { ...names, colour: is.colour, listed: is.listed ? 1 : 0, updated_at: ctx.now };
  await refuseTakenTagName(updateTagRow(ctx.db, tag.id, row));
  return { name: is.name, changed };
}

/** Creates a personal tag. Personal tags are not logged. */
export async function createTag(ctx: Context, input: NewTag) {
  return { id: String((await writeTag(ctx, { kind: 'personal', id: ctx.user.id }, input)).id) };
}

async function requireOwnTag(ctx: Context, id: string): Promise<TagRow> {
  const [tag] = await requireTags(ctx, [id]);
  if (tag?.kind !== 'personal') throw new Refusal(codes.tagMissing);
  return tag;
}

export async function updateTag(ctx: Context, input: ParsedOf<typeof tags.update>) {
  await changeTag(ctx, await requireOwnTag(ctx, input.id), input);
  return {};
}

export async function deleteTag(ctx: Context, { id }: ParsedOf<typeof tags.delete>) {
  await deleteTagRow(ctx.db, (await requireOwnTag(ctx, id)).id);
  return {};
}

/**
 * A shared tag that the caller manages: all tags of the organisation with the permission, else those of the departments that the caller
 * manages.
 */
async function requireSharedTag(ctx: Context, id: string): Promise<TagRow> {
  const tag = await sharedTagById(ctx.db, Number(id), ctx.user.organisationId);
  const departmentScope = departmentScopeFor(ctx, 'tags.edit');
  if (tag === undefined || (departmentScope !== undefined && !departmentScope.has(tag.owner_id))) throw new Refusal(codes.tagMissing);
  return tag;
}

/** Creates a tag for the organisation, or for a department and those below it. */
export async function createSharedTag(ctx: Context, { departmentId, ...input }: ParsedOf<typeof tags.createShared>) {
  const department = departmentId === undefined ? undefined : await requireDepartment(ctx, departmentId);
  requireWithinScope(ctx, 'tags.edit', [department?.id ?? 0]);
  const owner =
    department === undefined
      ? { kind: 'system' as const, id: ctx.user.organisationId }
      : { kind: 'department' as const, id: department.id };
  const { id, name } = await writeTag(ctx, owner, input);
  await ctx.emit(tagCreated, { objId: id, objName: name, after: department === undefined ? {} : { departments: department.name } });
  return { id: String(id) };
}

export async function updateSharedTag(ctx: Context, input: ParsedOf<typeof tags.updateShared>) {
  const tag = await requireSharedTag(ctx, input.id);
  const done = await changeTag(ctx, tag, input);
  if (done !== undefined) await ctx.emit(tagUpdated, { objId: tag.id, objName: done.name, ...done.changed });
  return {};
}

export async function deleteSharedTag(ctx: Context, { id }: ParsedOf<typeof tags.deleteShared>) {
  const tag = await requireSharedTag(ctx, id);
  await deleteTagRow(ctx.db, tag.id);
  await ctx.emit(tagDeleted, { objId: tag.id, objName: tag.name });
  return {};
}

const isShared = (tag: TagRow): boolean => tag.kind !== 'personal';

/** Adds tags to items and removes others. A shared tag is visible to others, so adding it needs the right to modify the item. */
export async function tagItems(ctx: Context, { objIds, add = [], remove = [] }: ParsedOf<typeof tags.mark>) {
  const chosen = await requireTags(ctx, [...add, ...remove]);
  const need = right.visible | (chosen.some(isShared) ? right.modify : 0);
  const authorised = await requireItems(ctx, need, [...new Set(objIds)]);
  const items = JSON.stringify(authorised.map(({ item }) => item.id));
  const before = await sharedNames(ctx, items);
  const [added, removed] = [new Set(add.map(Number)), new Set(remove.map(Number).filter((id) => !add.includes(String(id))))];
  if (removed.size > 0) await deleteMarks(ctx.db, { tags: JSON.stringify([...removed]), items });
  const rows = authorised.flatMap(({ item }) =>
    [...added].map((tag, place) => ({ tag_id: tag, item_id: item.id, created_at: ctx.now + place })),
  );
  if (rows.length > 0) await insertMarks(ctx.db, rows);
  await requireTagLimit(ctx, items);
  if (chosen.some(isShared)) await logTagChanges(ctx, authorised, { before, after: await sharedNames(ctx, items) });
  return {};
}

/** Checked after the write, in the same transaction: of two concurrent writes the later one is refused. */
async function requireTagLimit(ctx: Context, items: string): Promise<void> {
  const counts = await countMarks(ctx.db, { items, owner: ctx.user.id });
  const full = [...Map.groupBy(counts, (row) => `${row.item_id} ${row.kind === 'personal'}`).values()].some(
    (some) => some.reduce((sum, row) => sum + row.n, 0) > mostTags.onItem,
  );
  if (full) throw new Refusal(codes.tooManyItems);
}

async function sharedNames(ctx: Context, ids: string): Promise<Map<number, string>> {
  const rows = (await marksOn(ctx.db, { ...visibleTags(ctx), ids, hidden: 1 })).filter((row) => row.kind !== 'personal');
  return new Map([...Map.groupBy(rows, (row) => row.item_id)].map(([id, some]) => [id, namesInLine(some.map((row) => row.name))]));
}

/** Logs the changed shared tags on each item. */
async function logTagChanges(
  ctx: Context,
  authorised: readonly AuthorisedItem[],
  { before, after }: { before: Map<number, string>; after: Map<number, string> },
) {
  for (const { item } of authorised) {
    const [was, is] = [before.get(item.id) ?? '', after.get(item.id) ?? ''];
    if (was !== is) await ctx.emit(itemTagged, { objId: item.id, objName: item.name, before: { tags: was }, after: { tags: is } });
  }
}
