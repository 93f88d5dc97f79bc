import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { people, Person } from '@dossier/contract/identity/users';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { type EventType, namesInLine } from '../../platform/events/event.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireUserWithinScope, requireWithinScope, withoutGainingUsers } from './department-scope.ts';
import { requireDepartment } from './departments.ts';
import { departmentUpdated, groupUpdated, roleUpdated } from './events.ts';
import { rolesByIds } from './groups-roles/groups-roles.queries.ts';
import { requireGroup, requireRole } from './groups-roles/groups-roles.ts';
import * as queries from './memberships.queries.ts';
import { addMembers, colleagueIds, countPeople, type MembershipKind, membershipsOf, removeMembers } from './memberships.queries.ts';
import { requireAdministratorsLeft, requireGrantable } from './memberships/assign-memberships.ts';
import { pageOfUsers } from './users/list-users.ts';
import { namesOf } from './users/users.queries.ts';
import { type Paged } from '@dossier/contract/core/shapes';

/** All members of the user's departments, the user included. */
export const colleaguesOf = (db: Db, { id, organisationId }: { id: number; organisationId: number }): Promise<number[]> =>
  colleagueIds(db, id, organisationId);

/** All departments, roles and groups of an organisation, for bulk work on users. */
export async function organisationStructure(db: Db, organisationId: number) {
  return {
    departments: await queries.allDepartments(db, organisationId),
    roles: await queries.allRoles(db, organisationId),
    groups: await queries.allGroups(db, organisationId),
  };
}

/** The ids of the departments, groups and roles of some users in one organisation, the main department first. */
export async function membershipIds(db: Db, personIds: number[], organisationId: number) {
  const { departments, groups, roles } = await membershipsOf(db, personIds, organisationId);
  const idsOf = (rows: readonly { person_id: number; id: number }[]): Map<number, number[]> =>
    new Map([...Map.groupBy(rows, (row) => row.person_id)].map(([id, memberships]) => [id, memberships.map((row) => row.id)]));
  const administrators = new Set(roles.filter((role) => role.permissions !== '[]').map((role) => role.person_id));
  return { departments: idsOf(departments), groups: idsOf(groups), roles: idsOf(roles), offices: administrators };
}

interface Members {
  id: string;
  userIds: string[];
}

/**
 * The department, group or role, if the caller may change its members: departments within their scope, roles by the rules of assignment,
 * the heads role only through `setHeads`.
 */
const requireTarget = {
  async department(ctx: Context, { id, userIds }: Members, field: MembershipChange['field']) {
    const department = await requireDepartment(ctx, id);
    requireWithinScope(ctx, 'departments.edit', [department.id]);
    // a user put into one of the caller's departments would come into their scope
    if (field === 'added') for (const person of userIds) await requireUserWithinScope(ctx, 'departments.edit', Number(person));
    return department;
  },
  group: (ctx: Context, { id }: Members) => requireGroup(ctx, id),
  async role(ctx: Context, { id, userIds }: Members) {
    const role = await requireRole(ctx, id);
    if (role.kind === 'heads') throw new Refusal(codes.roleBuiltIn);
    requireGrantable(ctx, role, userIds.map(Number));
    return role;
  },
};

/** A handler that adds people to a department, group or role. */
export const addTo = (kind: MembershipKind) => (ctx: Context, input: Members) =>
  changeMembers(ctx, kind, { input, write: addMembers, field: 'added' });

/** A handler that removes people again. */
export const removeFrom = (kind: MembershipKind) => (ctx: Context, input: Members) =>
  changeMembers(ctx, kind, { input, write: removeMembers, field: 'removed' });

interface MembershipChange {
  input: Members;
  write: typeof addMembers;
  /** The log field with the names of the users. */
  field: 'added' | 'removed';
}

/** The event of each kind of membership. */
const updatedEvents = { department: departmentUpdated, group: groupUpdated, role: roleUpdated } satisfies Record<MembershipKind, EventType>;

async function changeMembers(ctx: Context, kind: MembershipKind, { input, write, field }: MembershipChange) {
  const { id, name } = await requireTarget[kind](ctx, input, field);
  const people = [...new Set(input.userIds.map(Number))];
  if ((await countPeople(ctx.db, ctx.user.organisationId, people)) !== people.length) throw new Refusal(codes.userMissing);
  const writing = () => write(ctx.db, kind, { id, people });
  const changed = await (kind === 'department' ? withoutGainingUsers(ctx, people, writing) : writing());
  if (changed.length === 0) {
    if (kind === 'group') throw new Refusal(field === 'added' ? codes.groupMemberExists : codes.groupMemberMissing);
    return {};
  }
  if (kind === 'role') await requireAdministratorsLeft(ctx);
  await bumpVersion(ctx.db, 'people');
  const names = await namesOf(ctx.db, changed);
  const after = { [field]: namesInLine(changed.map((person) => names.get(person) ?? '')) };
  await ctx.emit(updatedEvents[kind], { objId: id, objName: name, after });
  return {};
}

/** The members of a group. */
export async function groupMembers(ctx: Context, input: ParsedOf<typeof people.groupMembers>): Promise<Paged<Person>> {
  const group = await requireGroup(ctx, input.id);
  return pageOfUsers(ctx, { groupId: group.id, keyword: input.keyword }, input);
}

/** The holders of a role; every administrator may read those of a site administrator's role too. */
export async function roleMembers(ctx: Context, input: ParsedOf<typeof people.roleMembers>): Promise<Paged<Person>> {
  const [role] = await rolesByIds(ctx.db, ctx.user.organisationId, [Number(input.id)]);
  if (role === undefined) throw new Refusal(codes.roleMissing);
  return pageOfUsers(ctx, { roleId: role.id, keyword: input.keyword }, input);
}
