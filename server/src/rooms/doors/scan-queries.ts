import type { Db } from '../../ground/db/database.ts';
import type { ScanTable } from '../../ground/db/types.generated.ts';

type ScanRow = { [K in keyof ScanTable]: ScanTable[K] };

export const insertScan = (db: Db, row: ScanRow) => db.insertInto('scan').values(row).execute();

export const findScan = (db: Db, id: string) => db.selectFrom('scan').selectAll().where('id', '=', id).executeTakeFirst();

/** Lets a phone answer a waiting code, once; false where it is too late. */
export async function answerScanRow(
  db: Db,
  asked: { id: string; state: 'confirmed' | 'refused'; personId: number; sessionId: number; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable('scan')
    .set({ state: asked.state, person_id: asked.personId, session_id: asked.sessionId })
    .where('id', '=', asked.id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', asked.now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a confirmed code out of the table: it signs in once. Answers who confirmed it, and in which session. */
export const takeScanRow = (db: Db, asked: { id: string; secretHash: string; now: number }) =>
  db
    .deleteFrom('scan')
    .where('id', '=', asked.id)
    .where('secret_hash', '=', asked.secretHash)
    .where('state', '=', 'confirmed')
    .where('expires_at', '>', asked.now)
    .returning(['person_id', 'session_id'])
    .executeTakeFirst();

export const deleteOldScans = (db: Db, before: number) => db.deleteFrom('scan').where('expires_at', '<=', before).execute();
