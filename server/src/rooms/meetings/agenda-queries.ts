import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { MeetingItemTable, MeetingPaperTable } from '../../ground/db/types.generated.ts';
import { among, compiled } from '../../ground/db/words.ts';

/** A document on an agenda. */
export type PaperRow = Selectable<MeetingPaperTable>;

export const agendaOf = (db: Db, meetingId: number) =>
  db.selectFrom('meeting_item').selectAll().where('meeting_id', '=', meetingId).orderBy('place').orderBy('id').execute();

/** Writes an agenda in place of the one before. */
export async function replaceAgenda(db: Db, meetingId: number, rows: Insertable<MeetingItemTable>[]): Promise<void> {
  await db.deleteFrom('meeting_item').where('meeting_id', '=', meetingId).execute();
  if (rows.length > 0) await db.insertInto('meeting_item').values(rows).execute();
  // papers of what was struck out belong to the meeting as a whole
  const kept = rows.map((row) => row.id);
  await db
    .updateTable('meeting_paper')
    .set({ item_id: 0 })
    .where('meeting_id', '=', meetingId)
    .where('item_id', 'not in', among(db, JSON.stringify(kept)))
    .execute();
}

export const papersOf = (db: Db, meetingId: number) =>
  db.selectFrom('meeting_paper').selectAll().where('meeting_id', '=', meetingId).orderBy('place').orderBy('id').execute();

export const paperById = compiled<{ id: number }, PaperRow>((db, p) => db.selectFrom('meeting_paper').selectAll().where('id', '=', p.id));

export const insertPaper = (db: Db, row: Insertable<MeetingPaperTable>) => db.insertInto('meeting_paper').values(row).execute();

/** Papers of meetings that somebody is invited to, which are this revision of this document, as long as whoever put them there is invited too. */
export const papersFor = (db: Db, asked: { documentId: number; revisionId: number; personId: number; organisationId: number }) =>
  db
    .selectFrom('meeting_paper as d')
    .innerJoin('meeting as m', 'm.id', 'd.meeting_id')
    .innerJoin('meeting_person as p', 'p.meeting_id', 'd.meeting_id')
    .innerJoin('meeting_person as g', (join) => join.onRef('g.meeting_id', '=', 'd.meeting_id').onRef('g.person_id', '=', 'd.person_id'))
    .select(['d.id', 'd.person_id', 'm.state', 'p.inviter_id', 'p.invitation_id'])
    .where('d.document_id', '=', asked.documentId)
    .where('d.revision_id', '=', asked.revisionId)
    .where('p.person_id', '=', asked.personId)
    .where('m.organisation_id', '=', asked.organisationId)
    .execute();

/** Keeps a revision from being dropped while it is a paper. */
export const holdRevision = (db: Db, { revisionId, paperId }: { revisionId: number; paperId: number }) =>
  db.insertInto('revision_hold').values({ revision_id: revisionId, holder_id: paperId }).execute();

const letGo = (db: Db, paperIds: readonly number[]) =>
  db
    .deleteFrom('revision_hold')
    .where('holder_id', 'in', among(db, JSON.stringify(paperIds)))
    .execute();

export async function deletePaper(db: Db, id: number): Promise<void> {
  await letGo(db, [id]);
  await db.deleteFrom('meeting_paper').where('id', '=', id).execute();
}

/** Lets go of what was held for a meeting that is over for good. */
export async function letPapersGo(db: Db, meetingId: number): Promise<void> {
  const rows = await papersOf(db, meetingId);
  await letGo(
    db,
    rows.map((row) => row.id),
  );
}

/** Lets go of documents that are removed for good. */
export async function forgetDocuments(db: Db, ids: readonly number[]): Promise<void> {
  const json = JSON.stringify(ids);
  const rows = await db.deleteFrom('meeting_paper').where('document_id', 'in', among(db, json)).returning('id').execute();
  await letGo(
    db,
    rows.map((row) => row.id),
  );
}
