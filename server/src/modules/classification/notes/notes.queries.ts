import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { NoteTable } from '../../../platform/db/types.generated.ts';

/** Answers whether the note was added: not where its writer has the most on the item. */
export async function insertNote(db: Db, row: Insertable<NoteTable>, most: number): Promise<boolean> {
  const added = await sql<{ id: number }>`insert into note (id, item_id, person_id, content, shared, created_at, updated_at)
    select cast(${row.id} as bigint), cast(${row.item_id} as bigint), cast(${row.person_id} as bigint), ${row.content},
      cast(${row.shared} as integer), cast(${row.created_at} as bigint), cast(${row.updated_at} as bigint)
    where (select count(*) from note where item_id = ${row.item_id} and shared in (0, 1) and person_id = ${row.person_id}) < ${most}
    returning id`.execute(db);
  return added.rows.length > 0;
}

export const updateNoteRow = (db: Db, id: number, changes: Updateable<NoteTable>) =>
  db.updateTable('note').set(changes).where('id', '=', id).execute();

export const deleteNoteRow = (db: Db, id: number) => db.deleteFrom('note').where('id', '=', id).execute();

export const noteById = (db: Db, id: number) => db.selectFrom('note').selectAll().where('id', '=', id).executeTakeFirst();

export type NoteRow = NonNullable<Awaited<ReturnType<typeof noteById>>>;

/** Notes that a reader sees: the shared ones, and those of one person, 0 for nobody. */
interface NoteReader {
  item: number;
  person: number;
}

const seenBy = (db: Db, { item, person }: NoteReader) =>
  db
    .selectFrom('note')
    .where('item_id', '=', item)
    .where((where) => where.or([where('shared', '=', 1), where('person_id', '=', person)]));

export const pageOfNotes = async (db: Db, reader: NoteReader, { limit, offset }: { limit: number; offset: number }) => {
  const { n } = await seenBy(db, reader)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const rows = await seenBy(db, reader)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
};

/** Which of the items have notes that a person sees: asked with every list. */
export const notedAmong = compiled<{ person: number; ids: string }, { id: number }>((db, p) =>
  db
    .selectFrom('item')
    .select('item.id')
    .where('item.id', 'in', among(db, p.ids))
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('note').select('note.id').whereRef('note.item_id', '=', 'item.id').where('note.shared', '=', 1)),
        exists(
          selectFrom('note')
            .select('note.id')
            .whereRef('note.item_id', '=', 'item.id')
            .where('note.shared', '=', 0)
            .where('note.person_id', '=', p.person),
        ),
      ]),
    ),
);

export const deleteNotesOnItems = (db: Db, ids: string) => db.deleteFrom('note').where('item_id', 'in', among(db, ids)).execute();

export const deletePrivateNotes = (db: Db, personId: number) =>
  db.deleteFrom('note').where('person_id', '=', personId).where('shared', '=', 0).execute();
