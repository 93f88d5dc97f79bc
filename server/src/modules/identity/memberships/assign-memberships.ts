import { type Permission, sitePermissions } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireWithinScope } from '../department-scope.ts';
import { departmentsHeaded } from '../departments.queries.ts';
import { roleOfKind, rolesByIds, staffRole } from '../groups-roles/groups-roles.queries.ts';
import { type RolePermissionsRow, permissionsInScope, permissionsOfRole, permissionsThroughout } from '../groups-roles/role-permissions.ts';
import { addMembers, countDepartments, heldRolePermissions, leaveAll, membershipsOf, setMainDepartment } from '../memberships.queries.ts';
import { firstOrganisation } from '../organisations.queries.ts';

/** Refuses departments that the space does not have. */
export async function requireDepartments(ctx: Context, departmentIds: number[]): Promise<number[]> {
  const wanted = [...new Set(departmentIds)];
  if ((await countDepartments(ctx.db, ctx.user.organisationId, wanted)) !== wanted.length) throw new Refusal(codes.departmentMissing);
  return wanted;
}

/** Refuses roles that the space does not have, or that the caller may not give to this person. */
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

/** Refuses to give a role of the site without having the site, and to give oneself what one has not. */
export function requireGrantable({ user }: Context, role: RolePermissionsRow, people: readonly number[]): void {
  const lacking = permissionsOfRole(role).filter((deed) => !user.permissions.all.has(deed));
  if (lacking.some((deed) => sitePermissions.has(deed))) throw new Refusal(codes.noRightToOperate);
  if (lacking.length > 0 && people.includes(user.id)) throw new Refusal(codes.cannotChangeSelf);
}

/** Puts a person into exactly these departments, the first of which is the main one; who heads departments changes nothing outside of those. */
export async function setDepartments(ctx: Context, personId: number, departmentIds: number[]): Promise<void> {
  const wanted = await requireDepartments(ctx, departmentIds);
  const { organisationId } = ctx.user;
  const held = (await membershipsOf(ctx.db, [personId], organisationId)).departments.map((row) => row.id);
  requireWithinScope(ctx, 'people.edit', [...new Set(held).symmetricDifference(new Set(wanted)), wanted[0] ?? 0]);
  await leaveAll(ctx.db, 'department', { organisationId, personId });
  for (const id of wanted) await addMembers(ctx.db, 'department', { id, people: [personId] });
  await setMainDepartment(ctx.db, { organisationId, personId }, wanted[0] ?? 0);
}

/** Gives a person exactly these roles; without a list the staff role. */
export async function setRoles(ctx: Context, personId: number, roleIds: number[] | undefined): Promise<void> {
  const { db, user } = ctx;
  const held = (await membershipsOf(db, [personId], user.organisationId)).roles;
  // whoever makes people makes them staff
  const wanted = roleIds === undefined ? [(await staffRole(db, user.organisationId)).id] : await requireRoles(ctx, roleIds);
  // who heads departments holds the role for that, and nobody else
  const ofHeads = (await roleOfKind(db, user.organisationId, 'heads')).id;
  if (held.some((role) => role.id === ofHeads) !== wanted.includes(ofHeads)) {
    if (wanted.includes(ofHeads)) throw new Refusal(codes.roleBuiltIn);
    wanted.push(ofHeads);
  }
  const given = wanted.filter((id) => !held.some((role) => role.id === id));
  const taken = held.filter((role) => !wanted.includes(role.id));
  await requireOwnRoles(ctx, given, personId);
  for (const role of taken) requireGrantable(ctx, role, []);
  await leaveAll(db, 'role', { organisationId: user.organisationId, personId });
  for (const id of wanted) await addMembers(db, 'role', { id, people: [personId] });
  await requireAdministratorsLeft(ctx);
}

/** Refuses to touch whose office lets them do what the caller's does not, be it in departments that they head. */
export async function requireAuthorityOver({ db, user }: Context, personId: number): Promise<void> {
  const { all: deeds, inDepartmentScope: branchDeeds, departmentScope: branch } = user.permissions;
  const { roles } = await membershipsOf(db, [personId], user.organisationId);
  if (!permissionsThroughout(roles).isSubsetOf(deeds)) throw new Refusal(codes.noRightToOperate);
  const inBranch = permissionsInScope(roles);
  if (inBranch.isSubsetOf(deeds)) return;
  const headed = (await departmentsHeaded(db, { person: personId, space: user.organisationId })).map((row) => row.id);
  const isBelow = inBranch.isSubsetOf(branchDeeds.union(deeds)) && headed.every((id) => branch.has(id));
  if (headed.length > 0 && !isBelow) throw new Refusal(codes.noRightToOperate);
}

/** What a person's roles in this space let them do throughout, as they stand in this transaction. */
async function permissionsOfUser(ctx: Context, personId: number): Promise<Set<Permission>> {
  const { roles } = await membershipsOf(ctx.db, [personId], ctx.user.organisationId);
  return permissionsThroughout(roles);
}

/** Without whom everything else is lost: who gives roles, and who lets in again those who cannot sign in. */
const indispensable: readonly Permission[] = ['roles.assign', 'people.secrets'];

/** Refuses the change that would leave nobody to administrate, or that takes from the caller what lets them make it. */
export async function requireAdministratorsLeft(ctx: Context): Promise<void> {
  const { organisationId, permissions: office, id } = ctx.user;
  const first = (await firstOrganisation(ctx.db))?.id === organisationId;
  const held = permissionsThroughout(await heldRolePermissions(ctx.db, organisationId));
  if (![...indispensable, ...(first ? sitePermissions : [])].every((deed) => held.has(deed))) throw new Refusal(codes.lastAdministrator);
  if (!office.all.isSubsetOf(await permissionsOfUser(ctx, id))) throw new Refusal(codes.cannotChangeSelf);
}
