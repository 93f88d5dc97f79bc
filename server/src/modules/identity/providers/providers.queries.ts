import type { Db } from '../../../platform/db/database.ts';
import type { QrSignInTable } from '../../../platform/db/types.generated.ts';

export const insertFlow = (db: Db, row: { id: string; browser_hash: string; facts: string; expires_at: number }) =>
  db.insertInto('sign_in_flow').values(row).execute();

/** Removes a pending sign-in from the table: it can be finished once, in the browser that began it. */
export async function takeFlowRow(db: Db, query: { id: string; browserHash: string; now: number }): Promise<string | undefined> {
  const row = await db
    .deleteFrom('sign_in_flow')
    .where('id', '=', query.id)
    .where('browser_hash', '=', query.browserHash)
    .where('expires_at', '>', query.now)
    .returning('facts')
    .executeTakeFirst();
  return row?.facts;
}

/** Removes the latest flow that a signed-in user began after `since` from the table, like `takeFlowRow` for an answer without a state. */
export async function takeLatestFlowRow(db: Db, query: { browserHash: string; expiresAfter: number }): Promise<string | undefined> {
  const row = await db
    .deleteFrom('sign_in_flow')
    .where('id', 'in', (latest) =>
      latest
        .selectFrom('sign_in_flow')
        .select('id')
        .where('browser_hash', '=', query.browserHash)
        .where('expires_at', '>', query.expiresAfter)
        .orderBy('expires_at', 'desc')
        .limit(1),
    )
    .returning('facts')
    .executeTakeFirst();
  return row?.facts;
}

export const deleteOldFlows = (db: Db, now: number) => db.deleteFrom('sign_in_flow').where('expires_at', '<=', now).execute();

export const findIdentity = (db: Db, provider: string, subject: string) =>
  db.selectFrom('external_identity').selectAll().where('provider', '=', provider).where('subject', '=', subject).executeTakeFirst();

export const identitiesOf = (db: Db, personId: number) =>
  db.selectFrom('external_identity').selectAll().where('person_id', '=', personId).execute();

export const insertIdentity = (
  db: Db,
  row: {
    provider: string;
    subject: string;
    person_id: number;
    shown: string;
    created_at: number;
    used_at?: number;
    picture?: string;
    sex?: number;
  },
) => db.insertInto('external_identity').values(row).execute();

/** Records a sign-in with an external account. */
export const touchIdentity = (db: Db, { provider, subject, now }: { provider: string; subject: string; now: number }) =>
  db.updateTable('external_identity').set({ used_at: now }).where('provider', '=', provider).where('subject', '=', subject).execute();

/** Unlinks an external account; answers whether there was one. */
export async function deleteIdentity(db: Db, personId: number, provider: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('external_identity')
    .where('person_id', '=', personId)
    .where('provider', '=', provider)
    .returning('subject')
    .execute();
  return gone.length > 0;
}

/** Records the use of a ticket; false when it was used before. */
export async function useTicketOnce(db: Db, row: { id: string; expires_at: number }): Promise<boolean> {
  const noted = await db
    .insertInto('used_ticket')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return noted.length > 0;
}

export const deleteOldTickets = (db: Db, now: number) => db.deleteFrom('used_ticket').where('expires_at', '<', now).execute();

/** Unlinks every external account of a user. */
export const deleteIdentitiesOf = (db: Db, personId: number) =>
  db.deleteFrom('external_identity').where('person_id', '=', personId).execute();

type ScanRow = { [K in keyof QrSignInTable]: QrSignInTable[K] };

export const insertScan = (db: Db, row: ScanRow) => db.insertInto('qr_sign_in').values(row).execute();

export const findScan = (db: Db, id: string) => db.selectFrom('qr_sign_in').selectAll().where('id', '=', id).executeTakeFirst();

/** Stores a phone's answer to a pending code, once; false when it is too late. */
export async function answerScanRow(
  db: Db,
  query: { id: string; state: 'confirmed' | 'refused'; personId: number; sessionId: number; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable('qr_sign_in')
    .set({ state: query.state, person_id: query.personId, session_id: query.sessionId })
    .where('id', '=', query.id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', query.now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a confirmed code from the table: it signs in once. Answers who confirmed it, and in which session. */
export const takeScanRow = (db: Db, query: { id: string; secretHash: string; now: number }) =>
  db
    .deleteFrom('qr_sign_in')
    .where('id', '=', query.id)
    .where('secret_hash', '=', query.secretHash)
    .where('state', '=', 'confirmed')
    .where('expires_at', '>', query.now)
    .returning(['person_id', 'session_id'])
    .executeTakeFirst();

export const deleteOldScans = (db: Db, before: number) => db.deleteFrom('qr_sign_in').where('expires_at', '<=', before).execute();
