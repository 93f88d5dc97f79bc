import type { GranteeType } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { FoundDepartment } from '@dossier/contract/identity/departments';
import type { Principal, people } from '@dossier/contract/identity/users';
import type { Context } from '../../../platform/context.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { isPlainGuest, structureKnownTo } from '../effective-membership.ts';
import { findOrganisation } from '../organisations.queries.ts';
import { type PrincipalQuery, departmentNames, departmentsAboveEach, findNamed, findPeople } from './principals.queries.ts';

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
