import { type Permission, sitePermissions } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireWithinScope } from '../department-scope.ts';
import { departmentsHeaded } from '../departments.queries.ts';
import { roleOfKind, rolesByIds, staffRole } from '../groups-roles/groups-roles.queries.ts';
import { type RolePermissionsRow, permissionsInScope, permissionsOfRole, permissionsThroughout } from '../groups-roles/role-permissions.ts';
import {
  addMembers,
  countDepartments,
  assignedRolePermissions,
  leaveAll,
  membershipsOf,
  setMainDepartment,
} from '../memberships.queries.ts';
import { firstOrganisation } from '../organisations.queries.ts';

/** Refuses departments of another space. */
export async function requireDepartments(ctx: Context, departmentIds: number[]): Promise<number[]> {
  const wanted = [...new Set(departmentIds)];
  if ((await countDepartments(ctx.db, ctx.user.organisationId, wanted)) !== wanted.length) throw new Refusal(codes.departmentMissing);
  return wanted;
}

/** Refuses roles of another space, and roles that the caller may not give to this user. */
export async function requireRoles(ctx: Context, roleIds: number[], personId?: number): Promise<number[]> {
  if (!ctx.user.permissions.all.has('roles.assign')) throw new Refusal(codes.adminOnly);
  return requireOwnRoles(ctx, roleIds, personId);
}

async function requireOwnRoles(ctx: Context, roleIds: number[], personId?: number): Promise<number[]> {
  const wanted = [...new Set(roleIds)];
  const roles = await rolesByIds(ctx.db, ctx.user.organisationId, wanted);
  if (roles.length !== wanted.length) throw new Refusal(codes.roleMissing);
  for (const role of roles) requireGrantable(ctx, role, personId === undefined ? [] : [personId]);
  return wanted;
}

/** Refuses to give a site role without the site permission, and to give oneself permissions that one lacks. */
export function requireGrantable({ user }: Context, role: RolePermissionsRow, people: readonly number[]): void {
  const lacking = permissionsOfRole(role).filter((permission) => !user.permissions.all.has(permission));
  if (lacking.some((permission) => sitePermissions.has(permission))) throw new Refusal(codes.noRightToOperate);
  if (lacking.length > 0 && people.includes(user.id)) throw new Refusal(codes.cannotChangeSelf);
}

/** Sets a user's departments, the first of which is the main one; heads change nothing outside their scope. */
export async function setDepartments(ctx: Context, personId: number, departmentIds: number[]): Promise<void> {
  const wanted = await requireDepartments(ctx, departmentIds);
  const { organisationId } = ctx.user;
  const assigned = (await membershipsOf(ctx.db, [personId], organisationId)).departments.map((row) => row.id);
  requireWithinScope(ctx, 'people.edit', [...new Set(assigned).symmetricDifference(new Set(wanted)), wanted[0] ?? 0]);
  await leaveAll(ctx.db, 'department', { organisationId, personId });
  for (const id of wanted) await addMembers(ctx.db, 'department', { id, people: [personId] });
  await setMainDepartment(ctx.db, { organisationId, personId }, wanted[0] ?? 0);
}

/** Sets a user's roles; without a list the staff role. */
export async function setRoles(ctx: Context, personId: number, roleIds: number[] | undefined): Promise<void> {
  const { db, user } = ctx;
  const roles = (await membershipsOf(db, [personId], user.organisationId)).roles;
  // the permission to create users includes the staff role
  const wanted = roleIds === undefined ? [(await staffRole(db, user.organisationId)).id] : await requireRoles(ctx, roleIds);
  // the heads role belongs to exactly the heads of departments
  const ofHeads = (await roleOfKind(db, user.organisationId, 'heads')).id;
  if (roles.some((role) => role.id === ofHeads) !== wanted.includes(ofHeads)) {
    if (wanted.includes(ofHeads)) throw new Refusal(codes.roleBuiltIn);
    wanted.push(ofHeads);
  }
  const given = wanted.filter((id) => !roles.some((role) => role.id === id));
  const taken = roles.filter((role) => !wanted.includes(role.id));
  await requireOwnRoles(ctx, given, personId);
  for (const role of taken) requireGrantable(ctx, role, []);
  await leaveAll(db, 'role', { organisationId: user.organisationId, personId });
  for (const id of wanted) await addMembers(db, 'role', { id, people: [personId] });
  await requireAdministratorsLeft(ctx);
}

/** Refuses changes to users whose permissions exceed the caller's, even if only within a department scope. */
export async function requireAuthorityOver({ db, user }: Context, personId: number): Promise<void> {
  const { all: general, inDepartmentScope: scoped, departmentScope: scope } = user.permissions;
  const { roles } = await membershipsOf(db, [personId], user.organisationId);
  if (!permissionsThroughout(roles).isSubsetOf(general)) throw new Refusal(codes.noRightToOperate);
  const inScope = permissionsInScope(roles);
  if (inScope.isSubsetOf(general)) return;
  const headed = (await departmentsHeaded(db, { person: personId, space: user.organisationId })).map((row) => row.id);
  const isBelow = inScope.isSubsetOf(scoped.union(general)) && headed.every((id) => scope.has(id));
  if (headed.length > 0 && !isBelow) throw new Refusal(codes.noRightToOperate);
}

/** The permissions of a user throughout this space, as this transaction sees them. */
async function permissionsOfUser(ctx: Context, personId: number): Promise<Set<Permission>> {
  const { roles } = await membershipsOf(ctx.db, [personId], ctx.user.organisationId);
  return permissionsThroughout(roles);
}

/** Permissions that must not get lost: assigning roles, and resetting passwords. */
const indispensable: readonly Permission[] = ['roles.assign', 'people.secrets'];

/** Refuses a change that leaves no administrator, or that takes the permission for it from the caller. */
export async function requireAdministratorsLeft(ctx: Context): Promise<void> {
  const { organisationId, permissions: office, id } = ctx.user;
  const first = (await firstOrganisation(ctx.db))?.id === organisationId;
  const permissions = permissionsThroughout(await assignedRolePermissions(ctx.db, organisationId));
  if (![...indispensable, ...(first ? sitePermissions : [])].every((permission) => permissions.has(permission)))
    throw new Refusal(codes.lastAdministrator);
  if (!office.all.isSubsetOf(await permissionsOfUser(ctx, id))) throw new Refusal(codes.cannotChangeSelf);
}
