import type { Grantee, people } from '@dossier/contract/people';
import type { GranteeType } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { findOrganisation } from '../organisations/organisation-rows.ts';
import { departmentNames } from './grantee-queries.ts';
import { findNamed, findPeople, type Wanted } from './grantee-queries.ts';

const most = 20;
const guestLetters = 2;

interface Found {
  id: number;
  name: string;
  detail?: string;
}

const finders: Record<GranteeType, (ctx: Ctx, wanted: Wanted) => Promise<Found[]>> = {
  user: (ctx, wanted) => findPeople(ctx.db, wanted),
  group: (ctx, wanted) => findNamed(ctx.db, 'group', wanted),
  async department(ctx, wanted) {
    const rows = await findNamed(ctx.db, 'department', wanted);
    const above = await departmentNames(
      ctx.db,
      rows.map((row) => row.parent_id),
    );
    return rows.map(({ id, name, parent_id }) => ({ id, name, detail: above.get(parent_id) }));
  },
  async organisation(ctx, wanted) {
    const own = await findOrganisation(ctx.db, wanted.organisationId);
    return own !== undefined && own.name_key.includes(wanted.key) ? [{ id: own.id, name: own.name }] : [];
  },
  role: (ctx, wanted) => findNamed(ctx.db, 'role', wanted),
};

/**
 * Whom rights can be given to: at most 20, each kind having its share when more are found. A guest looks for whom they know, by two letters
 * of the name at least, and cannot list who is there.
 */
export async function searchGrantees(ctx: Ctx, input: ParsedOf<typeof people.grantees>): Promise<Grantee[]> {
  const { organisationId } = ctx.user;
  const guest = isPlainGuest(ctx.user);
  const key = nameKey(input.keyword.trim());
  if (guest && [...key].length < guestLetters) return [];
  const wanted = { organisationId, key, limit: most, nameless: guest };
  const types = input.type === undefined ? (Object.keys(finders) as GranteeType[]) : [input.type];
  const found = new Map<GranteeType, Found[]>();
  for (const type of types) found.set(type, await finders[type](ctx, wanted));
  const shares = shareOut([...found.values()].map((rows) => rows.length));
  return types.flatMap((type, at) =>
    (found.get(type) ?? []).slice(0, shares[at]).map(({ id, name, detail }) => ({ type, id: String(id), name, detail })),
  );
}

/** How many of each kind are shown, dealt out in turns until 20 are reached. */
function shareOut(counts: number[]): number[] {
  const shares = counts.map(() => 0);
  let left = Math.min(
    most,
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
