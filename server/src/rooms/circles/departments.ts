import { codes } from '@dossier/contract/codes';
import type { Department } from '@dossier/contract/departments';
import type { people } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { changedFields } from '../../ground/changed-fields.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { countsBelow } from './branch-queries.ts';
import {
  deleteDepartmentRow,
  departmentInUse,
  departmentPath,
  departmentsBelow,
  findDepartment,
  insertDepartment,
  topmostAmong,
  updateDepartmentRow,
} from './department-queries.ts';
import { keepHeadsRole } from './heads-role.ts';
import { headsOf, setHeadRows } from './head-queries.ts';
import { growingNoBranch } from './own-branch.ts';
import { needWithin } from './within.ts';

/** A department of the caller's organisation, or 2103. */
export async function needDepartment(ctx: Ctx, id: string) {
  const found = await findDepartment(ctx.db, ctx.user.organisationId, Number(id));
  if (found === undefined) throw new Refusal(codes.departmentMissing);
  return found;
}

export async function listDepartments(ctx: Ctx, input: ParsedOf<typeof people.departments>): Promise<Department[]> {
  const parent = input.parentId === undefined ? 0 : (await needDepartment(ctx, input.parentId)).id;
  const { organisationId, office } = ctx.user;
  const isTopmost = input.headed === true && parent === 0;
  const rows = await (isTopmost
    ? topmostAmong(ctx.db, organisationId, [...office.branch])
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

export async function createDepartment(ctx: Ctx, input: ParsedOf<typeof people.createDepartment>) {
  const parentId = input.parentId === undefined ? 0 : (await needDepartment(ctx, input.parentId)).id;
  needWithin(ctx, 'departments.edit', [parentId]);
  const id = newId();
  const names = nameColumns(input.name);
  const row = { id, organisation_id: ctx.user.organisationId, parent_id: parentId, ...names, sort_number: input.sortNumber };
  await refuseTaken(insertDepartment(ctx.db, row));
  // it belongs to the branch of whoever heads what is above it
  await bumpVersion(ctx.db, 'people');
  await ctx.say('department.created', { objId: id, objName: names.name });
  return { id: String(id) };
}

/**
 * Renames, orders or moves a department; never below itself. Moving changes to whom rights reach, so that who heads departments moves
 * only what lies below them, and only there.
 */
export async function updateDepartment(ctx: Ctx, input: ParsedOf<typeof people.updateDepartment>) {
  const department = await needDepartment(ctx, input.id);
  if (input.sortNumber !== undefined && (input.sortNumber < 0 || input.sortNumber > 999)) throw new Refusal(codes.invalidParams);
  const parentId = input.parentId === undefined ? undefined : await needParent(ctx, department.id, input.parentId);
  needWithin(ctx, 'departments.edit', [department.id, ...(parentId === undefined ? [] : [department.parent_id, parentId])]);
  const changes = {
    ...(input.name === undefined ? {} : nameColumns(input.name)),
    ...(input.sortNumber === undefined ? {} : { sort_number: input.sortNumber }),
    ...(parentId === undefined ? {} : { parent_id: parentId }),
  };
  if (Object.keys(changes).length === 0) return {};
  // nor moves below their own what would thereby become their own
  await growingNoBranch(ctx, () => refuseTaken(updateDepartmentRow(ctx.db, department.id, changes)));
  if (parentId !== undefined && parentId !== department.parent_id) await bumpVersion(ctx.db, 'people');
  const changed = (['name', 'sortNumber', 'parentId'] as const).filter((field) => input[field] !== undefined);
  const above = async (id: number): Promise<string> => (id === 0 ? '' : (await needDepartment(ctx, String(id))).name);
  const moved = parentId !== undefined && parentId !== department.parent_id;
  const facts = changedFields(
    { name: department.name, sortNumber: department.sort_number, ...(moved && { above: await above(department.parent_id) }) },
    {
      name: input.name ?? department.name,
      sortNumber: input.sortNumber ?? department.sort_number,
      ...(moved && { above: await above(parentId) }),
    },
  );
  await ctx.say('department.updated', { objId: department.id, objName: input.name ?? department.name, changed, ...facts });
  return {};
}

async function needParent(ctx: Ctx, id: number, parent: string): Promise<number> {
  if (parent === '0') return 0;
  const found = await needDepartment(ctx, parent);
  const above = await departmentPath(ctx.db, { id: found.id });
  if (above.some((row) => row.id === id)) throw new Refusal(codes.departmentLoop);
  return found.id;
}

export async function deleteDepartment(ctx: Ctx, input: { id: string }) {
  const department = await needDepartment(ctx, input.id);
  needWithin(ctx, 'departments.edit', [department.id, department.parent_id]);
  if (await departmentInUse(ctx.db, department.id)) throw new Refusal(codes.departmentNotEmpty);
  await setHeadRows(ctx.db, department.id, []);
  await keepHeadsRole(ctx);
  await deleteDepartmentRow(ctx.db, department.id);
  await bumpVersion(ctx.db, 'people');
  await ctx.say('department.deleted', { objId: department.id, objName: department.name });
  return {};
}

async function refuseTaken(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.departmentNameExists);
    throw error;
  }
}
