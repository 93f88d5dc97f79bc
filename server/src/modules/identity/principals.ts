import type { GranteeType } from '@dossier/contract/core/rights';
import type { Principal } from '@dossier/contract/identity/users';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isPlainGuest } from './effective-membership.ts';
import { membershipsOf } from './memberships.queries.ts';
import { departmentsAboveEach, memberIds, membersOfAll, pageOfThese, principalRows } from './principals/principals.queries.ts';

/** A principal of the caller's organisation. */
export async function findPrincipal(ctx: Context, type: GranteeType, id: number): Promise<Principal | undefined> {
  const [row] = await principalRows(ctx.db, type, { ids: [id], organisationId: ctx.user.organisationId });
  return row === undefined ? undefined : { type, id: String(row.id), name: row.name };
}

/** Names of many principals of all kinds, one query a kind; '' for deleted ones. */
export async function principalNames(
  ctx: { db: Context['db']; user: { organisationId: number } },
  wanted: readonly { type: GranteeType; id: number }[],
): Promise<(type: GranteeType, id: number) => string> {
  const names = new Map<string, string>();
  for (const type of new Set(wanted.map((one) => one.type))) {
    const ids = wanted.filter((one) => one.type === type).map((one) => one.id);
    for (const row of await principalRows(ctx.db, type, { ids, organisationId: ctx.user.organisationId }))
      names.set(`${type} ${row.id}`, row.name);
  }
  return (type, id) => names.get(`${type} ${id}`) ?? '';
}

/** The enabled users of a principal, at most `limit`, to notify of a grant. */
export const usersOfPrincipal = (ctx: Pick<Context, 'db'>, grantee: { type: GranteeType; id: number; limit: number }): Promise<number[]> =>
  memberIds(ctx.db, grantee);

/** A principal that rights are given to. */
interface PrincipalRef {
  granteeType: string;
  granteeId: number;
}

/**
 * All users of some principals in an organisation, and through which of them, as indexes of the given list: one query a kind.
 * Subdepartments and disabled users count; an organisation's guests do not.
 */
export async function membersOfPrincipals(
  db: Db,
  grantees: readonly PrincipalRef[],
  organisationId: number,
): Promise<Map<number, number[]>> {
  const members = new Map<number, Set<number>>();
  const add = (personId: number, index: number): void => {
    const existing = members.get(personId);
    if (existing === undefined) members.set(personId, new Set([index]));
    else existing.add(index);
  };
  const placesOf = new Map(grantees.map((one, index) => [`${one.granteeType} ${one.granteeId}`, index]));
  for (const [index, one] of grantees.entries()) if (one.granteeType === 'user') add(one.granteeId, index);
  for (const type of ['group', 'role', 'department', 'organisation'] as const) {
    const ids = grantees.filter((one) => one.granteeType === type).map((one) => one.granteeId);
    if (ids.length === 0) continue;
    for (const row of await membersOfAll(db, type, { ids, organisationId })) {
      const index = placesOf.get(`${type} ${row.principal_id}`);
      if (index !== undefined) add(row.person_id, index);
    }
  }
  return new Map([...members].map(([id, indexes]) => [id, [...indexes].toSorted((a, b) => a - b)]));
}

/** A page of these users, by name, of those who work in the organisation; the total counts only those. */
export const pageOfUsersAmong = (...asked: Parameters<typeof pageOfThese>) => pageOfThese(...asked);

type DepartmentPathOf = (personId: number, departmentId: number) => string[] | undefined;

/** The path of names from a department of the user's own up to an ancestor; undefined where they are a direct member of that one. */
export async function departmentPaths(ctx: Context, people: readonly number[]): Promise<DepartmentPathOf> {
  if (isPlainGuest(ctx.user)) return () => undefined;
  const { departments } = await membershipsOf(ctx.db, [...people], ctx.user.organisationId);
  const own = Map.groupBy(departments, (row) => row.person_id);
  const above = await departmentsAboveEach(ctx.db, [...new Set(departments.map((row) => row.id))]);
  return (personId, departmentId) => {
    const theirs = own.get(personId) ?? [];
    if (theirs.some((one) => one.id === departmentId)) return undefined;
    for (const one of theirs) {
      const path = above.get(one.id) ?? [];
      const at = path.findIndex(({ id }) => id === departmentId);
      if (at >= 0) return [one, ...path.slice(at).toReversed()].map(({ name }) => name);
    }
    return undefined;
  };
}
