import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import { mostTags, type TagKind } from '@dossier/contract/tag-mark';
import type { tags } from '@dossier/contract/tags';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { needDepartment } from '../circles/departments.ts';
import { branchFor, needWithin } from '../circles/within.ts';
import { countTagsOf, deleteTagRow, insertTag, sharedTagById, type TagRow, updateTagRow } from './tag-queries.ts';
import { needTags } from './tag-sight.ts';

const columnsOf = (given: string) => {
  const { name, name_key, name_sort } = nameColumns(given);
  return { name, name_key, name_sort };
};

async function refusingTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(codes.tagNameExists) : error;
  }
}

type NewTag = ParsedOf<typeof tags.create>;

async function writeTag(
  ctx: Ctx,
  owner: { kind: TagKind; id: number },
  { name, colour, listed }: NewTag,
): Promise<{ id: number; name: string }> {
  const organisation = ctx.user.organisationId;
  if ((await countTagsOf(ctx.db, { organisation, owners: JSON.stringify([owner.id]) })) >= mostTags.each)
    throw new Refusal(codes.tooManyItems);
  const row = { id: newId(), organisation_id: organisation, kind: owner.kind, owner_id: owner.id, ...columnsOf(name) };
  const times = { created_at: ctx.now, updated_at: ctx.now };
  await refusingTaken(insertTag(ctx.db, { ...row, colour, listed: listed ? 1 : 0, ...times }));
  return row;
}

async function changeTag(ctx: Ctx, tag: TagRow, input: ParsedOf<typeof tags.update>) {
  const was = { name: tag.name, colour: tag.colour, listed: tag.listed === 1 };
  const names = columnsOf(input.name ?? tag.name);
  const is = { name: names.name, colour: input.colour ?? was.colour, listed: input.listed ?? was.listed };
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length === 0) return undefined;
  const row = { ...names, colour: is.colour, listed: is.listed ? 1 : 0, updated_at: ctx.now };
  await refusingTaken(updateTagRow(ctx.db, tag.id, row));
  return { name: is.name, changed };
}

/** Makes a tag of the caller's own. What somebody marks for themselves stands in no log. */
export async function createTag(ctx: Ctx, input: NewTag) {
  return { id: String((await writeTag(ctx, { kind: 'personal', id: ctx.user.id }, input)).id) };
}

async function needOwnTag(ctx: Ctx, id: string): Promise<TagRow> {
  const [tag] = await needTags(ctx, [id]);
  if (tag?.kind !== 'personal') throw new Refusal(codes.tagMissing);
  return tag;
}

export async function updateTag(ctx: Ctx, input: ParsedOf<typeof tags.update>) {
  await changeTag(ctx, await needOwnTag(ctx, input.id), input);
  return {};
}

export async function deleteTag(ctx: Ctx, { id }: ParsedOf<typeof tags.delete>) {
  await deleteTagRow(ctx.db, (await needOwnTag(ctx, id)).id);
  return {};
}

/** A tag that the caller keeps for others: of the organisation for who keeps all of them, else of the departments that they head. */
async function needSharedTag(ctx: Ctx, id: string): Promise<TagRow> {
  const tag = await sharedTagById(ctx.db, Number(id), ctx.user.organisationId);
  const branch = branchFor(ctx, 'tags.edit');
  if (tag === undefined || (branch !== undefined && !branch.has(tag.owner_id))) throw new Refusal(codes.tagMissing);
  return tag;
}

/** Makes a tag for everybody in the organisation, or for those of a department and below. */
export async function createSharedTag(ctx: Ctx, { departmentId, ...input }: ParsedOf<typeof tags.createShared>) {
  const department = departmentId === undefined ? undefined : await needDepartment(ctx, departmentId);
  needWithin(ctx, 'tags.edit', [department?.id ?? 0]);
  const owner =
    department === undefined
      ? { kind: 'system' as const, id: ctx.user.organisationId }
      : { kind: 'department' as const, id: department.id };
  const { id, name } = await writeTag(ctx, owner, input);
  await ctx.say('tag.created', { objId: id, objName: name, after: department === undefined ? {} : { departments: department.name } });
  return { id: String(id) };
}

export async function updateSharedTag(ctx: Ctx, input: ParsedOf<typeof tags.updateShared>) {
  const tag = await needSharedTag(ctx, input.id);
  const done = await changeTag(ctx, tag, input);
  if (done !== undefined) await ctx.say('tag.updated', { objId: tag.id, objName: done.name, ...done.changed });
  return {};
}

export async function deleteSharedTag(ctx: Ctx, { id }: ParsedOf<typeof tags.deleteShared>) {
  const tag = await needSharedTag(ctx, id);
  await deleteTagRow(ctx.db, tag.id);
  await ctx.say('tag.deleted', { objId: tag.id, objName: tag.name });
  return {};
}
