import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { SigningKeyTable } from '../../../platform/db/types.generated.ts';

export type KeyRow = Selectable<SigningKeyTable>;

/** The newest key of an organisation. */
export const newestKey = (db: Db, organisationId: number): Promise<KeyRow | undefined> =>
  db
    .selectFrom('signing_key')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Inserts a key, unless another one of this number was made meanwhile. */
export const insertKey = async (db: Db, row: KeyRow): Promise<void> =>
  void (await db
    .insertInto('signing_key')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'number']).doNothing())
    .execute());

/** Fingerprints of all certificates that an organisation has sealed by. */
export async function ownFingerprints(db: Db, organisationId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('signing_key').select('fingerprint').where('organisation_id', '=', organisationId).execute();
  return new Set(rows.map((row) => row.fingerprint));
}
