import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { Group, people } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { deleteGroupRow, findGroup, insertGroup, pageOfGroups, updateGroupRow } from './group-queries.ts';
import { removeAllMembers } from './membership-queries.ts';

/** A group of the caller's organisation, or 2201. */
export async function needGroup(ctx: Ctx, id: string) {
  const found = await findGroup(ctx.db, ctx.user.organisationId, Number(id));
  if (found === undefined) throw new Refusal(codes.groupMissing);
  return found;
}

export async function listGroups(ctx: Ctx, { pageNo, pageSize, keyword }: ParsedOf<typeof people.groups>): Promise<Paged<Group>> {
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfGroups(ctx.db, { organisationId: ctx.user.organisationId, keyword }, page);
  const list = rows.map((row) => ({ id: String(row.id), name: row.name, memberCount: row.member_count ?? 0 }));
  return { list, pageNo, pageSize, totalNumber: total };
}

export async function createGroup(ctx: Ctx, input: ParsedOf<typeof people.createGroup>) {
  const id = newId();
  const names = nameColumns(input.name);
  await refuseTaken(insertGroup(ctx.db, { id, organisation_id: ctx.user.organisationId, ...names }));
  await ctx.say('group.created', { objId: id, objName: names.name });
  return { id: String(id) };
}

export async function renameGroup(ctx: Ctx, input: ParsedOf<typeof people.renameGroup>) {
  const group = await needGroup(ctx, input.id);
  const names = nameColumns(input.name);
  await refuseTaken(updateGroupRow(ctx.db, group.id, names));
  await ctx.say('group.updated', { objId: group.id, objName: names.name, before: { name: group.name }, after: { name: names.name } });
  return {};
}

export async function deleteGroup(ctx: Ctx, input: { id: string }) {
  const group = await needGroup(ctx, input.id);
  await removeAllMembers(ctx.db, 'group', group.id);
  await deleteGroupRow(ctx.db, group.id);
  await bumpVersion(ctx.db, 'people');
  await ctx.say('group.deleted', { objId: group.id, objName: group.name });
  return {};
}

async function refuseTaken(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.groupNameExists);
    throw error;
  }
}
