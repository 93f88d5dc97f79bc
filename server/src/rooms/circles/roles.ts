import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { people, Role } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { changedFields } from '../../ground/changed-fields.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { removeAllMembers } from './membership-queries.ts';
import { keepAdministrators, needGivable } from './memberships.ts';
import { deedsOf, isArea, officeColumns } from './office.ts';
import { belongings } from './belonging-queries.ts';
import { deleteRoleRow, insertRole, pageOfRoles, rolesByIds, updateRoleRow } from './role-queries.ts';

/** A role of the caller's organisation that the caller may touch: 2023, or 1001 where it administrates the site. */
export async function needRole(ctx: Ctx, id: string) {
  const [found] = await rolesByIds(ctx.db, ctx.user.organisationId, [Number(id)]);
  if (found === undefined) throw new Refusal(codes.roleMissing);
  needGivable(ctx, found, []);
  return found;
}

/** Refuses to give those who hold a role, the caller among them, what the caller has not. */
async function needChangeable(ctx: Ctx, role: { id: number }, office: { deeds: string; branch: number }): Promise<void> {
  const { roles } = await belongings(ctx.db, [ctx.user.id], ctx.user.organisationId);
  needGivable(ctx, office, roles.some((held) => held.id === role.id) ? [ctx.user.id] : []);
}

export async function listRoles(ctx: Ctx, { pageNo, pageSize, keyword }: ParsedOf<typeof people.roles>): Promise<Paged<Role>> {
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfRoles(ctx.db, { organisationId: ctx.user.organisationId, keyword }, page);
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    roleType: row.role_type,
    moduleTypes: (JSON.parse(row.module_types) as number[]).filter(isArea),
    deeds: deedsOf(row),
    branch: row.branch === 1,
    builtIn: row.built_in === 1,
    memberCount: row.member_count ?? 0,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

export async function createRole(ctx: Ctx, input: ParsedOf<typeof people.createRole>) {
  const id = newId();
  const names = nameColumns(input.name);
  const office = officeColumns({ moduleTypes: input.moduleTypes ?? [], deeds: input.deeds ?? [], branch: input.branch ?? false });
  needGivable(ctx, office, []);
  await refuseTaken(insertRole(ctx.db, { id, organisation_id: ctx.user.organisationId, ...names, ...office, built_in: 0, kind: '' }));
  await ctx.say('role.created', { objId: id, objName: names.name, after: { deeds: deedsOf(office), branch: office.branch === 1 } });
  return { id: String(id) };
}

/** Renames a role or changes its areas and what it lets do; the administrators' keeps its deeds, as the first administrator hangs on them. */
export async function updateRole(ctx: Ctx, input: ParsedOf<typeof people.updateRole>) {
  const role = await needRole(ctx, input.id);
  const office = officeColumns({
    moduleTypes: input.moduleTypes ?? (JSON.parse(role.module_types) as number[]).filter(isArea),
    deeds: input.deeds ?? deedsOf(role),
    branch: input.branch ?? role.branch === 1,
  });
  const keepsDeeds = office.deeds === JSON.stringify(deedsOf(role)) && office.branch === role.branch;
  if (!keepsDeeds && (role.kind === 'administrators' || role.kind === 'staff')) throw new Refusal(codes.roleBuiltIn);
  await needChangeable(ctx, role, office);
  const changed = (['name', 'moduleTypes', 'deeds', 'branch'] as const).filter((field) => input[field] !== undefined);
  if (changed.length === 0) return {};
  await refuseTaken(updateRoleRow(ctx.db, role.id, { ...(input.name === undefined ? {} : nameColumns(input.name)), ...office }));
  await keepAdministrators(ctx);
  await bumpVersion(ctx.db, 'people');
  const facts = changedFields(roleFacts(role), roleFacts({ ...role, ...office, name: input.name ?? role.name }));
  await ctx.say('role.updated', { objId: role.id, objName: input.name ?? role.name, changed, ...facts });
  return {};
}

/** What the log keeps of a role. */
const roleFacts = (row: { name: string; module_types: string; deeds: string; branch: number }) => ({
  name: row.name,
  modules: JSON.parse(row.module_types) as number[],
  deeds: deedsOf(row),
  branch: row.branch === 1,
});

export async function deleteRole(ctx: Ctx, input: { id: string }) {
  const role = await needRole(ctx, input.id);
  if (role.built_in === 1) throw new Refusal(codes.roleBuiltIn);
  await removeAllMembers(ctx.db, 'role', role.id);
  await deleteRoleRow(ctx.db, role.id);
  await keepAdministrators(ctx);
  await bumpVersion(ctx.db, 'people');
  await ctx.say('role.deleted', { objId: role.id, objName: role.name });
  return {};
}

async function refuseTaken(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.roleNameExists);
    throw error;
  }
}
