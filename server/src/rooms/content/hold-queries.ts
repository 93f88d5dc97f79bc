import type { Db } from '../../ground/db/database.ts';

export async function deleteHolds(db: Db, holderId: number): Promise<void> {
  await db.deleteFrom('revision_hold').where('holder_id', '=', holderId).execute();
}

export async function insertHolds(db: Db, holderId: number, revisionIds: readonly number[]): Promise<void> {
  const rows = [...new Set(revisionIds)].map((id) => ({ revision_id: id, holder_id: holderId }));
  if (rows.length > 0) await db.insertInto('revision_hold').values(rows).execute();
}
