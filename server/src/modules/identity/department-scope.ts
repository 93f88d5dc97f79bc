import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { departmentsHeaded } from './departments.queries.ts';
import { permissionsInScope, permissionsThroughout } from './groups-roles/role-permissions.ts';
import { membershipsOf } from './memberships.queries.ts';

/** The departments that limit a permission of the caller: those that they head, or undefined for the whole organisation. */
export function departmentScopeFor({ user }: Context, permission: Permission): ReadonlySet<number> | undefined {
  const { all: general, inDepartmentScope: scoped, departmentScope: scope } = user.permissions;
  if (general.has(permission)) return undefined;
  return scoped.has(permission) ? scope : new Set();
}

/** Refuses departments outside the caller's scope for a permission; 0 is the top level, which is in no scope. */
export function requireWithinScope(ctx: Context, permission: Permission, departmentIds: readonly number[]): void {
  const scope = departmentScopeFor(ctx, permission);
  if (scope !== undefined && !departmentIds.every((id) => scope.has(id))) throw new Refusal(codes.noRightToOperate);
}

/** The users whose main department, or every department without a main one, is among these. */
export async function usersWithinScope(ctx: Context, people: readonly number[], scope: ReadonlySet<number>): Promise<Set<number>> {
  const { departments } = await membershipsOf(ctx.db, [...people], ctx.user.organisationId);
  const within = [...Map.groupBy(departments, (row) => row.person_id)].filter(([, rows]) => {
    const main = rows.filter((row) => row.main === 1);
    return (main.length > 0 ? main : rows).every((row) => scope.has(row.id));
  });
  return new Set(within.map(([id]) => id));
}

/** Refuses users whose main department, or any without a main one, is outside the caller's scope for a permission. */
export async function requireUserWithinScope(ctx: Context, permission: Permission, personId: number): Promise<void> {
  const scope = departmentScopeFor(ctx, permission);
  if (scope === undefined) return;
  if (!(await usersWithinScope(ctx, [personId], scope)).has(personId)) throw new Refusal(codes.noRightToOperate);
}

/**
 * The departments that the caller heads, if that gives them permissions there beyond their general ones; otherwise undefined. All roles
 * count, so that nobody moves users in with one role and administrates them with another.
 */
async function privilegedScope({ db, user }: Context): Promise<ReadonlySet<number> | undefined> {
  const { roles } = await membershipsOf(db, [user.id], user.organisationId);
  if (permissionsInScope(roles).isSubsetOf(permissionsThroughout(roles))) return undefined;
  return new Set((await departmentsHeaded(db, { person: user.id, space: user.organisationId })).map((row) => row.id));
}

/** Changes department members; 2027 when a user would come under the caller, who has more permissions over their own departments. */
export async function withoutGainingUsers<T>(ctx: Context, people: readonly number[], change: () => Promise<T>): Promise<T> {
  const scope = await privilegedScope(ctx);
  if (scope === undefined) return change();
  const before = await usersWithinScope(ctx, people, scope);
  const changed = await change();
  if (!(await usersWithinScope(ctx, people, scope)).isSubsetOf(before)) throw new Refusal(codes.cannotChangeSelf);
  return changed;
}

/** Changes parents or heads of departments; 2027 when the caller's scope would grow, by the same rule. */
export async function withoutGrowingScope<T>(ctx: Context, change: () => Promise<T>): Promise<T> {
  const before = await privilegedScope(ctx);
  if (before === undefined) return change();
  const changed = await change();
  if ((await privilegedScope(ctx))?.isSubsetOf(before) === false) throw new Refusal(codes.cannotChangeSelf);
  return changed;
}
