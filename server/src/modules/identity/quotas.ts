import { codes } from '@dossier/contract/core/codes';
import { moduleType } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import type { limits } from '@dossier/contract/identity/quotas';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type QuotaKind, refusalOfKind } from '../../platform/db/quota-refusals.ts';
import { bumpVersion, readVersions } from '../../platform/db/versions.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { extOf } from '../../platform/text/names.ts';
import { reservedBytes } from './quotas/byte-reservations.queries.ts';
import { limitNear } from './events.ts';
import * as queries from './quotas/quotas.queries.ts';
import { type QuotaRow, dropQuota, ownDefault, putQuota, quotasOfPlace, siteWideLimits, wrongQuotas } from './quotas/quotas.queries.ts';

/** The listener that tells people of limits that come near: in a later room, which knows them. */
export const quotaNotifierName = 'admin.limits';

const marks = [95, 80] as const;

/** The highest mark, in parts of a hundred, that a limit has reached with so much more; 0 below all of them. */
const markOf = ({ used, most }: Pick<QuotaRow, 'used' | 'most'>, more = 0): number =>
  marks.find((mark) => (used + more) * 100 >= most * mark) ?? 0;

/** The mark up to which people are to know, from what they were told: a lower one only once there is clearly room again, not to and fro. */
export function markToNotify(row: Pick<QuotaRow, 'used' | 'most' | 'told'>, more = 0): number {
  const mark = markOf(row, more);
  return mark > row.told || (row.used + more) * 100 < row.most * (row.told - 10) ? mark : row.told;
}

/** Has whom it concerns told, after the commit, that a limit is near. */
export const emitQuotaNear = (db: Db, { kind, holder_id }: Pick<QuotaRow, 'holder_id'> & { kind: string }, at: number): Promise<void> =>
  deliverTo(db, quotaNotifierName, { event: limitNear, data: { kind, holderId: holder_id }, dedupe: `${kind} ${holder_id}`, at });

/** Where bytes come to: the columns of a cabinet or folder that say whose they will be. */
export interface QuotaPlace {
  organisation_id: number;
  area: number;
  shelf_id: number;
}

/** Bytes on their way, under the name that their document has or gets. */
interface IncomingFile {
  name: string;
  size: number;
}

interface SiteLimits extends Awaited<ReturnType<typeof siteWideLimits>> {
  largest: number;
  forbidden: ReadonlySet<string>;
}

const caches = new WeakMap<Services, { version: number; atAll: SiteLimits }>();

/** What most uploads need to know: that nothing limits them. Kept until limits or settings change. */
async function siteLimits({ services, db, user }: Context): Promise<SiteLimits> {
  const version = user.versions.site;
  const known = caches.get(services);
  if (known?.version === version) return known.atAll;
  const { read } = services.database;
  // what a transaction changed may still be undone, so that alone is not kept for others
  if (db !== read && (await readVersions(read)).site !== version) return readSiteLimits(db);
  const found = await readSiteLimits(read);
  caches.set(services, { version, atAll: found });
  return found;
}

async function readSiteLimits(db: Db): Promise<SiteLimits> {
  const { largest, forbidden } = await settingsOf(db, 'upload');
  return { ...(await siteWideLimits(db)), largest, forbidden: new Set(forbidden.map((ext) => ext.replace(/^\./, ''))) };
}

/** Refuses a name whose extension the site forbids. */
export async function requireAllowedFileName(ctx: Context, name: string): Promise<void> {
  if ((await siteLimits(ctx)).forbidden.has(extOf(name))) throw new Refusal(codes.fileTypeNotAllowed);
}

async function requireUploadAllowed(ctx: Context, place: QuotaPlace, { name, size }: IncomingFile): Promise<QuotaRow[]> {
  const { largest } = await siteLimits(ctx);
  if (largest > 0 && size > largest) throw new Refusal(codes.uploadTooLarge);
  await requireAllowedFileName(ctx, name);
  return requireFreeQuota(ctx, place, size);
}

/** Whose quotas count in a place: those of its organisation, and of the person whose own area it is (0: nobody's). */
const holdersOf = ({ organisation_id: space, area, shelf_id }: QuotaPlace): { space: number; person: number } => ({
  space,
  person: area === moduleType.my ? shelf_id : 0,
});

/** The limits that a place is under, with what is used of each. */
const limitsOf = ({ db }: Context, place: QuotaPlace): Promise<QuotaRow[]> => quotasOfPlace(db, holdersOf(place));

/** Refuses so many bytes in all where a place has no room for them, whatever they are; answers what limits it. */
export async function requireFreeQuota(ctx: Context, place: QuotaPlace, size: number): Promise<QuotaRow[]> {
  const { bytes, ends } = await siteLimits(ctx);
  if (ctx.now >= ends) throw new Refusal(codes.licenceExpired);
  if (!bytes || size === 0) return [];
  const limits = await limitsOf(ctx, place);
  const full = limits.find((row) => row.used + size > row.most);
  if (full !== undefined) throw new Refusal(refusalOfKind[full.kind]);
  return limits;
}

/** Like `requireFreeQuota`, but what open uploads were promised counts as used. */
export async function requireUnreservedQuota(ctx: Context, place: QuotaPlace, size: number): Promise<void> {
  await requireUnreserved(ctx, place, { limits: await requireFreeQuota(ctx, place, size), size });
}

async function requireUnreserved(ctx: Context, place: QuotaPlace, { limits, size }: { limits: QuotaRow[]; size: number }): Promise<void> {
  if (limits.length === 0) return;
  const reserved: Partial<Record<QuotaKind, number>> = await reservedBytes(ctx.db, holdersOf(place));
  const full = limits.find(({ kind, used, most }) => used + (reserved[kind] ?? 0) + size > most);
  if (full !== undefined) throw new Refusal(refusalOfKind[full.kind]);
}

/** Refuses bytes that may not come to a place as it stands now, by their number or their name: early, before they are sent. */
export async function requireQuota(ctx: Context, place: QuotaPlace, coming: IncomingFile): Promise<void> {
  await requireUnreserved(ctx, place, { limits: await requireUploadAllowed(ctx, place, coming), size: coming.size });
}

/**
 * The same in the transaction that brings them, so that one of several is refused alone; who comes near to a limit is told.
 * What is used is counted by the database itself, which refuses whatever slipped through here.
 */
export async function consumeQuota(ctx: Context, place: QuotaPlace, coming: IncomingFile): Promise<void> {
  for (const row of await requireUploadAllowed(ctx, place, coming))
    if (markToNotify(row, coming.size) !== row.told) await emitQuotaNear(ctx.db, row, ctx.now);
}

/** Has it told where copies, or what was moved, brought a place near to a limit: the database counted them as they came. */
export async function notifyFilledQuota(ctx: Context, place: QuotaPlace): Promise<void> {
  if (!(await siteLimits(ctx)).bytes) return;
  for (const row of await limitsOf(ctx, place)) if (markToNotify(row) !== row.told) await emitQuotaNear(ctx.db, row, ctx.now);
}

/** Refuses new accounts once the licence has ended; their number is kept by the database. */
export async function requireLicence(db: Db, now: number): Promise<void> {
  if (now >= (await siteWideLimits(db)).ends) throw new Refusal(codes.licenceExpired);
}

/** A limit as it is asked for: none where `most` is empty. */
interface QuotaRequest {
  kind: QuotaKind;
  holderId: number;
  most: number | '';
}

/** Sets or takes away a limit. One that is below what stands keeps nothing from being read or deleted. */
export async function setQuota(ctx: Context, { kind, holderId, most }: QuotaRequest): Promise<void> {
  if (most === '') await dropQuota(ctx.db, kind, holderId);
  else {
    const row = await putQuota(ctx.db, { kind, holderId, most });
    if (markOf(row) > 0) await emitQuotaNear(ctx.db, row, ctx.now);
  }
  await bumpVersion(ctx.db, 'site');
}

/** What new people of an organisation start with: what the organisation says, or else the site; 0: no limit. */
export async function defaultOf(db: Db, organisationId: number): Promise<{ own: number | undefined; site: number }> {
  const [own, { person }] = [await ownDefault(db, organisationId), await settingsOf(db, 'quotas')];
  return { own, site: person };
}

/** Gives a new person the limit that new people get. */
export async function startQuota(db: Db, { id, organisationId }: { id: number; organisationId: number }): Promise<void> {
  const { own, site } = await defaultOf(db, organisationId);
  const most = own ?? site;
  if (most === 0) return;
  await putQuota(db, { kind: 'person', holderId: id, most });
  await bumpVersion(db, 'site');
}

/** Gives a new organisation the limit that new organisations get. */
export async function startSpaceQuota(db: Db, id: number): Promise<void> {
  const { organisation: most } = await settingsOf(db, 'quotas');
  if (most === 0) return;
  await putQuota(db, { kind: 'space', holderId: id, most });
  await bumpVersion(db, 'site');
}

/** The bytes of all kept revisions of the documents in these people's own areas, by person. */
export const bytesOfPeople = (db: Db, asked: { ids: string; organisationId: number }) => queries.bytesOfPeople(db, asked);

/** What an organisation may hold and holds; undefined where nothing limits it. */
export async function spaceQuota(db: Db, organisationId: number): Promise<{ used: number; most: number } | undefined> {
  const row = await queries.anyQuota(db, 'space', organisationId);
  return row === undefined ? undefined : { used: row.used, most: row.most };
}

/** The same of all organisations that are limited. */
export async function spaceQuotas(db: Db): Promise<Map<number, { used: number; most: number }>> {
  return new Map((await queries.quotasOfSpaces(db)).map(({ holder_id: id, used, most }) => [id, { used, most }]));
}

/** Sets what new people of an organisation start with; null: what the site says. */
export const setOwnDefault = async (db: Db, organisationId: number, most: number | null): Promise<void> =>
  void (await queries.putOwnDefault(db, organisationId, most));

/** A limit as it stands, the end of the licence too. */
export const limitOf = (db: Db, kind: string, holderId: number) => queries.anyQuota(db, kind, holderId);

/** Notes up to which mark whoever it concerns was told; answers false where somebody did already. */
export const noteNotified = (db: Db, row: Parameters<typeof queries.noteTold>[1]) => queries.noteTold(db, row);

/** What is used of the own area and of the space, where they are limited. */
export async function showOwnQuota(ctx: Context): Promise<OutputOf<typeof limits.ownQuota>> {
  const rows = await quotasOfPlace(ctx.db, { space: ctx.user.organisationId, person: ctx.user.id });
  const of = (kind: string) => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? undefined : { used: row.used, most: row.most };
  };
  return { person: of('person'), space: of('space') };
}

/** Compares the counter of every limit with what it counts. */
export async function* checkQuotas(db: Db): AsyncGenerator<{ kind: 'problem'; text: string }> {
  for (const { kind, holder_id, used, standing } of await wrongQuotas(db))
    yield { kind: 'problem', text: `the counter of ${kind} ${holder_id} says ${used} where ${standing} stand` };
}
