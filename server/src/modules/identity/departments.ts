import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Department } from '@dossier/contract/identity/departments';
import type { people } from '@dossier/contract/identity/users';
import type { Context } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/dialect.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { changedFields } from '../../platform/events/event.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { nameColumns } from '../../platform/text/names.ts';
import { requireWithinScope, withoutGrowingScope } from './department-scope.ts';
import {
  countsBelow,
  deleteDepartmentRow,
  departmentAncestors,
  departmentInUse,
  departmentsBelow,
  everyHead,
  findDepartment,
  headsOf,
  holdersOf,
  insertDepartment,
  setHeadRows,
  siblingDepartments,
  topmostAmong,
  updateDepartmentRow,
} from './departments.queries.ts';
import { structureKnownTo } from './effective-membership.ts';
import { departmentCreated, departmentDeleted, departmentUpdated } from './events.ts';
import { roleOfKind } from './groups-roles/groups-roles.queries.ts';
import { addMembers, countPeople, removeMembers } from './memberships.queries.ts';
import { requireGrantable } from './memberships/assign-memberships.ts';

/** Gives the heads role to exactly the heads of departments: so that it is visible who they are, and rights can be given to all of them. */
async function syncHeadsRole(ctx: Context): Promise<void> {
  const { id } = await roleOfKind(ctx.db, ctx.user.organisationId, 'heads');
  const heads = new Set(await everyHead(ctx.db, ctx.user.organisationId));
  const holders = new Set(await holdersOf(ctx.db, id));
  await addMembers(ctx.db, 'role', { id, people: [...heads.difference(holders)] });
  await removeMembers(ctx.db, 'role', { id, people: [...holders.difference(heads)] });
}

/** A department of the caller's organisation, or 2103. */
export async function requireDepartment(ctx: Context, id: string) {
  const found = await findDepartment(ctx.db, ctx.user.organisationId, Number(id));
  if (found === undefined) throw new Refusal(codes.departmentMissing);
  return found;
}

/** The departments below one, or the top ones; guests are told none, as numbers and heads of each are the organisation's to know. */
export async function listDepartments(ctx: Context, input: ParsedOf<typeof people.departments>): Promise<Department[]> {
  if (structureKnownTo(ctx.user) !== undefined) return [];
  const parent = input.parentId === undefined ? 0 : (await requireDepartment(ctx, input.parentId)).id;
  const { organisationId, permissions } = ctx.user;
  const isTopmost = input.headed === true && parent === 0;
  const rows = await (isTopmost
    ? topmostAmong(ctx.db, organisationId, [...permissions.departmentScope])
    : departmentsBelow(ctx.db, organisationId, parent));
  const ids = rows.map((row) => row.id);
  const heads = Map.groupBy(await headsOf(ctx.db, ids), (row) => row.department_id);
  const below = await countsBelow(ctx.db, ids);
  return rows.map((row) => ({
    id: String(row.id),
    parentId: row.parent_id === 0 ? undefined : String(row.parent_id),
    name: row.name,
    sortNumber: row.sort_number,
    hasChildren: (row.child_count ?? 0) > 0,
    memberCount: row.member_count ?? 0,
    wholeCount: below.get(row.id)?.people ?? 0,
    belowCount: below.get(row.id)?.departments ?? 0,
    heads: (heads.get(row.id) ?? []).map(({ id, name }) => ({ id: String(id), name })),
  }));
}

export async function createDepartment(ctx: Context, input: ParsedOf<typeof people.createDepartment>) {
  const parentId = input.parentId === undefined ? 0 : (await requireDepartment(ctx, input.parentId)).id;
  requireWithinScope(ctx, 'departments.edit', [parentId]);
  const id = newId();
  const names = nameColumns(input.name);
  const row = { id, organisation_id: ctx.user.organisationId, parent_id: parentId, ...names, sort_number: input.sortNumber };
  await refuseTakenName(insertDepartment(ctx.db, row));
  // it joins the scope of the heads above it
  await bumpVersion(ctx.db, 'people');
  await ctx.emit(departmentCreated, { objId: id, objName: names.name });
  return { id: String(id) };
}

/**
 * Renames, orders or moves a department, never below itself. A move changes who has access, so heads move only departments below theirs,
 * and only there.
 */
export async function updateDepartment(ctx: Context, input: ParsedOf<typeof people.updateDepartment>) {
  const department = await requireDepartment(ctx, input.id);
  if (input.sortNumber !== undefined && (input.sortNumber < 0 || input.sortNumber > 999)) throw new Refusal(codes.invalidParams);
  const parentId = input.parentId === undefined ? undefined : await requireParent(ctx, department.id, input.parentId);
  requireWithinScope(ctx, 'departments.edit', [department.id, ...(parentId === undefined ? [] : [department.parent_id, parentId])]);
  const changes = {
    ...(input.name === undefined ? {} : nameColumns(input.name)),
    ...(input.sortNumber === undefined ? {} : { sort_number: input.sortNumber }),
    ...(parentId === undefined ? {} : { parent_id: parentId }),
  };
  if (Object.keys(changes).length === 0) return {};
  // a move must not bring a department into the caller's own scope
  await withoutGrowingScope(ctx, () => refuseTakenName(updateDepartmentRow(ctx.db, department.id, changes)));
  if (parentId !== undefined && parentId !== department.parent_id) await bumpVersion(ctx.db, 'people');
  const changed = (['name', 'sortNumber', 'parentId'] as const).filter((field) => input[field] !== undefined);
  const above = async (id: number): Promise<string> => (id === 0 ? '' : (await requireDepartment(ctx, String(id))).name);
  const moved = parentId !== undefined && parentId !== department.parent_id;
  const facts = changedFields(
    { name: department.name, sortNumber: department.sort_number, ...(moved && { above: await above(department.parent_id) }) },
    {
      name: input.name ?? department.name,
      sortNumber: input.sortNumber ?? department.sort_number,
      ...(moved && { above: await above(parentId) }),
    },
  );
  await ctx.emit(departmentUpdated, { objId: department.id, objName: input.name ?? department.name, changed, ...facts });
  return {};
}

async function requireParent(ctx: Context, id: number, parent: string): Promise<number> {
  if (parent === '0') return 0;
  const found = await requireDepartment(ctx, parent);
  const above = await departmentAncestors(ctx.db, { id: found.id });
  if (above.some((row) => row.id === id)) throw new Refusal(codes.departmentLoop);
  return found.id;
}

export async function deleteDepartment(ctx: Context, input: { id: string }) {
  const department = await requireDepartment(ctx, input.id);
  requireWithinScope(ctx, 'departments.edit', [department.id, department.parent_id]);
  if (await departmentInUse(ctx.db, department.id)) throw new Refusal(codes.departmentNotEmpty);
  await setHeadRows(ctx.db, department.id, []);
  await syncHeadsRole(ctx);
  await deleteDepartmentRow(ctx.db, department.id);
  await bumpVersion(ctx.db, 'people');
  await ctx.emit(departmentDeleted, { objId: department.id, objName: department.name });
  return {};
}

async function refuseTakenName(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.departmentNameExists);
    throw error;
  }
}

/** The highest sort number of departments. */
const lastSortNumber = 999;

/** Puts a department before another of its level, or last, and renumbers the level; heads order what is below their departments. */
export async function placeDepartment(ctx: Context, input: ParsedOf<typeof people.placeDepartment>) {
  const { id, name, parent_id } = await requireDepartment(ctx, input.id);
  requireWithinScope(ctx, 'departments.edit', [parent_id]);
  const level = await siblingDepartments(ctx.db, ctx.user.organisationId, parent_id);
  const others = level.filter((row) => row.id !== id);
  const at = input.before === undefined ? others.length : others.findIndex((row) => row.id === Number(input.before));
  if (at < 0) throw new Refusal(codes.departmentMissing);
  const ordered = others.toSpliced(at, 0, { id, sort_number: -1 });
  for (const [index, row] of ordered.entries()) {
    const sort_number = Math.min(index + 1, lastSortNumber);
    if (row.sort_number !== sort_number) await updateDepartmentRow(ctx.db, row.id, { sort_number });
  }
  await ctx.emit(departmentUpdated, { objId: id, objName: name, changed: ['sortNumber'] });
  return {};
}

/** Replaces the heads of a department; nobody gains permissions for themselves by that. */
export async function setHeads(ctx: Context, input: ParsedOf<typeof people.setHeads>) {
  const { id, name } = await requireDepartment(ctx, input.id);
  const wanted = [...new Set(input.userIds.map(Number))];
  const { organisationId } = ctx.user;
  if ((await countPeople(ctx.db, organisationId, wanted)) !== wanted.length) throw new Refusal(codes.userMissing);
  const before = await headsOf(ctx.db, [id]);
  const role = await roleOfKind(ctx.db, organisationId, 'heads');
  requireGrantable(
    ctx,
    role,
    wanted.filter((person) => before.every((head) => head.id !== person)),
  );
  await withoutGrowingScope(ctx, async () => {
    await setHeadRows(ctx.db, id, wanted);
    await syncHeadsRole(ctx);
  });
  await bumpVersion(ctx.db, 'people');
  const after = await headsOf(ctx.db, [id]);
  const names = (heads: typeof after): string => heads.map((head) => head.name).join(', ');
  await ctx.emit(departmentUpdated, {
    objId: id,
    objName: name,
    changed: ['heads'],
    before: { heads: names(before) },
    after: { heads: names(after) },
  });
  return {};
}
