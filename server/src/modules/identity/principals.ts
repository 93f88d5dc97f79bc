import type { GranteeType } from '@dossier/contract/core/rights';
import type { Principal } from '@dossier/contract/identity/users';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isPlainGuest } from './effective-membership.ts';
import { membershipsOf } from './memberships.queries.ts';
import { departmentsAboveEach, memberIds, membersOfAll, pageOfThese, principalRows } from './principals/principals.queries.ts';

/** Somebody or something of the caller's organisation that rights can be given to. */
export async function findPrincipal(ctx: Context, type: GranteeType, id: number): Promise<Principal | undefined> {
  const [row] = await principalRows(ctx.db, type, { ids: [id], organisationId: ctx.user.organisationId });
  return row === undefined ? undefined : { type, id: String(row.id), name: row.name };
}

/** Names of many grantees of all kinds, one query a kind; '' for those that are gone. */
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

/** The enabled people behind a grantee, at most `limit`: whom to tell that a right was given. */
export const usersOfPrincipal = (ctx: Pick<Context, 'db'>, grantee: { type: GranteeType; id: number; limit: number }): Promise<number[]> =>
  memberIds(ctx.db, grantee);

/** Somebody or something that rights are given to. */
interface PrincipalRef {
  granteeType: string;
  granteeId: number;
}

/**
 * Everybody in an organisation that some grantees stand for, and by which of them, as places in the list given: one query a kind, however
 * many there are. Sub-departments count, disabled people too; an organisation's guests do not.
 */
export async function membersOfPrincipals(
  db: Db,
  grantees: readonly PrincipalRef[],
  organisationId: number,
): Promise<Map<number, number[]>> {
  const members = new Map<number, Set<number>>();
  const add = (personId: number, place: number): void => {
    const held = members.get(personId);
    if (held === undefined) members.set(personId, new Set([place]));
    else held.add(place);
  };
  const placesOf = new Map(grantees.map((one, place) => [`${one.granteeType} ${one.granteeId}`, place]));
  for (const [place, one] of grantees.entries()) if (one.granteeType === 'user') add(one.granteeId, place);
  for (const type of ['group', 'role', 'department', 'organisation'] as const) {
    const ids = grantees.filter((one) => one.granteeType === type).map((one) => one.granteeId);
    if (ids.length === 0) continue;
    for (const row of await membersOfAll(db, type, { ids, organisationId })) {
      const place = placesOf.get(`${type} ${row.grantee_id}`);
      if (place !== undefined) add(row.person_id, place);
    }
  }
  return new Map([...members].map(([id, places]) => [id, [...places].toSorted((a, b) => a - b)]));
}

/** A page of some people, by name, of those who work in the organisation; the total counts those alone. */
export const pageOfUsersAmong = (...asked: Parameters<typeof pageOfThese>) => pageOfThese(...asked);

type DepartmentPathOf = (personId: number, departmentId: number) => string[] | undefined;

/** By name the way from a department of somebody's own up to one that it lies in; undefined where they are in that one itself. */
export async function departmentPaths(ctx: Context, people: readonly number[]): Promise<DepartmentPathOf> {
  if (isPlainGuest(ctx.user)) return () => undefined;
  const { departments } = await membershipsOf(ctx.db, [...people], ctx.user.organisationId);
  const own = Map.groupBy(departments, (row) => row.person_id);
  const above = await departmentsAboveEach(ctx.db, [...new Set(departments.map((row) => row.id))]);
  return (personId, departmentId) => {
    const theirs = own.get(personId) ?? [];
    if (theirs.some((one) => one.id === departmentId)) return undefined;
    for (const one of theirs) {
      const way = above.get(one.id) ?? [];
      const at = way.findIndex(({ id }) => id === departmentId);
      if (at >= 0) return [one, ...way.slice(at).toReversed()].map(({ name }) => name);
    }
    return undefined;
  };
}
