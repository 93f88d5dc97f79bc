import type { GranteeType } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { FoundDepartment } from '@dossier/contract/identity/departments';
import type { people, Principal } from '@dossier/contract/identity/users';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { nameKey } from '../../platform/text/names.ts';
import { isPlainGuest, structureKnownTo } from './effective-membership.ts';
import { membershipsOf } from './memberships.queries.ts';
import { findOrganisation } from './organisations.queries.ts';
import {
  departmentNames,
  departmentsAboveEach,
  findNamed,
  findPeople,
  memberIds,
  membersOfAll,
  pageOfThese,
  type PrincipalQuery,
  principalRows,
} from './principals/principals.queries.ts';

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

const mostPrincipals = 20;
const guestLetters = 2;

interface FoundPrincipal {
  id: number;
  name: string;
  detail?: string;
}

/** Guests find their own departments, groups and roles alone: by two letters after two letters they would list all. */
function knownAmong({ user }: Context, kind: 'department' | 'group' | 'role'): Pick<PrincipalQuery, 'among'> {
  const known = structureKnownTo(user);
  return known === undefined ? {} : { among: known[kind] };
}

const finders: Record<GranteeType, (ctx: Context, wanted: PrincipalQuery) => Promise<FoundPrincipal[]>> = {
  user: (ctx, wanted) => findPeople(ctx.db, wanted),
  group: (ctx, wanted) => findNamed(ctx.db, 'group', { ...wanted, ...knownAmong(ctx, 'group') }),
  async department(ctx, wanted) {
    const rows = await findNamed(ctx.db, 'department', { ...wanted, ...knownAmong(ctx, 'department') });
    const above = await departmentNames(ctx.db, structureKnownTo(ctx.user) === undefined ? rows.map((row) => row.parent_id) : []);
    return rows.map(({ id, name, parent_id }) => ({ id, name, detail: above.get(parent_id) }));
  },
  async organisation(ctx, wanted) {
    const own = await findOrganisation(ctx.db, wanted.organisationId);
    return own !== undefined && own.name_key.includes(wanted.key) ? [{ id: own.id, name: own.name }] : [];
  },
  role: (ctx, wanted) => findNamed(ctx.db, 'role', { ...wanted, ...knownAmong(ctx, 'role') }),
};

/**
 * Principals to give rights to: at most 20, with a share for each kind when more are found. A guest must enter at least two letters of a
 * name, so that they cannot list the users.
 */
export async function searchPrincipals(ctx: Context, input: ParsedOf<typeof people.grantees>): Promise<Principal[]> {
  const { organisationId } = ctx.user;
  const guest = isPlainGuest(ctx.user);
  const key = nameKey(input.keyword.trim());
  if (guest && [...key].length < guestLetters) return [];
  const wanted = { organisationId, key, limit: mostPrincipals, nameless: guest };
  const types = input.type === undefined ? (Object.keys(finders) as GranteeType[]) : [input.type];
  const found = new Map<GranteeType, FoundPrincipal[]>();
  for (const type of types) found.set(type, await finders[type](ctx, wanted));
  const shares = shareOut([...found.values()].map((rows) => rows.length));
  return types.flatMap((type, at) =>
    (found.get(type) ?? []).slice(0, shares[at]).map(({ id, name, detail }) => ({ type, id: String(id), name, detail })),
  );
}

/** The number shown of each kind, distributed in turns until 20 are reached. */
function shareOut(counts: number[]): number[] {
  const shares = counts.map(() => 0);
  let left = Math.min(
    mostPrincipals,
    counts.reduce((sum, count) => sum + count, 0),
  );
  for (let at = 0; left > 0; at = (at + 1) % counts.length) {
    const share = shares[at] ?? 0;
    if (share >= (counts[at] ?? 0)) continue;
    shares[at] = share + 1;
    left--;
  }
  return shares;
}

const mostDepartments = 20;

/** Departments by part of their name, matches at the start first, each with its path; not for guests without administrative permissions. */
export async function findDepartments(ctx: Context, input: ParsedOf<typeof people.findDepartments>): Promise<FoundDepartment[]> {
  if (isPlainGuest(ctx.user)) return [];
  const { organisationId, permissions } = ctx.user;
  const query = { organisationId, key: nameKey(input.keyword.trim()), limit: mostDepartments };
  const rows = await findNamed(ctx.db, 'department', {
    ...query,
    ...(input.headed === true && { among: [...permissions.departmentScope] }),
  });
  const paths = await departmentsAboveEach(
    ctx.db,
    rows.map((row) => row.id),
  );
  const named = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name });
  return rows.map((row) => ({ ...named(row), way: (paths.get(row.id) ?? []).map(named) }));
}
