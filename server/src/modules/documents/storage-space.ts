import { codes } from '@dossier/contract/core/codes';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  type ByteReservation,
  isReserved,
  openReservations,
  releaseReservations,
  reserveQuota,
  reserveUncounted,
  reservedTotal,
} from '../identity/byte-reservations.ts';
import type { QuotaPlace } from '../identity/quotas.ts';
import { receivedBytes } from './receive-bytes.ts';

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

/** Refuses what does not fit on the disk beside all that is promised room there. */
async function requireUnpromised(
  db: Db,
  size: number,
  { freeBytes, received }: { freeBytes: number; received?: Map<number, number> },
): Promise<void> {
  if (size <= freeBytes && size + (await reservedTotal(db)) <= freeBytes) return;
  if (received === undefined || size > freeBytes) throw new Refusal(codes.diskFull);
  const promised = (await openReservations(db)).reduce((sum, one) => sum + Math.max(0, one.size - (received.get(one.id) ?? 0)), 0);
  if (size + promised > freeBytes) throw new Refusal(codes.diskFull);
}

/** What must be looked up on the disk before a transaction may say whether so much fits; nothing of uploads where there is plenty. */
async function diskState(services: Services, size: number): Promise<{ freeBytes: number; received?: Map<number, number> }> {
  // looked at first: what comes meanwhile is then counted twice rather than not at all
  const freeBytes = await freeDiskBytes(services);
  const isTight = size <= freeBytes && size + (await reservedTotal(services.database.read)) > freeBytes / 2;
  return isTight ? { freeBytes, received: await receivedOf(services) } : { freeBytes };
}

/** Refuses what the disk has no room for at this moment: before anything is done for it. */
export async function requireDiskSpace(services: Services, size: number): Promise<void> {
  await requireUnpromised(services.database.read, size, await diskState(services, size));
}

async function reserve(services: Services, { id, size }: ByteReservation, note: (db: Db) => Promise<void>): Promise<void> {
  if (await isReserved(services.database.read, id)) return;
  const state = await diskState(services, size);
  await services.database.write(async (db) => {
    if (await isReserved(db, id)) return;
    await requireUnpromised(db, size, state);
    await note(db);
  });
}

/**
 * Promises an upload the room that it needs on the disk and in the quotas of its place, once: 4640, or the code of the quota, where it is
 * not there. All uploads that are open count together, on however many servers, until they are placed, refused, ended or swept.
 */
export const reserveUpload = (ctx: Context, place: QuotaPlace, upload: ByteReservation): Promise<void> =>
  reserve(ctx.services, upload, (db) => reserveQuota({ ...ctx, db }, place, upload));

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

/** So long an upload, or a job, may need until the first byte is written; an upload that begins later is promised its room anew. */
const untouchedMs = 2 * 3600_000;

/** Gives back what was promised to uploads that are placed, or that nobody goes on with: their parts were swept, or never came. */
export async function sweepReservations(services: Services): Promise<void> {
  const open = await openReservations(services.database.read);
  const abandoned: number[] = [];
  for (const { id, created_at } of open)
    if (created_at < services.now() - untouchedMs && ((await receivedBytes(services, String(id))) ?? 0) === 0) abandoned.push(id);
  if (abandoned.length > 0) await releaseUploads(services, abandoned);
}
