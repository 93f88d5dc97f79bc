import { codes } from '@dossier/contract/core/codes';
import type { Paged } from '@dossier/contract/core/shapes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Group, Role, people } from '@dossier/contract/identity/users';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameColumns } from '../../../platform/text/names.ts';
import { groupCreated, groupDeleted, groupUpdated, roleCreated, roleDeleted, roleUpdated } from '../events.ts';
import { membershipsOf, removeAllMembers } from '../memberships.queries.ts';
import { structureKnownTo } from '../effective-membership.ts';
import { requireAdministratorsLeft, requireGrantable } from '../memberships/assign-memberships.ts';
import {
  deleteGroupRow,
  deleteRoleRow,
  findGroup,
  insertGroup,
  insertRole,
  pageOfGroups,
  pageOfRoles,
  rolesByIds,
  updateGroupRow,
  updateRoleRow,
} from './groups-roles.queries.ts';
import { isArea, permissionsOfRole, rolePermissionColumns } from './role-permissions.ts';

/** A group of the caller's organisation, or 2201. */
export async function requireGroup(ctx: Context, id: string) {
  const found = await findGroup(ctx.db, ctx.user.organisationId, Number(id));
  if (found === undefined) throw new Refusal(codes.groupMissing);
  return found;
}

/** The groups of the organisation; to guests their own. */
export async function listGroups(ctx: Context, { pageNo, pageSize, keyword }: ParsedOf<typeof people.groups>): Promise<Paged<Group>> {
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfGroups(
    ctx.db,
    { organisationId: ctx.user.organisationId, keyword, ids: structureKnownTo(ctx.user)?.group },
    page,
  );
  const list = rows.map((row) => ({ id: String(row.id), name: row.name, memberCount: row.member_count ?? 0 }));
  return { list, pageNo, pageSize, totalNumber: total };
}

export async function createGroup(ctx: Context, input: ParsedOf<typeof people.createGroup>) {
  const id = newId();
  const names = nameColumns(input.name);
  await refuseTakenGroupName(insertGroup(ctx.db, { id, organisation_id: ctx.user.organisationId, ...names }));
  await ctx.emit(groupCreated, { objId: id, objName: names.name });
  return { id: String(id) };
}

export async function renameGroup(ctx: Context, input: ParsedOf<typeof people.renameGroup>) {
  const group = await requireGroup(ctx, input.id);
  const names = nameColumns(input.name);
  await refuseTakenGroupName(updateGroupRow(ctx.db, group.id, names));
  await ctx.emit(groupUpdated, { objId: group.id, objName: names.name, before: { name: group.name }, after: { name: names.name } });
  return {};
}

export async function deleteGroup(ctx: Context, input: { id: string }) {
  const group = await requireGroup(ctx, input.id);
  await removeAllMembers(ctx.db, 'group', group.id);
  await deleteGroupRow(ctx.db, group.id);
  await bumpVersion(ctx.db, 'people');
  await ctx.emit(groupDeleted, { objId: group.id, objName: group.name });
  return {};
}

async function refuseTakenGroupName(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.groupNameExists);
    throw error;
  }
}

/** A role of the caller's organisation that the caller may change: 2023, or 1001 where it administrates the site. */
export async function requireRole(ctx: Context, id: string) {
  const [found] = await rolesByIds(ctx.db, ctx.user.organisationId, [Number(id)]);
  if (found === undefined) throw new Refusal(codes.roleMissing);
  requireGrantable(ctx, found, []);
  return found;
}

/** Refuses to give the holders of a role, the caller among them, permissions that the caller lacks. */
async function requireChangeableRole(
  ctx: Context,
  role: { id: number },
  columns: { permissions: string; department_scope: number },
): Promise<void> {
  const { roles } = await membershipsOf(ctx.db, [ctx.user.id], ctx.user.organisationId);
  requireGrantable(ctx, columns, roles.some((ownRole) => ownRole.id === role.id) ? [ctx.user.id] : []);
}

/** The roles of the organisation; to guests their own. */
export async function listRoles(ctx: Context, { pageNo, pageSize, keyword }: ParsedOf<typeof people.roles>): Promise<Paged<Role>> {
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfRoles(
    ctx.db,
    { organisationId: ctx.user.organisationId, keyword, ids: structureKnownTo(ctx.user)?.role },
    page,
  );
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    roleType: row.role_type,
    moduleTypes: (JSON.parse(row.module_types) as number[]).filter(isArea),
    deeds: permissionsOfRole(row),
    branch: row.department_scope === 1,
    builtIn: row.built_in === 1,
    memberCount: row.member_count ?? 0,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

export async function createRole(ctx: Context, input: ParsedOf<typeof people.createRole>) {
  const id = newId();
  const names = nameColumns(input.name);
  const columns = rolePermissionColumns({ moduleTypes: input.moduleTypes ?? [], deeds: input.deeds ?? [], branch: input.branch ?? false });
  requireGrantable(ctx, columns, []);
  await refuseTakenRoleName(
    insertRole(ctx.db, { id, organisation_id: ctx.user.organisationId, ...names, ...columns, built_in: 0, kind: '' }),
  );
  await ctx.emit(roleCreated, {
    objId: id,
    objName: names.name,
    after: { deeds: permissionsOfRole(columns), branch: columns.department_scope === 1 },
  });
  return { id: String(id) };
}

/** Renames a role or changes its modules and permissions. The administrators' role keeps its permissions: the first administrator depends on them. */
export async function updateRole(ctx: Context, input: ParsedOf<typeof people.updateRole>) {
  const role = await requireRole(ctx, input.id);
  const columns = rolePermissionColumns({
    moduleTypes: input.moduleTypes ?? (JSON.parse(role.module_types) as number[]).filter(isArea),
    deeds: input.deeds ?? permissionsOfRole(role),
    branch: input.branch ?? role.department_scope === 1,
  });
  const keepsPermissions =
    columns.permissions === JSON.stringify(permissionsOfRole(role)) && columns.department_scope === role.department_scope;
  if (!keepsPermissions && (role.kind === 'administrators' || role.kind === 'staff')) throw new Refusal(codes.roleBuiltIn);
  await requireChangeableRole(ctx, role, columns);
  const changed = (['name', 'moduleTypes', 'deeds', 'branch'] as const).filter((field) => input[field] !== undefined);
  if (changed.length === 0) return {};
  await refuseTakenRoleName(updateRoleRow(ctx.db, role.id, { ...(input.name === undefined ? {} : nameColumns(input.name)), ...columns }));
  await requireAdministratorsLeft(ctx);
  await bumpVersion(ctx.db, 'people');
  const facts = changedFields(roleFacts(role), roleFacts({ ...role, ...columns, name: input.name ?? role.name }));
  await ctx.emit(roleUpdated, { objId: role.id, objName: input.name ?? role.name, changed, ...facts });
  return {};
}

/** The fields of a role for the log. */
const roleFacts = (row: { name: string; module_types: string; permissions: string; department_scope: number }) => ({
  name: row.name,
  modules: JSON.parse(row.module_types) as number[],
  deeds: permissionsOfRole(row),
  branch: row.department_scope === 1,
});

export async function deleteRole(ctx: Context, input: { id: string }) {
  const role = await requireRole(ctx, input.id);
  if (role.built_in === 1) throw new Refusal(codes.roleBuiltIn);
  await removeAllMembers(ctx.db, 'role', role.id);
  await deleteRoleRow(ctx.db, role.id);
  await requireAdministratorsLeft(ctx);
  await bumpVersion(ctx.db, 'people');
  await ctx.emit(roleDeleted, { objId: role.id, objName: role.name });
  return {};
}

async function refuseTakenRoleName(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.roleNameExists);
    throw error;
  }
}
