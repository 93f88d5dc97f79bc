import type { Answer } from '@dossier/contract/meetings';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { MeetingPersonTable } from '../../ground/db/types.generated.ts';
import { among, compiled } from '../../ground/db/words.ts';

/** Somebody who is invited. */
export type AttendeeRow = Selectable<MeetingPersonTable>;

export const attendeeOf = compiled<{ meeting: number; person: number }, AttendeeRow>((db, p) =>
  db.selectFrom('meeting_person').selectAll().where('meeting_id', '=', p.meeting).where('person_id', '=', p.person),
);

export const attendeesOf = (db: Db, meetingId: number) =>
  db.selectFrom('meeting_person').selectAll().where('meeting_id', '=', meetingId).orderBy('name_sort').orderBy('person_id').execute();

/** The names of some of the invited, such as those who lead, of many meetings at once. */
export const namesAmong = (db: Db, meetingIds: readonly number[], personIds: readonly number[]) =>
  db
    .selectFrom('meeting_person')
    .select(['meeting_id', 'person_id', 'name'])
    .where('meeting_id', 'in', among(db, JSON.stringify(meetingIds)))
    .where('person_id', 'in', among(db, JSON.stringify(personIds)))
    .execute();

/** Writes people down; who is invited already stays as they are. */
export const insertAttendees = (db: Db, rows: Insertable<MeetingPersonTable>[]) =>
  db
    .insertInto('meeting_person')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['meeting_id', 'person_id']).doNothing())
    .execute();

/** Names and sorting keys of enabled people, for writing them down. */
export const peopleToInvite = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('person')
    .select(['id', 'full_name', 'full_sort'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .where('enabled', '=', 1)
    .execute();

/** Where letters go to: those of some people who are there and have proven an address. */
export const addressesOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('person')
    .select(['id', 'mail', 'lang'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .where('enabled', '=', 1)
    .where('mail', 'is not', null)
    .where('mail_proven', '=', 1)
    .execute();

export const removeAttendee = (db: Db, meetingId: number, personId: number) =>
  db.deleteFrom('meeting_person').where('meeting_id', '=', meetingId).where('person_id', '=', personId).execute();

export const setAnswer = (db: Db, { meetingId, personId, answer }: { meetingId: number; personId: number; answer: Answer }) =>
  db.updateTable('meeting_person').set({ answer }).where('meeting_id', '=', meetingId).where('person_id', '=', personId).execute();

/** Signs somebody in or out; answers whether that changed anything. */
export const setPresent = (db: Db, { meetingId, personId, at }: { meetingId: number; personId: number; at: number }) =>
  db
    .updateTable('meeting_person')
    .set({ present: at === 0 ? 0 : 1, signed_at: at })
    .where('meeting_id', '=', meetingId)
    .where('person_id', '=', personId)
    .where('present', '=', at === 0 ? 1 : 0)
    .returning('person_id')
    .executeTakeFirst();

/** Follows the time of a meeting, that lists go by. */
export const moveAttendees = (db: Db, meetingId: number, startsAt: number) =>
  db.updateTable('meeting_person').set({ starts_at: startsAt }).where('meeting_id', '=', meetingId).execute();

const countOf = (condition: string) => sql<number>`coalesce(sum(case when ${sql.raw(condition)} then 1 else 0 end), 0)`;

/** How many are invited, come, and are there. */
export async function countsOf(db: Db, meetingId: number) {
  const row = await db
    .selectFrom('meeting_person')
    .select((select) => [
      select.fn.countAll<number>().as('invited'),
      countOf("answer = 'yes'").as('yes'),
      countOf("answer = 'perhaps'").as('perhaps'),
      countOf("answer = 'no'").as('no'),
      countOf('present = 1').as('present'),
    ])
    .where('meeting_id', '=', meetingId)
    .executeTakeFirstOrThrow();
  return row;
}
