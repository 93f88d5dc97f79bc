import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { compiled } from '../../../platform/db/dialect.ts';
import type { MeetingMinutesTable, MeetingTaskTable } from '../../../platform/db/types.generated.ts';

export type MinutesRow = Selectable<MeetingMinutesTable>;
/** A decision or a task. */
export type TaskRow = Selectable<MeetingTaskTable>;

export const minutesOf = compiled<{ id: number }, MinutesRow>((db, p) =>
  db.selectFrom('meeting_minutes').selectAll().where('meeting_id', '=', p.id),
);

/** Creates the minutes of a meeting; answers false where they exist. */
export async function beginMinutes(db: Db, row: Insertable<MeetingMinutesTable>): Promise<boolean> {
  const begun = await db
    .insertInto('meeting_minutes')
    .values(row)
    .onConflict((conflict) => conflict.column('meeting_id').doNothing())
    .returning('meeting_id')
    .executeTakeFirst();
  return begun !== undefined;
}

/** Saves the minutes over a revision in one statement; answers whether that revision was current. */
export async function updateMinutes(db: Db, { revision, ...row }: MinutesRow): Promise<boolean> {
  const written = await db
    .updateTable('meeting_minutes')
    .set({ body: row.body, revision: revision + 1, updater_name: row.updater_name, updated_at: row.updated_at })
    .where('meeting_id', '=', row.meeting_id)
    .where('revision', '=', revision)
    .returning('meeting_id')
    .executeTakeFirst();
  return written !== undefined;
}

export const tasksOf = (db: Db, meetingId: number) =>
  db.selectFrom('meeting_task').selectAll().where('meeting_id', '=', meetingId).orderBy('id').execute();

export const insertTask = (db: Db, row: Insertable<MeetingTaskTable>) => db.insertInto('meeting_task').values(row).execute();

export const updateTask = (db: Db, id: number, changes: Updateable<MeetingTaskTable>) =>
  db.updateTable('meeting_task').set(changes).where('id', '=', id).execute();

export const deleteTask = (db: Db, id: number) => db.deleteFrom('meeting_task').where('id', '=', id).execute();
