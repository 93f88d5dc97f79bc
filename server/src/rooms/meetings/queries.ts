import type { MeetingState } from '@dossier/contract/meetings';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { MeetingTable } from '../../ground/db/types.generated.ts';
import { compiled, containing } from '../../ground/db/words.ts';

/** A row of the meetings. */
export type MeetingRow = Selectable<MeetingTable>;

/** A meeting with the names of who leads it, as they stand among the invited. */
export const meetingById = compiled<{ id: number }, MeetingRow>((db, p) => db.selectFrom('meeting').selectAll().where('id', '=', p.id));

export const insertMeeting = (db: Db, row: Insertable<MeetingTable>) => db.insertInto('meeting').values(row).execute();

export const updateMeeting = (db: Db, id: number, changes: Updateable<MeetingTable>) =>
  db.updateTable('meeting').set(changes).where('id', '=', id).execute();

/** Moves a meeting on, by one statement: answers whether it was in one of these states. */
export async function moveState(
  db: Db,
  { id, from, to }: { id: number; from: readonly MeetingState[]; to: MeetingState },
): Promise<boolean> {
  const row = await db
    .updateTable('meeting')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the next version of an agenda; answers whether it was still at the one before. */
export async function takeVersion(db: Db, id: number, version: number): Promise<boolean> {
  const row = await db
    .updateTable('meeting')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What a list of meetings is narrowed by. */
export interface Wanted {
  personId: number;
  organisationId: number;
  states?: readonly string[] | undefined;
  titleKey?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Those that end after this. */
  endsAfter?: number | undefined;
  earliestFirst: boolean;
  limit: number;
  offset: number;
}

/** A page of the meetings that somebody is invited to, along the index of their own times. */
export async function pageOfMeetings(db: Db, wanted: Wanted) {
  let found = db
    .selectFrom('meeting_person as p')
    .innerJoin('meeting as m', 'm.id', 'p.meeting_id')
    .where('p.person_id', '=', wanted.personId)
    .where('p.organisation_id', '=', wanted.organisationId);
  if (wanted.from !== undefined) found = found.where('p.starts_at', '>=', wanted.from);
  if (wanted.to !== undefined) found = found.where('p.starts_at', '<', wanted.to);
  if (wanted.endsAfter !== undefined) found = found.where('m.ends_at', '>', wanted.endsAfter);
  if (wanted.states !== undefined) found = found.where('m.state', 'in', wanted.states);
  if (wanted.titleKey) found = found.where('m.title_key', 'like', containing(wanted.titleKey) as never);
  const direction = wanted.earliestFirst ? 'asc' : 'desc';
  const rows = await found
    .selectAll('m')
    .select('p.answer')
    .orderBy('p.starts_at', direction)
    .orderBy('p.meeting_id', direction)
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute();
  const count = async (): Promise<number> =>
    (await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  return { rows, count };
}

/** Planned meetings that begin before a time and nobody was reminded of. */
export const dueMeetings = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('meeting')
    .selectAll()
    .where('state', '=', 'planned')
    .where('reminded_at', '=', 0)
    .where('starts_at', '<', before)
    .orderBy('starts_at')
    .limit(limit)
    .execute();

/** Notes that people were reminded; answers whether nobody else did. */
export async function takeReminder(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db
    .updateTable('meeting')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('reminded_at', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
