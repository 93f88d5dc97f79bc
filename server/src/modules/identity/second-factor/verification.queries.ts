import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { VerificationTable } from '../../../platform/db/types.generated.ts';

export type VerificationRow = Selectable<VerificationTable>;

/** The number of wrong codes for one step. */
export const maxCodeAttempts = 5;

export const insertValidation = (db: Db, row: Omit<VerificationRow, 'tries'>) => db.insertInto('verification').values(row).execute();

const openValidations = (db: Db, purpose: string, now: number) =>
  db
    .selectFrom('verification')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now);

export const findValidation = (db: Db, { id, purpose, now }: { id: string; purpose: string; now: number }) =>
  openValidations(db, purpose, now).where('id', '=', id).executeTakeFirst();

/** Uses one of the attempts of a pending step; undefined when it has none left. */
export const takeValidationAttempt = (db: Db, { id, purpose, now }: { id: string; purpose: string; now: number }) =>
  db
    .updateTable('verification')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Gives a pending step a new code, and resets its attempts. */
export const renewValidation = (db: Db, id: string, change: { code_hash: string; created_at: number; expires_at: number }) =>
  db
    .updateTable('verification')
    .set({ ...change, tries: 0 })
    .where('id', '=', id)
    .execute();

/** Ends a pending step; answers whether it existed, so that only one of two concurrent requests continues. */
export async function consumeValidation(db: Db, id: string): Promise<boolean> {
  return (await db.deleteFrom('verification').where('id', '=', id).returning('id').execute()).length > 0;
}

/** Ends the oldest pending steps of a user beyond `keep`. */
export async function deleteOldestValidations(db: Db, of: { personId: number; purpose: string; keep: number }): Promise<void> {
  const old = await db
    .selectFrom('verification')
    .select('id')
    .where('person_id', '=', of.personId)
    .where('purpose', '=', of.purpose)
    .orderBy('created_at', 'desc')
    .limit(100)
    .offset(of.keep)
    .execute();
  for (const { id } of old) await consumeValidation(db, id);
}

/** Ends all pending steps of a user. */
export const deleteValidationsOf = (db: Db, personId: number) => db.deleteFrom('verification').where('person_id', '=', personId).execute();

export const authenticatorOf = (db: Db, personId: number) =>
  db.selectFrom('authenticator').selectAll().where('person_id', '=', personId).executeTakeFirst();

export const putAuthenticator = (db: Db, personId: number, secret: string) =>
  db
    .insertInto('authenticator')
    .values({ person_id: personId, secret, confirmed_at: null, last_step: 0 })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ secret, confirmed_at: null, last_step: 0 }))
    .execute();

/** Records the time step of a used code: a code of the same or an earlier one is refused. */
export async function spendStep(db: Db, personId: number, step: number): Promise<boolean> {
  const spent = await db
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .returning('person_id')
    .execute();
  return spent.length > 0;
}

export const confirmAuthenticator = (db: Db, personId: number, now: number) =>
  db.updateTable('authenticator').set({ confirmed_at: now }).where('person_id', '=', personId).execute();

export async function deleteAuthenticator(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('authenticator').where('person_id', '=', personId).execute();
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
}

export async function putRecoveryCodes(db: Db, personId: number, hashes: string[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ person_id: personId, code_hash })))
    .execute();
}

export async function spendRecoveryCode(db: Db, personId: number, hash: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .returning('person_id')
    .execute();
  return gone.length > 0;
}

export const hasRecoveryCode = async (db: Db, personId: number, hash: string): Promise<boolean> =>
  (await db
    .selectFrom('recovery_code')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()) !== undefined;

export async function countRecoveryCodes(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}
