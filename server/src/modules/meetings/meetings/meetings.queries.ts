import type { InvitationAnswer, MeetingState } from '@dossier/contract/meetings/meetings';
import { type Insertable, type Selectable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled, containing } from '../../../platform/db/dialect.ts';
import type { AgendaItemTable, AgendaDocumentTable, MeetingPersonTable, MeetingTable } from '../../../platform/db/types.generated.ts';

export type MeetingRow = Selectable<MeetingTable>;

/** A meeting with the names of its leaders, as stored with their invitations. */
export const meetingById = compiled<{ id: number }, MeetingRow>((db, p) => db.selectFrom('meeting').selectAll().where('id', '=', p.id));

export const insertMeeting = (db: Db, row: Insertable<MeetingTable>) => db.insertInto('meeting').values(row).execute();

export const updateMeeting = (db: Db, id: number, changes: Updateable<MeetingTable>) =>
  db.updateTable('meeting').set(changes).where('id', '=', id).execute();

/** Changes the state of a meeting in one statement; answers whether it was in one of these states. */
export async function transitionMeeting(
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

/** Increments the version of an agenda; answers whether it was at the version before. */
export async function claimAgendaVersion(db: Db, id: number, version: number): Promise<boolean> {
  const row = await db
    .updateTable('meeting')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Filter of a list of meetings. */
interface MeetingFilter {
  personId: number;
  organisationId: number;
  states?: readonly string[] | undefined;
  titleKey?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Meetings that end after this time. */
  endsAfter?: number | undefined;
  /** Meetings that run or are to come, or the others; those to come are looked for from `startsAfter` on, where the index scan begins. */
  when?: { side: 'coming' | 'past'; now: number; startsAfter: number } | undefined;
  earliestFirst: boolean;
  limit: number;
  offset: number;
}

/** States of meetings whose time is still to come, and of those that are over whatever their time. */
const openStates: readonly MeetingState[] = ['planned', 'cancelled'];
const overStates: readonly MeetingState[] = ['ended', 'archived'];

/** A page of the meetings of an attendee, by the index of the attendees' times. */
export async function pageOfMeetings(db: Db, wanted: MeetingFilter) {
  let found = db
    .selectFrom('meeting_person as p')
    .innerJoin('meeting as m', 'm.id', 'p.meeting_id')
    .where('p.person_id', '=', wanted.personId)
    .where('p.organisation_id', '=', wanted.organisationId);
  if (wanted.from !== undefined) found = found.where('p.starts_at', '>=', wanted.from);
  if (wanted.to !== undefined) found = found.where('p.starts_at', '<', wanted.to);
  if (wanted.endsAfter !== undefined) found = found.where('m.ends_at', '>', wanted.endsAfter);
  if (wanted.when !== undefined) {
    const { side, now, startsAfter } = wanted.when;
    found =
      side === 'coming'
        ? found
            .where('p.starts_at', '>=', startsAfter)
            .where((m) => m.or([m('m.state', '=', 'running'), m.and([m('m.ends_at', '>', now), m('m.state', 'in', openStates)])]))
        : found.where((m) =>
            m.or([
              m('m.state', 'in', overStates),
              m.and([m('m.ends_at', '<=', now), m('m.state', '<>', 'running')]),
              m.and([m('p.starts_at', '<', startsAfter), m('m.state', '=', 'running')]),
            ]),
          );
  }
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

/** Planned meetings that start before a time and have no reminder yet. */
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

/** Records that a reminder was sent; answers false where it was recorded before. */
export async function claimReminder(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db
    .updateTable('meeting')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('reminded_at', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type AttendeeRow = Selectable<MeetingPersonTable>;

export const attendeeOf = compiled<{ meeting: number; person: number }, AttendeeRow>((db, p) =>
  db.selectFrom('meeting_person').selectAll().where('meeting_id', '=', p.meeting).where('person_id', '=', p.person),
);

export const attendeesOf = (db: Db, meetingId: number) =>
  db.selectFrom('meeting_person').selectAll().where('meeting_id', '=', meetingId).orderBy('name_sort').orderBy('person_id').execute();

/** The names of some attendees, such as leaders, of many meetings at once. */
export const namesAmong = (db: Db, meetingIds: readonly number[], personIds: readonly number[]) =>
  db
    .selectFrom('meeting_person')
    .select(['meeting_id', 'person_id', 'name'])
    .where('meeting_id', 'in', among(db, JSON.stringify(meetingIds)))
    .where('person_id', 'in', among(db, JSON.stringify(personIds)))
    .execute();

/** Inserts attendees; existing ones stay unchanged. */
export const insertAttendees = (db: Db, rows: Insertable<MeetingPersonTable>[]) =>
  db
    .insertInto('meeting_person')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['meeting_id', 'person_id']).doNothing())
    .execute();

/** Names and sort keys of enabled users, stored with an invitation. */
export const peopleToInvite = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('person')
    .select(['id', 'full_name', 'full_sort'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .where('enabled', '=', 1)
    .execute();

/** Of some meetings those that a user is invited to. */
export const meetingsInviting = (
  db: Db,
  ids: readonly number[],
  { personId, organisationId }: { personId: number; organisationId: number },
) =>
  db
    .selectFrom('meeting as m')
    .innerJoin('meeting_person as p', 'p.meeting_id', 'm.id')
    .select(['m.id', 'm.title', 'm.state', 'm.ends_at'])
    .where('m.id', 'in', among(db, JSON.stringify(ids)))
    .where('m.organisation_id', '=', organisationId)
    .where('p.person_id', '=', personId)
    .execute();

export const removeAttendee = (db: Db, meetingId: number, personId: number) =>
  db.deleteFrom('meeting_person').where('meeting_id', '=', meetingId).where('person_id', '=', personId).execute();

export const setAnswer = (db: Db, { meetingId, personId, answer }: { meetingId: number; personId: number; answer: InvitationAnswer }) =>
  db.updateTable('meeting_person').set({ answer }).where('meeting_id', '=', meetingId).where('person_id', '=', personId).execute();

/** Records presence or absence; answers whether that changed anything. */
export const setPresent = (db: Db, { meetingId, personId, at }: { meetingId: number; personId: number; at: number }) =>
  db
    .updateTable('meeting_person')
    .set({ present: at === 0 ? 0 : 1, signed_at: at })
    .where('meeting_id', '=', meetingId)
    .where('person_id', '=', personId)
    .where('present', '=', at === 0 ? 1 : 0)
    .returning('person_id')
    .executeTakeFirst();

/** Copies the time of a meeting to its attendees, whose index the lists use. */
export const updateAttendeeStart = (db: Db, meetingId: number, startsAt: number) =>
  db.updateTable('meeting_person').set({ starts_at: startsAt }).where('meeting_id', '=', meetingId).execute();

const countOf = (condition: string) => sql<number>`coalesce(sum(case when ${sql.raw(condition)} then 1 else 0 end), 0)`;

/** The numbers of attendees: invited, accepted, present. */
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

export type AgendaDocumentRow = Selectable<AgendaDocumentTable>;

export const agendaOf = (db: Db, meetingId: number) =>
  db.selectFrom('agenda_item').selectAll().where('meeting_id', '=', meetingId).orderBy('place').orderBy('id').execute();

/** Replaces an agenda. */
export async function replaceAgenda(db: Db, meetingId: number, rows: Insertable<AgendaItemTable>[]): Promise<void> {
  await db.deleteFrom('agenda_item').where('meeting_id', '=', meetingId).execute();
  if (rows.length > 0) await db.insertInto('agenda_item').values(rows).execute();
  // documents of deleted items belong to the meeting as a whole
  const kept = rows.map((row) => row.id);
  await db
    .updateTable('agenda_document')
    .set({ item_id: 0 })
    .where('meeting_id', '=', meetingId)
    .where('item_id', 'not in', among(db, JSON.stringify(kept)))
    .execute();
}

export const agendaDocumentsOf = (db: Db, meetingId: number) =>
  db.selectFrom('agenda_document').selectAll().where('meeting_id', '=', meetingId).orderBy('place').orderBy('id').execute();

export const agendaDocumentById = compiled<{ id: number }, AgendaDocumentRow>((db, p) =>
  db.selectFrom('agenda_document').selectAll().where('id', '=', p.id),
);

export const insertAgendaDocument = (db: Db, row: Insertable<AgendaDocumentTable>) =>
  db.insertInto('agenda_document').values(row).execute();

/** Agenda documents of a user's meetings with this revision, as long as their provider is invited too. */
export const agendaDocumentsFor = (db: Db, asked: { documentId: number; revisionId: number; personId: number; organisationId: number }) =>
  db
    .selectFrom('agenda_document as d')
    .innerJoin('meeting as m', 'm.id', 'd.meeting_id')
    .innerJoin('meeting_person as p', 'p.meeting_id', 'd.meeting_id')
    .innerJoin('meeting_person as g', (join) => join.onRef('g.meeting_id', '=', 'd.meeting_id').onRef('g.person_id', '=', 'd.person_id'))
    .select(['d.id', 'd.person_id', 'm.state', 'p.inviter_id', 'p.invitation_id'])
    .where('d.document_id', '=', asked.documentId)
    .where('d.revision_id', '=', asked.revisionId)
    .where('p.person_id', '=', asked.personId)
    .where('m.organisation_id', '=', asked.organisationId)
    .execute();

/** Keeps a revision from being pruned while it is on an agenda. */
export const holdRevision = (db: Db, { revisionId, paperId }: { revisionId: number; paperId: number }) =>
  db.insertInto('revision_hold').values({ revision_id: revisionId, holder_id: paperId }).execute();

const releaseHolds = (db: Db, agendaDocumentIds: readonly number[]) =>
  db
    .deleteFrom('revision_hold')
    .where('holder_id', 'in', among(db, JSON.stringify(agendaDocumentIds)))
    .execute();

export async function deleteAgendaDocument(db: Db, id: number): Promise<void> {
  await releaseHolds(db, [id]);
  await db.deleteFrom('agenda_document').where('id', '=', id).execute();
}

/** Releases the revisions held for a meeting that is over for good. */
export async function releaseHeldRevisions(db: Db, meetingId: number): Promise<void> {
  const rows = await agendaDocumentsOf(db, meetingId);
  await releaseHolds(
    db,
    rows.map((row) => row.id),
  );
}

/** Deletes agenda documents of items that are purged. */
export async function forgetDocuments(db: Db, ids: readonly number[]): Promise<void> {
  const json = JSON.stringify(ids);
  const rows = await db.deleteFrom('agenda_document').where('document_id', 'in', among(db, json)).returning('id').execute();
  await releaseHolds(
    db,
    rows.map((row) => row.id),
  );
}
