import type { Db } from '../../ground/db/database.ts';

export async function knownDevices(db: Db, personId: number): Promise<string[]> {
  const rows = await db.selectFrom('known_device').select('device_hash').where('person_id', '=', personId).execute();
  return rows.map((row) => row.device_hash);
}

export const putKnownDevice = (db: Db, row: { person_id: number; device_hash: string; seen_at: number }) =>
  db
    .insertInto('known_device')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'device_hash']).doUpdateSet({ seen_at: row.seen_at }))
    .execute();
