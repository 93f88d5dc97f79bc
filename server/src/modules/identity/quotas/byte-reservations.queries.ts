import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { ByteReservationTable } from '../../../platform/db/types.generated.ts';

type ByteReservationRow = Selectable<ByteReservationTable>;

export const insertReservation = (db: Db, row: ByteReservationRow) => db.insertInto('byte_reservation').values(row).execute();

const reservationById = compiled<{ id: number }, Pick<ByteReservationRow, 'size'>>((db, p) =>
  db.selectFrom('byte_reservation').select('size').where('id', '=', p.id),
);

export const reservedSize = async (db: Db, id: number): Promise<number> => (await reservationById(db, { id }))[0]?.size ?? 0;

/** Lowers a promise to the bytes that have come. */
export const lowerReservation = (db: Db, id: number, size: number) =>
  db.updateTable('byte_reservation').set({ size }).where('id', '=', id).where('size', '>', size).execute();

/** Gives back what some uploads, of whose ids one JSON array speaks, were promised. */
export const deleteReservations = (db: Db, ids: string) => db.deleteFrom('byte_reservation').where('id', 'in', among(db, ids)).execute();

/** What is promised altogether, and of that to visitors of share links. */
export async function totalReserved(db: Db): Promise<{ bytes: number; byVisitors: number }> {
  const found = await sql<{ bytes: number; byVisitors: number }>`select
    cast(coalesce(sum(size), 0) as bigint) as bytes,
    cast(coalesce(sum(case when by_visitor = 1 then size else 0 end), 0) as bigint) as "byVisitors"
    from byte_reservation`.execute(db);
  return found.rows[0] ?? { bytes: 0, byVisitors: 0 };
}

/** All that is promised: a few thousand rows at most, as each person has few uploads open. */
export const allReservations = (db: Db): Promise<ByteReservationRow[]> => db.selectFrom('byte_reservation').selectAll().execute();

/** What is promised altogether, in an organisation, and in somebody's own area there. */
export async function reservedBytes(
  db: Db,
  { space, person }: { space: number; person: number },
): Promise<{ bytes: number; space: number; person: number }> {
  const found = await sql<{ bytes: number; space: number; person: number }>`select
    cast(coalesce(sum(size), 0) as bigint) as bytes,
    cast(coalesce(sum(case when organisation_id = ${space} then size else 0 end), 0) as bigint) as space,
    cast(coalesce(sum(case when organisation_id = ${space} and person_id = ${person} and person_id <> 0 then size else 0 end), 0)
      as bigint) as person
    from byte_reservation where organisation_id <> 0`.execute(db);
  return found.rows[0] ?? { bytes: 0, space: 0, person: 0 };
}
