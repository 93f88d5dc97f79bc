import { moduleType } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type QuotaPlace, requireUnreservedQuota } from './quotas.ts';
import * as queries from './quotas/byte-reservations.queries.ts';

/** Bytes that are promised room: `id` is that of the upload, or of the job. */
export interface ByteReservation {
  id: number;
  size: number;
}

/**
 * Promises room for bytes that are to come to a place, in the transaction of `ctx`: refused with the code of the quota that they do not
 * fit in together with all that is used and promised already. Transactions are serializable, so of several at once only as many as fit stand.
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
