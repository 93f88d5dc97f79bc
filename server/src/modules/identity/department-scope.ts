import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { departmentsHeaded } from './departments.queries.ts';
import { permissionsInScope, permissionsThroughout } from './groups-roles/role-permissions.ts';
import { membershipsOf } from './memberships.queries.ts';

/** The departments that the caller's deed keeps to: those that they head, or undefined for the whole organisation. */
export function departmentScopeFor({ user }: Context, deed: Permission): ReadonlySet<number> | undefined {
  const { all: deeds, inDepartmentScope: branchDeeds, departmentScope: branch } = user.permissions;
  if (deeds.has(deed)) return undefined;
  return branchDeeds.has(deed) ? branch : new Set();
}

/** Refuses departments outside of those that the caller's deed keeps to; 0 stands for the top, which is nobody's branch. */
export function requireWithinScope(ctx: Context, deed: Permission, departmentIds: readonly number[]): void {
  const branch = departmentScopeFor(ctx, deed);
  if (branch !== undefined && !departmentIds.every((id) => branch.has(id))) throw new Refusal(codes.noRightToOperate);
}

/** Those of some people whose main department, or each of theirs where none is the main one, is among these. */
export async function usersWithinScope(ctx: Context, people: readonly number[], branch: ReadonlySet<number>): Promise<Set<number>> {
  const { departments } = await membershipsOf(ctx.db, [...people], ctx.user.organisationId);
  const within = [...Map.groupBy(departments, (row) => row.person_id)].filter(([, rows]) => {
    const main = rows.filter((row) => row.main === 1);
    return (main.length > 0 ? main : rows).every((row) => branch.has(row.id));
  });
  return new Set(within.map(([id]) => id));
}

/** Refuses people whose main department, or any where none is, lies outside of those that the caller's deed keeps to. */
export async function requireUserWithinScope(ctx: Context, deed: Permission, personId: number): Promise<void> {
  const branch = departmentScopeFor(ctx, deed);
  if (branch === undefined) return;
  if (!(await usersWithinScope(ctx, [personId], branch)).has(personId)) throw new Refusal(codes.noRightToOperate);
}

/**
 * The departments that the caller heads, where that lets them do there what they may not do throughout; undefined where it does not. All
 * roles count, so that nobody draws people in while working in one role and has them in another.
 */
async function privilegedScope({ db, user }: Context): Promise<ReadonlySet<number> | undefined> {
  const { roles } = await membershipsOf(db, [user.id], user.organisationId);
  if (permissionsInScope(roles).isSubsetOf(permissionsThroughout(roles))) return undefined;
  return new Set((await departmentsHeaded(db, { person: user.id, space: user.organisationId })).map((row) => row.id));
}

/** Changes who is in which department; 2027 where somebody would come thereby under the caller, who may do more to their own than to others. */
export async function withoutGainingUsers<T>(ctx: Context, people: readonly number[], change: () => Promise<T>): Promise<T> {
  const branch = await privilegedScope(ctx);
  if (branch === undefined) return change();
  const before = await usersWithinScope(ctx, people, branch);
  const changed = await change();
  if (!(await usersWithinScope(ctx, people, branch)).isSubsetOf(before)) throw new Refusal(codes.cannotChangeSelf);
  return changed;
}

/** Changes where departments hang or who heads them; 2027 where more of them would be the caller's, in the same way. */
export async function withoutGrowingScope<T>(ctx: Context, change: () => Promise<T>): Promise<T> {
  const before = await privilegedScope(ctx);
  if (before === undefined) return change();
  const changed = await change();
  if ((await privilegedScope(ctx))?.isSubsetOf(before) === false) throw new Refusal(codes.cannotChangeSelf);
  return changed;
}
