import type { AddressScope } from '@dossier/contract/addresses';
import { codes } from '@dossier/contract/codes';
import type { Ctx, Guard, House, PublicCtx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions, type Versions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { standingIn } from '../circles/principals.ts';
import { enabledSegments, openOrganisations } from './address-queries.ts';
import { type Concerned, type Decision, decide, refusesEverybody, type Segment } from './address-rules.ts';
import { takeKnock } from './guessing.ts';

type BySpace = Map<number, Segment[]>;

const caches = new WeakMap<House, { version: number; segments: BySpace }>();

/** The enabled segments by organisation, as a handle sees them. */
async function freshSegments(db: Db): Promise<BySpace> {
  const rows = await enabledSegments(db);
  const segments = rows.map((row) => ({
    space: row.organisation_id,
    segment: { ...row, targetType: row.target_type, targetId: row.target_id } as unknown as Segment,
  }));
  return new Map([...Map.groupBy(segments, ({ space }) => space)].map(([space, list]) => [space, list.map(({ segment }) => segment)]));
}

/**
 * The same from memory, read anew only when the version of the site rose: no query for calls that come in between. What a transaction
 * changed may still be undone, so that alone is not kept for others.
 */
async function segmentsNow(house: House, db: Db, version: number): Promise<BySpace> {
  const known = caches.get(house);
  if (known?.version === version) return known.segments;
  const { read } = house.database;
  if (db !== read && (await readVersions(read)).site !== version) return freshSegments(db);
  const segments = await freshSegments(read);
  caches.set(house, { version, segments });
  return segments;
}

interface Asked {
  house: House;
  db: Db;
  personId: number;
  spaceId: number;
  address: string;
  versions: Versions;
}

async function concerned({ house, db, personId, spaceId, versions }: Asked): Promise<Concerned> {
  const { principals, ownRoles } = await standingIn(house, db, { personId, spaceId, versions });
  return { groups: principals.groups, roles: ownRoles.map(({ id }) => id) };
}

const none: Segment[] = [];

/** Whether a person may do something in a space from an address. */
async function mayFrom(asked: Asked, scope: AddressScope): Promise<boolean> {
  const all = (await segmentsNow(asked.house, asked.db, asked.versions.site)).get(asked.spaceId) ?? none;
  if (!all.some((segment) => segment.scope === scope)) return true;
  return decide(all, { scope, address: asked.address, who: await concerned(asked) }).admitted;
}

/** What is decided about a person in the space of the caller by the segments as this transaction sees them, kept nowhere. */
export async function decisionsFor(
  { house, db, user }: Ctx,
  { personId, address, scopes }: { personId: number; address: string; scopes: readonly AddressScope[] },
): Promise<(Decision & { scope: AddressScope })[]> {
  const spaceId = user.organisationId;
  const all = (await freshSegments(db)).get(spaceId) ?? none;
  const who = await concerned({ house, db, personId, spaceId, address, versions: await readVersions(db) });
  return scopes.map((scope) => ({ scope, ...decide(all, { scope, address, who }) }));
}

/** Whether a person may begin to work in a space from where they are. */
export const mayEnter = async (
  ctx: Pick<PublicCtx, 'house' | 'db' | 'address'>,
  at: { personId: number; spaceId: number },
): Promise<boolean> => mayFrom({ ...ctx, ...at, versions: await readVersions(ctx.db) }, 'signIn');

/** Refuses with 5802 who may not sign in from where they are, by the segments of their own organisation. */
export async function needSignInAddress(ctx: PublicCtx, person: { id: number; organisation_id: number }): Promise<void> {
  if (!(await mayEnter(ctx, { personId: person.id, spaceId: person.organisation_id }))) throw new Refusal(codes.addressRestricted);
}

/**
 * Refuses with 5802 an address from which nobody of any organisation may sign in: before anything is asked or told about an account.
 * It counts as a guess of the address, and never for an account.
 */
export async function needAnyAddress(ctx: PublicCtx): Promise<void> {
  const { house, db, now, address } = ctx;
  const bySpace = await segmentsNow(house, db, (await readVersions(db)).site);
  const refuses = (space: number): boolean => refusesEverybody(bySpace.get(space) ?? none, address);
  if (![...bySpace.keys()].some(refuses)) return;
  if (!(await openOrganisations(db, now)).every(({ id }) => refuses(id))) return;
  await takeKnock(ctx);
  throw new Refusal(codes.addressRestricted);
}

/** Refuses with 5802 to hand out originals where the caller is. */
export async function needDownloadAddress({ house, db, user, address }: Ctx): Promise<void> {
  const asked = { house, db, address, personId: user.id, spaceId: user.organisationId, versions: user.versions };
  if (!(await mayFrom(asked, 'download'))) throw new Refusal(codes.addressRestricted);
}

/** Refuses with 5802 every administrative deed from where its caller may not administrate. */
export const guardAdministration: Guard = async (house, { db, user, address }) => {
  const asked = { house, db, address, personId: user.id, spaceId: user.organisationId, versions: user.versions };
  if (!(await mayFrom(asked, 'administration'))) throw new Refusal(codes.addressRestricted);
};
