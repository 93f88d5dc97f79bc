import { codes } from '@dossier/contract/core/codes';
import { moduleType } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import type { limits } from '@dossier/contract/identity/quotas';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type QuotaKind, refusalOfKind } from '../../platform/db/write-refusals.ts';
import { bumpVersion, readVersions } from '../../platform/db/versions.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { extOf } from '../../platform/text/names.ts';
import { limitNear } from './events.ts';
import {
  dropQuota,
  ownDefault,
  putQuota,
  type QuotaRow,
  quotasOfPlace,
  reservedBytes,
  siteWideLimits,
  wrongQuotas,
} from './quotas/quotas.queries.ts';
import * as queries from './quotas/quotas.queries.ts';

/** The subscriber that notifies of limits that come near; implemented in the `administration` module. */
export const quotaNotifierName = 'admin.limits';

const marks = [95, 80] as const;

/** The highest warning mark, in per cent, that a limit reaches with `more` added; 0 below all. */
const markOf = ({ used, max_amount }: Pick<QuotaRow, 'used' | 'max_amount'>, more = 0): number =>
  marks.find((mark) => (used + more) * 100 >= max_amount * mark) ?? 0;

/** The mark up to which users should be notified, given the last one: a lower one only after a clear drop, to avoid repeated notices. */
export function markToNotify(row: Pick<QuotaRow, 'used' | 'max_amount' | 'warned_percent'>, more = 0): number {
  const mark = markOf(row, more);
  return mark > row.warned_percent || (row.used + more) * 100 < row.max_amount * (row.warned_percent - 10) ? mark : row.warned_percent;
}

/** Emits, for delivery after the commit, that a limit is near. */
export const emitQuotaNear = (db: Db, { kind, holder_id }: Pick<QuotaRow, 'holder_id'> & { kind: string }, at: number): Promise<void> =>
  deliverTo(db, quotaNotifierName, { event: limitNear, data: { kind, holderId: holder_id }, dedupe: `${kind} ${holder_id}`, at });

/** The destination of bytes: the columns of a cabinet or folder that determine their owner. */
export interface QuotaPlace {
  organisation_id: number;
  area: number;
  area_owner_id: number;
}

/** Bytes to be stored, with the name of their document. */
interface IncomingFile {
  name: string;
  size: number;
}

interface SiteLimits extends Awaited<ReturnType<typeof siteWideLimits>> {
  largest: number;
  forbidden: ReadonlySet<string>;
}

const caches = new WeakMap<Services, { version: number; atAll: SiteLimits }>();

/** The limits of the whole site: most uploads only learn that there are none. Cached until limits or settings change. */
async function siteLimits({ services, db, user }: Context): Promise<SiteLimits> {
  const version = user.versions.site;
  const known = caches.get(services);
  if (known?.version === version) return known.atAll;
  const { read } = services.database;
  // what a transaction changed may still be rolled back, so it is not cached for other requests
  if (db !== read && (await readVersions(read)).site !== version) return readSiteLimits(db);
  const found = await readSiteLimits(read);
  caches.set(services, { version, atAll: found });
  return found;
}

async function readSiteLimits(db: Db): Promise<SiteLimits> {
  const { largest, forbidden } = await settingsOf(db, 'upload');
  return { ...(await siteWideLimits(db)), largest, forbidden: new Set(forbidden.map((ext) => ext.replace(/^\./, ''))) };
}

/** Refuses a name with an extension that the site forbids. */
export async function requireAllowedFileName(ctx: Context, name: string): Promise<void> {
  if ((await siteLimits(ctx)).forbidden.has(extOf(name))) throw new Refusal(codes.fileTypeNotAllowed);
}

async function requireUploadAllowed(ctx: Context, container: QuotaPlace, { name, size }: IncomingFile): Promise<QuotaRow[]> {
  const { largest } = await siteLimits(ctx);
  if (largest > 0 && size > largest) throw new Refusal(codes.uploadTooLarge);
  await requireAllowedFileName(ctx, name);
  return requireFreeQuota(ctx, container, size);
}

/** Whose quotas count in a place: those of its organisation, and of the person whose own area it is (0: nobody's). */
const holdersOf = ({ organisation_id: space, area, area_owner_id }: QuotaPlace): { space: number; person: number } => ({
  space,
  person: area === moduleType.my ? area_owner_id : 0,
});

/** The limits that apply to a container, with their usage. */
const limitsOf = ({ db }: Context, container: QuotaPlace): Promise<QuotaRow[]> => quotasOfPlace(db, holdersOf(container));

/** Refuses so many bytes when a limit of the container lacks space for them; answers the limits. */
export async function requireFreeQuota(ctx: Context, container: QuotaPlace, size: number): Promise<QuotaRow[]> {
  const { bytes, ends } = await siteLimits(ctx);
  if (ctx.now >= ends) throw new Refusal(codes.licenceExpired);
  if (!bytes || size === 0) return [];
  const limits = await limitsOf(ctx, container);
  const full = limits.find((row) => row.used + size > row.max_amount);
  if (full !== undefined) throw new Refusal(refusalOfKind[full.kind]);
  return limits;
}

/** Like `requireFreeQuota`, but what open uploads were promised counts as used. */
async function requireUnreservedQuota(ctx: Context, container: QuotaPlace, size: number): Promise<void> {
  await requireUnreserved(ctx, container, { limits: await requireFreeQuota(ctx, container, size), size });
}

async function requireUnreserved(
  ctx: Context,
  container: QuotaPlace,
  { limits, size }: { limits: QuotaRow[]; size: number },
): Promise<void> {
  if (limits.length === 0) return;
  const reserved: Partial<Record<QuotaKind, number>> = await reservedBytes(ctx.db, holdersOf(container));
  const full = limits.find(({ kind, used, max_amount }) => used + (reserved[kind] ?? 0) + size > max_amount);
  if (full !== undefined) throw new Refusal(refusalOfKind[full.kind]);
}

/** Refuses bytes by size or name before they are sent, by the present state of the container. */
export async function requireQuota(ctx: Context, container: QuotaPlace, coming: IncomingFile): Promise<void> {
  await requireUnreserved(ctx, container, { limits: await requireUploadAllowed(ctx, container, coming), size: coming.size });
}

/**
 * Checks the quota in the transaction that stores the bytes, so that one of several is refused by itself; emits when a limit is near.
 * Triggers count the usage, and refuse what passed these checks concurrently.
 */
export async function consumeQuota(ctx: Context, container: QuotaPlace, coming: IncomingFile): Promise<void> {
  for (const row of await requireUploadAllowed(ctx, container, coming))
    if (markToNotify(row, coming.size) !== row.warned_percent) await emitQuotaNear(ctx.db, row, ctx.now);
}

/** Emits when copies or moves brought a container near a limit: the triggers counted them already. */
export async function notifyFilledQuota(ctx: Context, container: QuotaPlace): Promise<void> {
  if (!(await siteLimits(ctx)).bytes) return;
  for (const row of await limitsOf(ctx, container)) if (markToNotify(row) !== row.warned_percent) await emitQuotaNear(ctx.db, row, ctx.now);
}

/** Refuses new accounts once the licence has ended; their number is limited by a trigger. */
export async function requireLicence(db: Db, now: number): Promise<void> {
  if (now >= (await siteWideLimits(db)).ends) throw new Refusal(codes.licenceExpired);
}

/** A requested limit; an empty `most` removes it. */
interface QuotaRequest {
  kind: QuotaKind;
  holderId: number;
  most: number | '';
}

/** Sets or removes a limit. One below the present usage does not prevent reading or deleting. */
export async function setQuota(ctx: Context, { kind, holderId, most }: QuotaRequest): Promise<void> {
  if (most === '') await dropQuota(ctx.db, kind, holderId);
  else {
    const row = await putQuota(ctx.db, { kind, holderId, most });
    if (markOf(row) > 0) await emitQuotaNear(ctx.db, row, ctx.now);
  }
  await bumpVersion(ctx.db, 'site');
}

/** The quota of new users: from the organisation, or else the site; 0: unlimited. */
export async function defaultOf(db: Db, organisationId: number): Promise<{ own: number | undefined; site: number }> {
  const [own, { person }] = [await ownDefault(db, organisationId), await settingsOf(db, 'quotas')];
  return { own, site: person };
}

/** Sets the quota of a new user. */
export async function startQuota(db: Db, { id, organisationId }: { id: number; organisationId: number }): Promise<void> {
  const { own, site } = await defaultOf(db, organisationId);
  const most = own ?? site;
  if (most === 0) return;
  await putQuota(db, { kind: 'person', holderId: id, most });
  await bumpVersion(db, 'site');
}

/** Sets the quota of a new organisation. */
export async function startSpaceQuota(db: Db, id: number): Promise<void> {
  const { organisation: most } = await settingsOf(db, 'quotas');
  if (most === 0) return;
  await putQuota(db, { kind: 'space', holderId: id, most });
  await bumpVersion(db, 'site');
}

/** The bytes of all revisions of documents in these users' own areas, by user. */
export const bytesOfPeople = (db: Db, query: { ids: string; organisationId: number }) => queries.bytesOfPeople(db, query);

/** Usage and limit of an organisation; undefined without a limit. */
export async function spaceQuota(db: Db, organisationId: number): Promise<{ used: number; most: number } | undefined> {
  const row = await queries.anyQuota(db, 'space', organisationId);
  return row === undefined ? undefined : { used: row.used, most: row.max_amount };
}

/** Usage and limit of all limited organisations. */
export async function spaceQuotas(db: Db): Promise<Map<number, { used: number; most: number }>> {
  return new Map((await queries.quotasOfSpaces(db)).map(({ holder_id: id, used, max_amount: most }) => [id, { used, most }]));
}

/** Sets the quota of an organisation's new users; null: the site's default. */
export const setOwnDefault = async (db: Db, organisationId: number, most: number | null): Promise<void> =>
  void (await queries.putOwnDefault(db, organisationId, most));

/** A limit as it stands; also the end of the licence. */
export const limitOf = (db: Db, kind: string, holderId: number) => queries.anyQuota(db, kind, holderId);

/** Stores the last notified mark; answers false when another process did so already. */
export const noteNotified = (db: Db, row: Parameters<typeof queries.noteWarned>[1]) => queries.noteWarned(db, row);

/** Usage and limits of the own area and the space, where limited. */
export async function showOwnQuota(ctx: Context): Promise<OutputOf<typeof limits.ownQuota>> {
  const rows = await quotasOfPlace(ctx.db, { space: ctx.user.organisationId, person: ctx.user.id });
  const of = (kind: string) => {
    const row = rows.find((entry) => entry.kind === kind);
    return row === undefined ? undefined : { used: row.used, most: row.max_amount };
  };
  return { person: of('person'), space: of('space') };
}

/** Compares the counter of every limit with the actual usage. */
export async function* checkQuotas(db: Db): AsyncGenerator<{ kind: 'problem'; text: string }> {
  for (const { kind, holder_id, used, actual } of await wrongQuotas(db))
    yield { kind: 'problem', text: `the counter of ${kind} ${holder_id} says ${used} where ${actual} stand` };
}

/** Bytes that are promised room: `id` is that of the upload, or of the job. */
export interface ByteReservation {
  id: number;
  size: number;
}

/**
 * Promises room for bytes that are to come to a place, in the transaction of `ctx`: refused with the code of the quota that they do not
 * fit in together with all that is used and promised already. One transaction writes at a time, so of several at once only as many as fit stand.
 */
export async function reserveQuota(ctx: Context, place: QuotaPlace, { id, size }: ByteReservation): Promise<void> {
  // one that was lowered when its upload rested
  await releaseReservations(ctx.db, [id]);
  await requireUnreservedQuota(ctx, place, size);
  await queries.insertReservation(ctx.db, {
    id,
    organisation_id: place.organisation_id,
    person_id: place.area === moduleType.my ? place.area_owner_id : 0,
    size,
    created_at: ctx.now,
    by_visitor: ctx.shareSession === undefined ? 0 : 1,
  });
}

/** Promises room on the disk alone, for what is counted against quotas when it is placed. */
export const reserveUncounted = async (db: Db, { id, size }: ByteReservation, now: number): Promise<void> =>
  void (await queries.insertReservation(db, { id, organisation_id: 0, person_id: 0, size, created_at: now, by_visitor: 0 }));

/** Whether so many bytes are promised to an upload or job. */
export const isReserved = async (db: Db, { id, size }: ByteReservation): Promise<boolean> => (await queries.reservedSize(db, id)) >= size;

/** Lowers what an upload was promised to the bytes that have come of it. */
export const lowerReservation = async (db: Db, { id, size }: ByteReservation): Promise<void> =>
  void (await queries.lowerReservation(db, id, size));

/** Gives promised room back: what came stands by now and is counted itself, or will not come. */
export const releaseReservations = async (db: Db, ids: readonly number[]): Promise<void> =>
  void (await queries.deleteReservations(db, JSON.stringify(ids)));

/** How many bytes are promised, by whichever server, and how many of them to visitors of share links. */
export const reservedTotal = (db: Db): Promise<{ bytes: number; byVisitors: number }> => queries.totalReserved(db);

/** Each promise. */
export const openReservations = (db: Db) => queries.allReservations(db);
