import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { people, Person } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { rolesByIds } from '../circles/circle-rows.ts';
import { needGroup } from '../circles/groups.ts';
import { pageOfUsers } from './list-users.ts';

/** The people of a group. */
export async function groupMembers(ctx: Ctx, input: ParsedOf<typeof people.groupMembers>): Promise<Paged<Person>> {
  const group = await needGroup(ctx, input.id);
  return pageOfUsers(ctx, { groupId: group.id, keyword: input.keyword }, input);
}

/** The people who hold a role; even a site administrator's role may be looked at by every administrator. */
export async function roleMembers(ctx: Ctx, input: ParsedOf<typeof people.roleMembers>): Promise<Paged<Person>> {
  const [role] = await rolesByIds(ctx.db, ctx.user.organisationId, [Number(input.id)]);
  if (role === undefined) throw new Refusal(codes.roleMissing);
  return pageOfUsers(ctx, { roleId: role.id, keyword: input.keyword }, input);
}
