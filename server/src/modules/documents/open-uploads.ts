import { codes } from '@dossier/contract/core/codes';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  type ByteReservation,
  isReserved,
  lowerReservation,
  openReservations,
  type QuotaPlace,
  releaseReservations,
  reservedTotal,
  reserveQuota,
  reserveUncounted,
} from '../identity/quotas.ts';
import { receivedBytes } from './receive-bytes.ts';
import { arrivedAmong, revisionsByIds } from './revisions/revisions.queries.ts';

const purpose = 'upload';
/** How long an upload address is valid; after two days without a piece the received bytes are swept, and the upload restarts. */
export const uploadValidSeconds = 3 * 24 * 3600;
/** The ticket is part of a URL, and Node reads at most 16 KiB of headers. */
const maxTextBytes = 2400;

/** All facts of an open upload; they are in the ticket alone, so that opening one writes nothing. */
export interface UploadFacts {
  /** Id of the document that the bytes will become. */
  id: number;
  revision: number;
  person: number;
  /** The space that the bytes are placed in; undefined in tickets from before there were several spaces. */
  space: number | undefined;
  /** The session that it was opened in; a later session of the same user may send the bytes too. */
  session: number;
  /** For the visitor of a share link: the share session, in place of the session. */
  shareSessionId?: number;
  name: string;
  size: number;
  sha256?: string;
  /** The folder that the document is placed in. */
  place?: number;
  path?: string[];
  same?: 'refuse' | 'rename' | 'revision';
  extract?: boolean;
  /** The document that gets an attachment. */
  attachTo?: number;
  /** The flow that gets an attachment. */
  attachToFlow?: number;
  /** The document that gets a new revision. */
  document?: number;
  major?: boolean;
  /** Whether who holds the lock keeps it. */
  keepLock?: boolean;
  note?: string;
}

/** The URL to send the bytes to, valid for three days. */
export function uploadUrl(services: Services, facts: UploadFacts): string {
  const texts = [facts.name, facts.note ?? '', ...(facts.path ?? [])].join('/');
  if (Buffer.byteLength(JSON.stringify(texts)) > maxTextBytes) throw new Refusal(codes.nameTooLong);
  return `/upload/${services.tickets.sign(purpose, { ...facts }, uploadValidSeconds)}`;
}

/** The facts of a ticket; 4607 when it is invalid or expired. */
export function requireUploadTicket(services: Services, ticket: unknown): UploadFacts {
  const opened = typeof ticket === 'string' ? services.tickets.open<UploadFacts & { visit?: number }>(purpose, ticket) : undefined;
  if (opened === undefined) throw new Refusal(codes.uploadMissing);
  // in tickets of an earlier version the share session has another name; they are valid for three days
  const { visit, shareSessionId = visit, ...facts } = opened;
  return { ...facts, ...(shareSessionId !== undefined && { shareSessionId }) };
}

/** Open uploads of one user, so that abandoned ones do not fill the disk. A single upload alone may be larger. */
export const openUploadLimits = { uploads: 1000, bytes: 64 * 1024 ** 3 };
/**
 * Open uploads of share link visitors: of one share session, of one address, and of all. The last limit is high, so that a few visitors do
 * not block the others.
 */
export const visitorUploadLimits = {
  one: { uploads: 50, bytes: 64 * 1024 ** 3 },
  address: { uploads: 300, bytes: 64 * 1024 ** 3 },
  // the room that visitors are promised together is limited where it is reserved
  all: { uploads: 3000, bytes: Number.POSITIVE_INFINITY },
};

/** A key that open uploads are counted under, and its limits. */
export interface UploadCounter {
  key: number | string;
  most: { uploads: number; bytes: number };
}

export const countersOfPerson = (person: number): UploadCounter[] => [{ key: person, most: openUploadLimits }];

/** A list that only grows is pruned whenever it has grown by this many. */
const pruneEvery = 100;

interface OpenUpload {
  id: number;
  revision: number;
  size: number;
  until: number;
}

const openUploads = new WeakMap<Services, Map<UploadCounter['key'], OpenUpload[]>>();

function openUploadsOf(services: Services): Map<UploadCounter['key'], OpenUpload[]> {
  const known = openUploads.get(services) ?? new Map<UploadCounter['key'], OpenUpload[]>();
  openUploads.set(services, known);
  return known;
}

const bytesOf = (list: readonly OpenUpload[]): number => list.reduce((sum, one) => sum + one.size, 0);
const isFull = (list: readonly OpenUpload[], { most, size }: { most: UploadCounter['most']; size: number }): boolean =>
  list.length >= most.uploads || (list.length > 0 && bytesOf(list) + size > most.bytes);

/**
 * Counts an upload under each key until it is finished, cancelled, or its address has expired; 4603, and counted under none, where one is
 * full.
 */
export async function countOpenUpload(services: Services, counters: readonly UploadCounter[], upload: OpenUpload): Promise<void> {
  const all = openUploadsOf(services);
  const { id, revision, size, until } = upload;
  const isAnyFull = () => counters.some(({ key, most }) => isFull(all.get(key) ?? [], { most, size }));
  for (const counter of counters) await pruneCounter(services, counter, size);
  // others may have been added during the disk access
  if (isAnyFull()) for (const counter of counters) await pruneCounter(services, counter, size);
  if (isAnyFull()) throw new Refusal(codes.uploadTotalTooLarge);
  for (const { key } of counters) all.set(key, [...(all.get(key) ?? []), { id, revision, size, until }]);
}

/** Prunes a list that is full or has grown: finished and cancelled uploads no longer count. */
async function pruneCounter(services: Services, { key, most }: UploadCounter, size: number): Promise<void> {
  const all = openUploadsOf(services);
  const known = all.get(key) ?? [];
  if (!isFull(known, { most, size }) && (known.length === 0 || known.length % pruneEvery !== 0)) return;
  const open = await stillOpen(services, known);
  // others may have been added during the disk access
  const since = (all.get(key) ?? []).filter((one) => !known.includes(one));
  all.set(key, [...open, ...since]);
}

/** Stops counting uploads that left no bytes. */
export function uncountOpenUploads(services: Services, key: UploadCounter['key'], ids: ReadonlySet<number>): void {
  const all = openUploadsOf(services);
  const left = (all.get(key) ?? []).filter((one) => !ids.has(one.id));
  if (left.length === 0) all.delete(key);
  else all.set(key, left);
}

async function stillOpen(services: Services, list: readonly OpenUpload[]): Promise<OpenUpload[]> {
  const db = services.database.read;
  const revisions = new Set((await revisionsByIds(db, { ids: JSON.stringify(list.map((one) => one.revision)) })).map((row) => row.id));
  const archives = new Set((await arrivedAmong(db, JSON.stringify(list.map((one) => one.id)))).map((row) => row.id));
  const open: OpenUpload[] = [];
  for (const one of list) {
    if (one.until <= services.now() || revisions.has(one.revision) || archives.has(one.id)) continue;
    if ((await services.storage.parts.stat(String(one.id)))?.isEnded !== true) open.push(one);
  }
  return open;
}

/** Forgets uploads whose addresses have expired. */
export function forgetExpiredUploads(services: Services): void {
  const all = openUploadsOf(services);
  for (const [person, list] of all) {
    const left = list.filter((one) => one.until > services.now());
    if (left.length === 0) all.delete(person);
    else all.set(person, left);
  }
}

/** How many uploads of a user are neither finished nor cancelled, as far as this process knows. */
export const openUploadCount = async (services: Services, person: number): Promise<number> =>
  (await stillOpen(services, openUploads.get(services)?.get(person) ?? [])).length;

const gib = 1024 ** 3;

/**
 * What stays free whatever is brought: the database grows with every sign-in and every row of the log, and on a full disk nobody could
 * even delete. 5 % of the disk, at least 1 GiB, at most 10; of a small disk a tenth.
 */
async function reserveOf(services: Services): Promise<number> {
  const capacity = await services.storage.capacity();
  return Math.min(capacity / 10, Math.max(gib, Math.min(capacity / 20, 10 * gib)));
}

/** Files of bundles that are coming in, by id: they need their room for minutes at most, so only this process knows of them. */
const incoming = new WeakMap<Services, Map<number, number>>();

function incomingOf(services: Services): Map<number, number> {
  const known = incoming.get(services) ?? new Map<number, number>();
  incoming.set(services, known);
  return known;
}

/** What the disk has left beyond its reserve and what is coming in. */
async function freeDiskBytes(services: Services): Promise<number> {
  const held = incomingOf(services)
    .values()
    .reduce((sum, size) => sum + size, 0);
  return (await services.storage.free()) - (await reserveOf(services)) - held;
}

/** Of the bytes that were promised room those that lie on the disk already, by upload. */
async function receivedOf(services: Services): Promise<Map<number, number>> {
  const received = new Map<number, number>();
  for (const { id } of await openReservations(services.database.read)) received.set(id, (await receivedBytes(services, String(id))) ?? 0);
  return received;
}

/** What was looked up on the disk before a transaction may say whether so much fits. */
interface DiskState {
  freeBytes: number;
  /** What has come of each open upload; absent where there is plenty. */
  received?: Map<number, number>;
}

/** The part of the free disk that reservations of all visitors of share links may take together: visitors can be anonymous. */
const visitorsPart = 1 / 2;

/** Refuses what does not fit on the disk beside all that is promised room there; of a visitor also what does not fit in their part. */
async function requireUnpromised(db: Db, size: number, { freeBytes, received }: DiskState, byVisitor = false): Promise<void> {
  const total = await reservedTotal(db);
  const limits = [{ limit: freeBytes, promised: total.bytes, ofVisitors: false }];
  if (byVisitor) limits.push({ limit: freeBytes * visitorsPart, promised: total.byVisitors, ofVisitors: true });
  for (const { limit, promised, ofVisitors } of limits) {
    if (size + promised <= limit) continue;
    if (received === undefined || size > limit) throw new Refusal(codes.diskFull);
    const rows = (await openReservations(db)).filter((one) => !ofVisitors || one.by_visitor === 1);
    const missing = rows.reduce((sum, one) => sum + Math.max(0, one.size - (received.get(one.id) ?? 0)), 0);
    if (size + missing > limit) throw new Refusal(codes.diskFull);
  }
}

async function diskState(services: Services, size: number): Promise<DiskState> {
  // looked at first: what comes meanwhile is then counted twice rather than not at all
  const freeBytes = await freeDiskBytes(services);
  const isTight = size <= freeBytes && size + (await reservedTotal(services.database.read)).bytes > freeBytes / 4;
  return isTight ? { freeBytes, received: await receivedOf(services) } : { freeBytes };
}

/** Refuses what the disk has no room for at this moment: before anything is done for it. */
export async function requireDiskSpace(services: Services, size: number): Promise<void> {
  await requireUnpromised(services.database.read, size, await diskState(services, size));
}

async function reserve(
  services: Services,
  reservation: ByteReservation & { byVisitor?: boolean },
  note: (db: Db) => Promise<void>,
): Promise<void> {
  const { id, size, byVisitor } = reservation;
  if (await isReserved(services.database.read, reservation)) return;
  const missing = size - ((await receivedBytes(services, String(id))) ?? 0);
  const state = await diskState(services, missing);
  await services.database.write(async (db) => {
    if (await isReserved(db, reservation)) return;
    await requireUnpromised(db, missing, state, byVisitor);
    await note(db);
  });
}

/**
 * Promises an upload the room that it needs on the disk and in the quotas of its place, once: 4640, or the code of the quota, where it is
 * not there. All uploads that are open count together, on however many servers, until they are placed, refused, ended or rest.
 */
export const reserveUpload = (ctx: Context, place: QuotaPlace, upload: ByteReservation): Promise<void> =>
  reserve(ctx.services, { ...upload, byVisitor: ctx.shareSession !== undefined }, (db) => reserveQuota({ ...ctx, db }, place, upload));

/** Gives back what uploads were promised. Where the database cannot note it now, the sweep does later. */
export async function releaseUploads(services: Services, ids: readonly number[]): Promise<void> {
  await services.database
    .write((db) => releaseReservations(db, ids))
    .catch((error: unknown) => services.log.warn({ err: error }, 'room that was promised was not given back'));
}

/** Does work that writes so many bytes with their room promised to it alone. */
export async function withReservedSpace<T>(services: Services, size: number, work: () => Promise<T>): Promise<T> {
  const id = newId();
  await reserve(services, { id, size }, (db) => reserveUncounted(db, { id, size }, services.now()));
  try {
    return await work();
  } finally {
    await releaseUploads(services, [id]);
  }
}

/** Holds room on the disk for a file of a bundle while it comes in. */
export async function holdIncoming(services: Services, { id, size }: ByteReservation): Promise<void> {
  incomingOf(services).set(id, size);
  try {
    await requireDiskSpace(services, 0);
  } catch (error) {
    incomingOf(services).delete(id);
    throw error;
  }
}

export function releaseIncoming(services: Services, ids: Iterable<number>): void {
  for (const id of ids) incomingOf(services).delete(id);
}

/** An upload without a new byte for this long rests: a line of 2 kB/s fills the buffer that is written at once in half the time. */
const restsAfterMs = 15 * 60_000;
/** So long a job of the server may take. */
const jobEndsAfterMs = 2 * 3600_000;

/**
 * Lowers the promises of uploads that rest to the bytes that have come, and gives back those of which none have: otherwise who announces
 * much and sends nothing would keep the disk from everybody. An upload that goes on is promised its room anew.
 */
export async function sweepReservations(services: Services): Promise<void> {
  const now = services.now();
  for (const { id, size, created_at, organisation_id } of await openReservations(services.database.read)) {
    // what counts for no organisation belongs to a job, which writes no part
    if (created_at >= now - (organisation_id === 0 ? jobEndsAfterMs : restsAfterMs)) continue;
    const part = await services.storage.parts.stat(String(id));
    const received = part === undefined || part.isEnded ? 0 : part.size;
    if (received === 0) await releaseUploads(services, [id]);
    else if (received < size && part !== undefined && part.changed < now - restsAfterMs)
      await services.database.write((db) => lowerReservation(db, { id, size: received }));
  }
}
