import { codes } from '@dossier/contract/core/codes';
import type { Paged } from '@dossier/contract/core/shapes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import {
  type AddressScope,
  type AddressSegment,
  type SegmentInput,
  addressKey,
  addressScopes,
  type addresses,
  isLoopback,
  isWithin,
  maxSegments,
  parseRange,
} from '@dossier/contract/identity/address-restrictions';
import type { Context, PublicContext, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Versions, bumpVersion, readVersions } from '../../platform/db/versions.ts';
import { changedFields } from '../../platform/events/event.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { nameKey } from '../../platform/text/names.ts';
import { effectiveMembershipIn } from './effective-membership.ts';
import { addressChanged } from './events.ts';
import { requireGroup, requireRole } from './groups-roles/groups-roles.ts';
import { findPrincipal } from './principals.ts';
import {
  deleteSegmentRow,
  enabledSegments,
  findSegment,
  insertSegment,
  openOrganisations,
  pageOfSegments,
  updateSegmentRow,
} from './protection/address-segments.queries.ts';
import { takeAddressAttempt } from './attempts.ts';
import { requireColleague } from './user-accounts.ts';
import type { AdministrationGate } from '../../platform/http/serve.ts';

/** An enabled segment in comparable form. */
interface Segment {
  name: string;
  low: string;
  high: string;
  scope: AddressScope;
  kind: AddressSegment['kind'];
  /** A group or role; 0 for all users. */
  targetType: string;
  targetId: number;
}

/** The memberships of a user that segments can name: all roles count, not only the one of the session. */
interface SegmentMembership {
  groups: number[];
  roles: number[];
}

type AddressDecision = Omit<OutputOf<typeof addresses.tryAddress>['answers'][number], 'scope'>;

const appliesTo = ({ targetType, targetId }: Segment, who: SegmentMembership): boolean =>
  targetId === 0 || (targetType === 'group' ? who.groups : who.roles).includes(targetId);

/**
 * Whether a user is allowed from an address. A matching block always wins; if any allowing segment applies, one of them must match. The
 * server itself may always sign in and administrate, so that nobody is locked out for good.
 */
function decideAddress(
  segments: readonly Segment[],
  { scope, address, who }: { scope: AddressScope; address: string; who: SegmentMembership },
): AddressDecision {
  if (scope !== 'download' && isLoopback(address)) return { admitted: true, why: 'own' };
  const key = addressKey(address);
  const has = (segment: Segment): boolean => key !== undefined && isWithin(segment, key);
  const own = segments.filter((segment) => segment.scope === scope && appliesTo(segment, who));
  const blocking = own.find((segment) => segment.kind === 'block' && has(segment));
  if (blocking !== undefined) return { admitted: false, why: 'blocked', segment: blocking.name };
  const allowing = own.filter((segment) => segment.kind === 'allow');
  if (allowing.length === 0) return { admitted: true, why: 'free' };
  const inside = allowing.find(has);
  return inside === undefined ? { admitted: false, why: 'outside' } : { admitted: true, why: 'allowed', segment: inside.name };
}

/** Whether an organisation allows sign-in from an address to no user at all. */
function refusesEverybody(segments: readonly Segment[], address: string): boolean {
  const everybody = segments.filter(({ targetId }) => targetId === 0);
  const { why } = decideAddress(everybody, { scope: 'signIn', address, who: { groups: [], roles: [] } });
  if (why !== 'outside') return why === 'blocked';
  // some users may be allowed as members of a group or by a role
  const key = addressKey(address);
  const others = segments.filter(({ scope, kind, targetId }) => scope === 'signIn' && kind === 'allow' && targetId !== 0);
  return key === undefined || !others.some((segment) => isWithin(segment, key));
}

type BySpace = Map<number, Segment[]>;

const caches = new WeakMap<Services, { version: number; segments: BySpace }>();

/** The enabled segments by organisation, as a database handle sees them. */
async function loadSegments(db: Db): Promise<BySpace> {
  const rows = await enabledSegments(db);
  const segments = rows.map((row) => ({
    space: row.organisation_id,
    segment: { ...row, targetType: row.target_type, targetId: row.target_id } as unknown as Segment,
  }));
  return new Map([...Map.groupBy(segments, ({ space }) => space)].map(([space, list]) => [space, list.map(({ segment }) => segment)]));
}

/**
 * The segments from the cache, read anew only when the site version rose. What a transaction changed may still be rolled back, so it is not
 * cached for other requests.
 */
async function cachedSegments(services: Services, db: Db, version: number): Promise<BySpace> {
  const known = caches.get(services);
  if (known?.version === version) return known.segments;
  const { read } = services.database;
  if (db !== read && (await readVersions(read)).site !== version) return loadSegments(db);
  const segments = await loadSegments(read);
  caches.set(services, { version, segments });
  return segments;
}

interface AddressCheck {
  services: Services;
  db: Db;
  personId: number;
  spaceId: number;
  address: string;
  versions: Versions;
}

async function membershipOf({ services, db, personId, spaceId, versions }: AddressCheck): Promise<SegmentMembership> {
  const { principals, ownRoles } = await effectiveMembershipIn(services, db, { personId, spaceId, versions });
  return { groups: principals.groups, roles: ownRoles.map(({ id }) => id) };
}

const noSegments: Segment[] = [];

/** Whether a user is allowed from an address in a space. */
async function isAllowedFrom(query: AddressCheck, scope: AddressScope): Promise<boolean> {
  const all = (await cachedSegments(query.services, query.db, query.versions.site)).get(query.spaceId) ?? noSegments;
  if (!all.some((segment) => segment.scope === scope)) return true;
  return decideAddress(all, { scope, address: query.address, who: await membershipOf(query) }).admitted;
}

/** Decisions about a user in the caller's space, by the segments as this transaction sees them; not cached. */
async function decisionsFor(
  { services, db, user }: Context,
  { personId, address, scopes }: { personId: number; address: string; scopes: readonly AddressScope[] },
): Promise<(AddressDecision & { scope: AddressScope })[]> {
  const spaceId = user.organisationId;
  const all = (await loadSegments(db)).get(spaceId) ?? noSegments;
  const who = await membershipOf({ services, db, personId, spaceId, address, versions: await readVersions(db) });
  return scopes.map((scope) => ({ scope, ...decideAddress(all, { scope, address, who }) }));
}

/** Whether a user may enter a space from their address. */
export const mayEnterSpace = async (
  ctx: Pick<PublicContext, 'services' | 'db' | 'address'>,
  at: { personId: number; spaceId: number },
): Promise<boolean> => isAllowedFrom({ ...ctx, ...at, versions: await readVersions(ctx.db) }, 'signIn');

/** Refuses with 5802 a sign-in from an address that the user's own organisation does not allow. */
export async function requireSignInAddress(ctx: PublicContext, person: { id: number; organisation_id: number }): Promise<void> {
  if (!(await mayEnterSpace(ctx, { personId: person.id, spaceId: person.organisation_id }))) throw new Refusal(codes.addressRestricted);
}

/**
 * Refuses with 5802 an address from which no user of any organisation may sign in, before the account is checked. Counts as an attempt of
 * the address, never of an account.
 */
export async function requireUsableAddress(ctx: PublicContext): Promise<void> {
  const { services, db, now, address } = ctx;
  const bySpace = await cachedSegments(services, db, (await readVersions(db)).site);
  const refuses = (space: number): boolean => refusesEverybody(bySpace.get(space) ?? noSegments, address);
  if (![...bySpace.keys()].some(refuses)) return;
  if (!(await openOrganisations(db, now)).every(({ id }) => refuses(id))) return;
  await takeAddressAttempt(ctx);
  throw new Refusal(codes.addressRestricted);
}

/** Refuses with 5802 downloads of originals from the caller's address. */
export async function requireDownloadAddress({ services, db, user, address }: Context): Promise<void> {
  const query = { services, db, address, personId: user.id, spaceId: user.organisationId, versions: user.versions };
  if (!(await isAllowedFrom(query, 'download'))) throw new Refusal(codes.addressRestricted);
}

/** Refuses with 5802 administrative calls from an address that does not allow them. */
export const guardAdministration: AdministrationGate = async (services, { db, user, address }) => {
  const query = { services, db, address, personId: user.id, spaceId: user.organisationId, versions: user.versions };
  if (!(await isAllowedFrom(query, 'administration'))) throw new Refusal(codes.addressRestricted);
};

/** The organisation's segments by name. */
export async function listSegments(ctx: Context, input: ParsedOf<typeof addresses.segments>): Promise<Paged<AddressSegment>> {
  const { pageNo, pageSize } = input;
  const query = { organisationId: ctx.user.organisationId, keyword: (input.keyword ?? '').trim() };
  const { rows, total } = await pageOfSegments(ctx.db, query, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    addresses: row.addresses,
    scope: row.scope as AddressSegment['scope'],
    kind: row.kind as AddressSegment['kind'],
    group: row.target_type === 'group' ? { id: String(row.target_id), name: row.group_name ?? '' } : undefined,
    role: row.target_type === 'role' ? { id: String(row.target_id), name: row.role_name ?? '' } : undefined,
    enabled: row.enabled === 1,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The target of a segment: a group or role of the organisation, or all users. A former target may be gone by now. */
async function targetOf(
  ctx: Context,
  { groupId, roleId }: SegmentInput,
  before: number,
): Promise<{ target_type: string; target_id: number }> {
  if (groupId !== undefined && roleId !== undefined) throw new Refusal(codes.invalidParams, { fields: ['roleId'] });
  if (groupId !== undefined) {
    if (Number(groupId) !== before) await requireGroup(ctx, groupId);
    return { target_type: 'group', target_id: Number(groupId) };
  }
  if (roleId === undefined) return { target_type: '', target_id: 0 };
  if (Number(roleId) !== before) await requireRole(ctx, roleId);
  return { target_type: 'role', target_id: Number(roleId) };
}

async function columnsOf(ctx: Context, given: SegmentInput, before = 0) {
  const range = parseRange(given.addresses);
  if (range === undefined) throw new Refusal(codes.invalidParams, { fields: ['addresses'] });
  const { name, addresses: written, scope, kind } = given;
  const target = await targetOf(ctx, given, before);
  return { name, name_key: nameKey(name), addresses: written, ...range, scope, kind, ...target, enabled: given.enabled ? 1 : 0 };
}

type SegmentColumns = Awaited<ReturnType<typeof columnsOf>>;

/** The fields of a segment for the log. */
const factsOf = async (ctx: Context, row: SegmentColumns) => ({
  name: row.name,
  addresses: row.addresses,
  scope: row.scope,
  kind: row.kind,
  target: row.target_id === 0 ? '' : ((await findPrincipal(ctx, row.target_type as 'group' | 'role', row.target_id))?.name ?? ''),
  enabled: row.enabled === 1,
});

/** Keeps a change only if its author may still sign in and administrate from their address; then bumps the version and logs. */
async function applyChange(
  ctx: Context,
  objName: string,
  facts: { objId: number; before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  const query = { personId: ctx.user.id, address: ctx.address, scopes: ['signIn', 'administration'] as const };
  if (!(await decisionsFor(ctx, query)).every(({ admitted }) => admitted)) throw new Refusal(codes.addressLocksYouOut);
  await bumpVersion(ctx.db, 'site');
  await ctx.emit(addressChanged, { objName, ...facts });
}

async function requireSegment(ctx: Context, id: string) {
  const row = await findSegment(ctx.db, ctx.user.organisationId, Number(id));
  if (row === undefined) throw new Refusal(codes.addressSegmentMissing);
  return row;
}

export async function createSegment(ctx: Context, input: ParsedOf<typeof addresses.createSegment>): Promise<{ id: string }> {
  const { db, now, user } = ctx;
  const columns = await columnsOf(ctx, input);
  const { total } = await pageOfSegments(db, { organisationId: user.organisationId, keyword: '' }, { limit: 1, offset: 0 });
  if (total >= maxSegments) throw new Refusal(codes.addressSegmentsFull);
  const id = newId();
  await insertSegment(db, { id, organisation_id: user.organisationId, created_at: now, ...columns });
  await applyChange(ctx, columns.name, { objId: id, after: await factsOf(ctx, columns) });
  return { id: String(id) };
}

export async function updateSegment(ctx: Context, input: ParsedOf<typeof addresses.updateSegment>): Promise<Record<string, never>> {
  const row = await requireSegment(ctx, input.id);
  const columns = await columnsOf(ctx, input, row.target_id);
  await updateSegmentRow(ctx.db, row.id, columns);
  await applyChange(ctx, columns.name, {
    objId: row.id,
    ...changedFields(await factsOf(ctx, row as SegmentColumns), await factsOf(ctx, columns)),
  });
  return {};
}

export async function deleteSegment(ctx: Context, { id }: ParsedOf<typeof addresses.deleteSegment>): Promise<Record<string, never>> {
  const row = await requireSegment(ctx, id);
  await deleteSegmentRow(ctx.db, row.id);
  await applyChange(ctx, row.name, { objId: row.id, before: await factsOf(ctx, row as SegmentColumns) });
  return {};
}

/** What segments decide for a user at an address; for the caller at their own address by default. */
export async function checkAddress(
  ctx: Context,
  input: ParsedOf<typeof addresses.tryAddress>,
): Promise<OutputOf<typeof addresses.tryAddress>> {
  const address = input.address || ctx.address;
  if (input.address && addressKey(address) === undefined) throw new Refusal(codes.invalidParams, { fields: ['address'] });
  const { id: personId, full_name: fullName } = await requireColleague(ctx, Number(input.userId ?? ctx.user.id));
  return { address, fullName, answers: await decisionsFor(ctx, { personId, address, scopes: addressScopes }) };
}
