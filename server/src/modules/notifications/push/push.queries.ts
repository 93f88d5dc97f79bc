import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { engineOf } from '../../../platform/db/dialect.ts';
import type { MessageTable, PushDeviceTable, PushLineTable } from '../../../platform/db/types.generated.ts';

export type PushDeviceRow = Selectable<PushDeviceTable>;
export type PushLineRow = Selectable<PushLineTable>;
export type MessageRow = Selectable<MessageTable>;

/** How long a message is claimed for: longer than looking it up and the time limit of a push service take. */
const leaseMs = 60_000;

/** Keeps a message for each device of its user, unless they turned its kind off: one statement, as most users have no device. */
export const putPushLines = (
  db: Db,
  { messageId, personId, kind, at }: { messageId: number; personId: number; kind: string; at: number },
) =>
  db
    .insertInto('push_line')
    .columns(['message_id', 'device_id', 'person_id', 'kind', 'created_at', 'run_at', 'lease', 'attempts'])
    .expression((of) =>
      of
        .selectFrom('push_device as d')
        .select([
          sql<number>`cast(${messageId} as bigint)`.as('message_id'),
          'd.id as device_id',
          'd.person_id as person_id',
          sql<string>`cast(${kind} as text)`.as('kind'),
          sql<number>`cast(${at} as bigint)`.as('created_at'),
          sql<number>`cast(${at} as bigint)`.as('run_at'),
          sql<number>`cast(0 as bigint)`.as('lease'),
          sql<number>`cast(0 as integer)`.as('attempts'),
        ])
        .where('d.person_id', '=', personId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('push_muted as m').select('m.kind').where('m.person_id', '=', personId).where('m.kind', '=', kind))),
        ),
    )
    .onConflict((conflict) => conflict.columns(['message_id', 'device_id']).doNothing())
    .execute();

export const hasDuePush = async (db: Db, now: number): Promise<boolean> =>
  (await db.selectFrom('push_line').select('message_id').where('run_at', '<=', now).where('lease', '<', now).limit(1).execute()).length > 0;

/** Claims the next messages for one server. The lease passes them on where that server ends meanwhile. */
export async function claimPushes(db: Db, now: number, limit: number): Promise<PushLineRow[]> {
  const skip = engineOf(db) === 'postgres' ? sql` for update skip locked` : sql``;
  const claimed = await sql<PushLineRow>`with due as materialized (select message_id, device_id from push_line
      where run_at <= ${now} and lease < ${now} order by run_at, message_id limit ${limit}${skip})
    update push_line set lease = ${now + leaseMs}, attempts = attempts + 1
      where exists (select 1 from due where due.message_id = push_line.message_id and due.device_id = push_line.device_id) returning *`.execute(
    db,
  );
  return claimed.rows;
}

type Claim = Pick<PushLineRow, 'message_id' | 'device_id' | 'attempts'>;

/** Removes a message that was sent, or has nothing to tell, as far as this claim still holds. */
export const removePush = (db: Db, { message_id: messageId, device_id: deviceId, attempts }: Claim) =>
  db
    .deleteFrom('push_line')
    .where('message_id', '=', messageId)
    .where('device_id', '=', deviceId)
    .where('attempts', '=', attempts)
    .execute();

/** Has a message sent later. */
export const postponePush = (db: Db, { message_id: messageId, device_id: deviceId, attempts }: Claim, runAt: number) =>
  db
    .updateTable('push_line')
    .set({ lease: 0, run_at: runAt })
    .where('message_id', '=', messageId)
    .where('device_id', '=', deviceId)
    .where('attempts', '=', attempts)
    .execute();

/** Removes all messages that wait, some at a time, while the site sends none; answers whether there may be more. */
export async function dropPushes(db: Db, limit: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_line')
    .where('message_id', 'in', (of) => of.selectFrom('push_line').select('message_id').limit(limit))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const anyPushWaits = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('push_line').select('message_id').limit(1).execute()).length > 0;

export const deviceById = (db: Db, id: number) => db.selectFrom('push_device').selectAll().where('id', '=', id).executeTakeFirst();

/** The unread message; undefined where it was read or deleted meanwhile. */
export const unreadMessage = (db: Db, id: number): Promise<MessageRow | undefined> =>
  db.selectFrom('message').selectAll().where('id', '=', id).where('read_at', '=', 0).executeTakeFirst();

export const noteSent = (db: Db, id: number, at: number) =>
  db.updateTable('push_device').set({ sent_at: at }).where('id', '=', id).execute();

export const deleteDevice = (db: Db, id: number) => db.deleteFrom('push_device').where('id', '=', id).execute();

/** Removes a device of a user; answers it, if it was there. */
export const takeDevice = (db: Db, personId: number, id: number) =>
  db.deleteFrom('push_device').where('id', '=', id).where('person_id', '=', personId).returningAll().executeTakeFirst();

export const devicesOf = (db: Db, personId: number): Promise<PushDeviceRow[]> =>
  db.selectFrom('push_device').selectAll().where('person_id', '=', personId).orderBy('created_at', 'desc').orderBy('id').execute();

/** The browser of a session, as it names itself. */
export const agentOfSession = async (db: Db, sessionId: number): Promise<string> =>
  (await db.selectFrom('session').select('agent').where('id', '=', sessionId).executeTakeFirst())?.agent ?? '';

export const deviceOfEndpoint = (db: Db, hash: string) =>
  db.selectFrom('push_device').selectAll().where('endpoint_hash', '=', hash).executeTakeFirst();

/** Stores a device. An address that is known has its browser anew, and belongs to who subscribed it last. */
export const putDevice = (db: Db, row: Insertable<PushDeviceTable>) =>
  db
    .insertInto('push_device')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet({
        person_id: row.person_id,
        session_id: row.session_id,
        p256dh: row.p256dh,
        auth: row.auth,
        agent: row.agent,
      }),
    )
    .execute();

export const mutedKinds = async (db: Db, personId: number): Promise<Set<string>> =>
  new Set((await db.selectFrom('push_muted').select('kind').where('person_id', '=', personId).execute()).map((row) => row.kind));

export const mute = (db: Db, personId: number, kind: string) =>
  db
    .insertInto('push_muted')
    .values({ person_id: personId, kind })
    .onConflict((conflict) => conflict.columns(['person_id', 'kind']).doNothing())
    .execute();

export const unmute = (db: Db, personId: number, kind: string) =>
  db.deleteFrom('push_muted').where('person_id', '=', personId).where('kind', '=', kind).execute();

/** Deletes the devices of a user, with what waits for them, and what they chose. */
export async function deletePushOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('push_device').where('person_id', '=', personId).execute();
  await db.deleteFrom('push_muted').where('person_id', '=', personId).execute();
}
