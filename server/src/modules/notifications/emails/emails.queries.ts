import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, engineOf } from '../../../platform/db/dialect.ts';
import type { EmailLineTable, EmailTable } from '../../../platform/db/types.generated.ts';
import { newId } from '../../../platform/ids.ts';

/** `email_id` of lines that are in no email yet: a literal, as indexes of these rows alone are not used with a parameter. */
const waiting = sql.lit(0);

export type EmailLineRow = Selectable<EmailLineTable>;
export type EmailRow = Selectable<EmailTable>;

/** How long an email is claimed for: longer than composing it and the time limits of the mail server take. */
const leaseMs = 10 * 60_000;

/** Keeps a line; one of the same type and subject that still waits tells the newest instead. */
export const putEmailLine = (db: Db, row: Insertable<EmailLineTable>) =>
  db
    .insertInto('email_line')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'type', 'obj_type', 'obj_id', 'name'])
        .where('email_id', '=', waiting)
        .doUpdateSet((set) => ({
          message_id: set.ref('excluded.message_id'),
          facts: set.ref('excluded.facts'),
          details: set.ref('excluded.details'),
          times: sql<number>`email_line.times + 1`,
        })),
    )
    .execute();

/** Users with lines that are due to be looked at. */
export const peopleWithDueLines = async (db: Db, now: number, limit: number): Promise<number[]> =>
  (
    await db
      .selectFrom((of) =>
        of
          .selectFrom('email_line')
          .select(['person_id'])
          .where('email_id', '=', waiting)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(limit)
          .as('due'),
      )
      .select('person_id')
      .distinct()
      .execute()
  ).map((row) => row.person_id);

/** The lines of a user that are due to be looked at. */
export const dueLinesOf = (db: Db, personId: number, now: number) =>
  db
    .selectFrom('email_line')
    .select(['id', 'kind', 'created_at', 'due_at'])
    .where('person_id', '=', personId)
    .where('email_id', '=', waiting)
    .where('due_at', '<=', now)
    .execute();

export const deleteLines = (db: Db, ids: readonly number[]) =>
  db
    .deleteFrom('email_line')
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const postponeLines = (db: Db, ids: readonly number[], until: number) =>
  db
    .updateTable('email_line')
    .set({ due_at: until })
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .where('email_id', '=', waiting)
    .execute();

/** Makes an email of lines, those that no other server has put into one meanwhile. */
export async function gatherIntoEmail(db: Db, { personId, ids, now }: { personId: number; ids: readonly number[]; now: number }) {
  const id = newId();
  const { numUpdatedRows } = await db
    .updateTable('email_line')
    .set({ email_id: id })
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .where('email_id', '=', waiting)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await db.insertInto('email').values({ id, person_id: personId, created_at: now, run_at: now, lease: 0, attempts: 0 }).execute();
}

/** Has all waiting lines of a user looked at anew, as they chose otherwise. */
export const reconsiderLines = (db: Db, personId: number) =>
  db.updateTable('email_line').set({ due_at: 0 }).where('person_id', '=', personId).where('email_id', '=', waiting).execute();

/** Claims the next email for one server. The lease passes it on where that server ends meanwhile. */
export async function claimEmail(db: Db, now: number): Promise<EmailRow | undefined> {
  const skip = engineOf(db) === 'postgres' ? sql` for update skip locked` : sql``;
  const claimed = await sql<EmailRow>`with due as materialized (select id from email where run_at <= ${now} and lease < ${now}
      order by run_at, id limit 1${skip})
    update email set lease = ${now + leaseMs}, attempts = attempts + 1 where id in (select id from due) returning *`.execute(db);
  return claimed.rows[0];
}

export const hasDueEmail = async (db: Db, now: number): Promise<boolean> =>
  (await db.selectFrom('email').select('id').where('run_at', '<=', now).where('lease', '<', now).limit(1).execute()).length > 0;

/** The lines of an email whose message is not read yet, the newest first. */
export const unreadLinesOf = (db: Db, emailId: number): Promise<EmailLineRow[]> =>
  db
    .selectFrom('email_line as l')
    .innerJoin('message as m', 'm.id', 'l.message_id')
    .selectAll('l')
    .where('l.email_id', '=', emailId)
    .where('m.read_at', '=', 0)
    .orderBy('l.id', 'desc')
    .execute();

/** Removes an email that was sent or has nothing to tell, as far as this claim still holds. */
export async function removeEmail(db: Db, { id, attempts }: Pick<EmailRow, 'id' | 'attempts'>): Promise<void> {
  const gone = await db.deleteFrom('email').where('id', '=', id).where('attempts', '=', attempts).executeTakeFirst();
  if (gone.numDeletedRows > 0n) await db.deleteFrom('email_line').where('email_id', '=', id).execute();
}

/** Has an email sent later. */
export const postponeEmail = (db: Db, { id, attempts }: Pick<EmailRow, 'id' | 'attempts'>, runAt: number) =>
  db.updateTable('email').set({ lease: 0, run_at: runAt }).where('id', '=', id).where('attempts', '=', attempts).execute();

/** How many emails are being sent, or sent again. */
export async function countEmails(db: Db): Promise<number> {
  return (
    await db
      .selectFrom('email')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
}

/** Deletes some lines and emails that wait while the site sends none; answers whether there may be more. */
export async function dropWaiting(db: Db, limit: number): Promise<boolean> {
  const lines = await db
    .deleteFrom('email_line')
    .where('id', 'in', (of) => of.selectFrom('email_line').select('id').limit(limit))
    .executeTakeFirst();
  const emails = await db
    .deleteFrom('email')
    .where('id', 'in', (of) => of.selectFrom('email').select('id').limit(limit))
    .executeTakeFirst();
  return lines.numDeletedRows === BigInt(limit) || emails.numDeletedRows === BigInt(limit);
}

export const anythingWaits = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('email_line').select('id').limit(1).execute()).length > 0 ||
  (await db.selectFrom('email').select('id').limit(1).execute()).length > 0;

/** Deletes what waits for a user, and what they chose. */
export async function deleteEmailsOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('email_line').where('person_id', '=', personId).execute();
  await db.deleteFrom('email').where('person_id', '=', personId).execute();
  await db.deleteFrom('email_choice').where('person_id', '=', personId).execute();
  await db.deleteFrom('email_setting').where('person_id', '=', personId).execute();
}

export const choicesOf = (db: Db, personId: number) =>
  db.selectFrom('email_choice').select(['kind', 'frequency']).where('person_id', '=', personId).execute();

export const settingOf = (db: Db, personId: number) =>
  db.selectFrom('email_setting').selectAll().where('person_id', '=', personId).executeTakeFirst();

export const putChoice = (db: Db, row: { person_id: number; kind: string; frequency: string }) =>
  db
    .insertInto('email_choice')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'kind']).doUpdateSet({ frequency: row.frequency }))
    .execute();

/** Changes the settings of a user, of whom there may be none yet: hour -1 is that of the site. */
export const putSetting = (db: Db, personId: number, changes: { digest_hour?: number; zone?: string; origin?: string }) =>
  db
    .insertInto('email_setting')
    .values({ person_id: personId, digest_hour: -1, zone: '', origin: '', ...changes })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(changes))
    .execute();
