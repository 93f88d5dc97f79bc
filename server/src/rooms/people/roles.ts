import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { people, Person, Role } from '@dossier/contract/people';
import { module, roleType } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { pageOfUsers } from './list-users.ts';
import { removeAllMembers } from './membership-queries.ts';
import { keepAdministrators, needRightOver } from './memberships.ts';
import { nameColumns } from './named.ts';
import { deleteRoleRow, insertRole, pageOfRoles, rolesByIds, updateRoleRow } from './role-queries.ts';

/** A role of the caller's organisation that the caller may touch: 2023, or 1001 where it makes site administrators. */
export async function needRole(ctx: Ctx, id: string) {
  const [found] = await rolesByIds(ctx.db, ctx.user.organisationId, [Number(id)]);
  if (found === undefined) throw new Refusal(codes.roleMissing);
  needRightOver(ctx, found.role_type);
  return found;
}

export async function listRoles(ctx: Ctx, { pageNo, pageSize, keyword }: ParsedOf<typeof people.roles>): Promise<Paged<Role>> {
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfRoles(ctx.db, { organisationId: ctx.user.organisationId, keyword }, page);
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    roleType: row.role_type,
    moduleTypes: JSON.parse(row.module_types) as number[],
    builtIn: row.built_in === 1,
    memberCount: row.member_count ?? 0,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The areas as they are kept, and the bits they imply: who is shown the administration may use it. */
function areasOf(moduleTypes: number[]) {
  const known: number[] = Object.values(module);
  if (moduleTypes.some((type) => !known.includes(type))) throw new Refusal(codes.invalidParams);
  const wanted = [...new Set(moduleTypes)].toSorted((a, b) => a - b);
  const bits = (wanted.includes(module.admin) ? roleType.admin : 0) | (wanted.includes(module.site) ? roleType.site : 0);
  return { role_type: bits, module_types: JSON.stringify(wanted) };
}

export async function createRole(ctx: Ctx, input: ParsedOf<typeof people.createRole>) {
  const id = newId();
  const names = nameColumns(input.name);
  const areas = areasOf(input.moduleTypes ?? []);
  needRightOver(ctx, areas.role_type);
  await refuseTaken(insertRole(ctx.db, { id, organisation_id: ctx.user.organisationId, ...names, ...areas, built_in: 0 }));
  await ctx.say('role.created', { objId: id, objName: names.name });
  return { id: String(id) };
}

/** Renames a role or changes its areas; a built-in one keeps its bits, as the first administrator and new people hang on them. */
export async function updateRole(ctx: Ctx, input: ParsedOf<typeof people.updateRole>) {
  const role = await needRole(ctx, input.id);
  const areas = input.moduleTypes === undefined ? undefined : areasOf(input.moduleTypes);
  if (areas !== undefined) needRightOver(ctx, areas.role_type);
  if (role.built_in === 1 && areas !== undefined && areas.role_type !== role.role_type) throw new Refusal(codes.roleBuiltIn);
  const changes = { ...(input.name === undefined ? {} : nameColumns(input.name)), ...areas };
  if (Object.keys(changes).length === 0) return {};
  await refuseTaken(updateRoleRow(ctx.db, role.id, changes));
  await keepAdministrators(ctx);
  await bumpVersion(ctx.db, 'people');
  const changed = (['name', 'moduleTypes'] as const).filter((field) => input[field] !== undefined);
  await ctx.say('role.updated', { objId: role.id, objName: input.name ?? role.name, changed });
  return {};
}

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

/** The people who hold a role; even a site administrator's role may be looked at by every administrator. */
export async function roleMembers(ctx: Ctx, input: ParsedOf<typeof people.roleMembers>): Promise<Paged<Person>> {
  const [role] = await rolesByIds(ctx.db, ctx.user.organisationId, [Number(input.id)]);
  if (role === undefined) throw new Refusal(codes.roleMissing);
  return pageOfUsers(ctx, { roleId: role.id, keyword: input.keyword }, input);
}

async function refuseTaken(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.roleNameExists);
    throw error;
  }
}
