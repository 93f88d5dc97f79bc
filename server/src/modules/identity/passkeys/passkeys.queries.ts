import type { Db } from '../../../platform/db/database.ts';
import type { PasskeyTable } from '../../../platform/db/types.generated.ts';

type PasskeyRow = { [K in keyof PasskeyTable]: PasskeyTable[K] };

export const passkeysOf = (db: Db, personId: number) =>
  db.selectFrom('passkey').selectAll().where('person_id', '=', personId).orderBy('id').execute();

export const findPasskey = (db: Db, credentialId: string) =>
  db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** Stores a passkey; false where an account has it already. */
export async function insertPasskey(db: Db, row: PasskeyRow): Promise<boolean> {
  const kept = await db
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .execute();
  return kept.length > 0;
}

export async function countPasskeys(db: Db, personId: number): Promise<number> {
  const row = await db
    .selectFrom('passkey')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** Renames an own passkey; false when there is none with this id. */
export async function renamePasskeyRow(db: Db, { id, personId, name }: { id: number; personId: number; name: string }): Promise<boolean> {
  const rows = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Removes an own passkey; answers its name. */
export async function deletePasskey(db: Db, { id, personId }: { id: number; personId: number }): Promise<string | undefined> {
  const row = await db.deleteFrom('passkey').where('id', '=', id).where('person_id', '=', personId).returning('name').executeTakeFirst();
  return row?.name;
}

/** Removes all passkeys of a user; false when there were none. */
export const deletePasskeysOf = async (db: Db, personId: number): Promise<boolean> =>
  (await db.deleteFrom('passkey').where('person_id', '=', personId).returning('id').execute()).length > 0;

/** Records a use; false when the counter did not rise: then the key was copied. Keys without a counter stay at 0. */
export async function notePasskeyUse(db: Db, { id, counter, now }: { id: number; counter: number; now: number }): Promise<boolean> {
  const rows = await db
    .updateTable('passkey')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returning('id')
    .execute();
  return rows.length > 0;
}
