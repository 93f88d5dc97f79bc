import { codes } from '@dossier/contract/core/codes';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { EditPresenceTable, EditSessionTable, EditUpdateTable, EditVisitorTable } from '../../../platform/db/types.generated.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Lock } from '../../documents/locks.ts';

export type EditSessionRow = Selectable<EditSessionTable>;

export type SessionLock = Pick<EditSessionRow, 'lock_person_id' | 'locked_at' | 'lock_visitor' | 'lock_visitor_key'>;

/** The columns of a session without a lock. */
export const noLock: SessionLock = { lock_person_id: 0, locked_at: 0, lock_visitor: '', lock_visitor_key: '' };

export const sessionById = compiled<{ id: number }, EditSessionRow>((db, p) =>
  db.selectFrom('edit_session').selectAll().where('id', '=', p.id),
);

/** The session has ended, or was replaced by that of another version: nobody would save what is written in it. */
export class SessionOver extends Refusal {
  constructor() {
    super(codes.changedMeanwhile);
  }
}

/** Requires, in the transaction that writes in a session, that it is open. */
export async function requireOpenSession(db: Db, id: number): Promise<EditSessionRow> {
  const [session] = await sessionById(db, { id });
  if (session === undefined || session.ended_at !== 0) throw new SessionOver();
  return session;
}

export const sessionOfDocument = compiled<{ document: number }, EditSessionRow>((db, p) =>
  db.selectFrom('edit_session').selectAll().where('document_id', '=', p.document),
);

export const insertSession = (db: Db, row: Insertable<EditSessionTable>) => db.insertInto('edit_session').values(row).execute();

export const updateSession = (db: Db, id: number, changes: Partial<EditSessionRow>) =>
  db.updateTable('edit_session').set(changes).where('id', '=', id).execute();

/** Removes sessions with all that belongs to them. */
export async function deleteSessions(db: Db, ids: readonly number[]): Promise<void> {
  const json = JSON.stringify(ids);
  await db.deleteFrom('edit_update').where('session_id', 'in', among(db, json)).execute();
  await db.deleteFrom('edit_client').where('session_id', 'in', among(db, json)).execute();
  await db.deleteFrom('edit_presence').where('session_id', 'in', among(db, json)).execute();
  await db.deleteFrom('edit_writer').where('session_id', 'in', among(db, json)).execute();
  await db.deleteFrom('edit_visitor').where('session_id', 'in', among(db, json)).execute();
  await db.deleteFrom('edit_session').where('id', 'in', among(db, json)).execute();
}

/** The sessions of some documents. */
export const sessionsOfDocuments = (db: Db, documentIds: readonly number[]) =>
  db
    .selectFrom('edit_session')
    .selectAll()
    .where('document_id', 'in', among(db, JSON.stringify(documentIds)))
    .execute();

/** Open sessions, with the time at which a connection was last seen. */
export const openSessions = (db: Db) =>
  db
    .selectFrom('edit_session')
    .selectAll()
    .select((select) =>
      select
        .selectFrom('edit_presence')
        .whereRef('edit_presence.session_id', '=', 'edit_session.id')
        .select((presence) => presence.fn.max('seen_at').as('seen_at'))
        .as('seen_at'),
    )
    .where('ended_at', '=', 0)
    .execute();

/** Who is connected to which open session; a session in which nobody was seen since a time has no person. */
export const openEditing = compiled<
  { since: number },
  { document_id: number; lock_person_id: number; person_id: number | null; visitor: string | null }
>((db, p) =>
  db
    .selectFrom('edit_session')
    .leftJoin('edit_presence', (join) =>
      join.onRef('edit_presence.session_id', '=', 'edit_session.id').on('edit_presence.seen_at', '>', p.since),
    )
    .select(['edit_session.document_id', 'edit_session.lock_person_id', 'edit_presence.person_id', 'edit_presence.visitor'])
    .distinct()
    .where('edit_session.ended_at', '=', 0),
);

/** Ended sessions with changes that no revision has. */
export const unsavedSessions = (db: Db) =>
  db.selectFrom('edit_session').select('id').where('ended_at', '>', 0).where('changed_at', '>', 0).limit(1000).execute();

/** Ended sessions that ended before a time: without changes that no revision has, or with such. */
export const sessionsEndedBefore = (db: Db, { before, unsaved }: { before: number; unsaved: boolean }) =>
  db
    .selectFrom('edit_session')
    .select('id')
    .where('ended_at', '>', 0)
    .where('ended_at', '<', before)
    .where('changed_at', unsaved ? '>' : '=', 0)
    .limit(1000)
    .execute();

export const updatesOf = (db: Db, sessionId: number) =>
  db.selectFrom('edit_update').select(['id', 'person_id', 'data']).where('session_id', '=', sessionId).orderBy('id').execute();

/** The updates of a session with one order that come after a number, in that order. */
export const orderedUpdates = (db: Db, { sessionId, after }: { sessionId: number; after: number }) =>
  db
    .selectFrom('edit_update')
    .select(['id', 'seq', 'person_id', 'data'])
    .where('session_id', '=', sessionId)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute();

/** As many of these as a limit, from the first on. */
export const orderedUpdatesPage = (db: Db, { sessionId, after, limit }: { sessionId: number; after: number; limit: number }) =>
  db
    .selectFrom('edit_update')
    .select(['id', 'seq', 'person_id', 'data'])
    .where('session_id', '=', sessionId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();

/** The number of the last update of a session with one order; 0 where there is none. */
export async function lastUpdate(db: Db, sessionId: number): Promise<number> {
  const row = await db
    .selectFrom('edit_update')
    .select((select) => select.fn.max('seq').as('seq'))
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return Math.max(row?.seq ?? 0, 0);
}

/** Updates of some sessions with ids above one: those of other servers among them. */
export const updatesSince = (db: Db, { sessions, after }: { sessions: readonly number[]; after: number }) =>
  db
    .selectFrom('edit_update')
    .select(['id', 'session_id', 'data', 'seq'])
    .where('session_id', 'in', among(db, JSON.stringify(sessions)))
    .where('id', '>', after)
    .where('seq', '>=', 0)
    .orderBy('id')
    .execute();

/** What was uploaded for the edits of a session, by users and by visitors of links: rows beside their order, whose data begin with the name of the upload. */
export const attachment = { ofUser: -1, ofVisitor: -2 } as const;

const attachmentsNamed = (db: Db, sessionId: number, name: string) =>
  db.selectFrom('edit_update').where('session_id', '=', sessionId).where('seq', '<', 0).where('data', 'like', `${name} %`);

export async function attachmentOf(db: Db, sessionId: number, name: string): Promise<string | undefined> {
  return (await attachmentsNamed(db, sessionId, name).select('data').executeTakeFirst())?.data;
}

/** The row of what was uploaded, without its data. */
export async function attachmentRow(db: Db, sessionId: number, name: string): Promise<number | undefined> {
  return (await attachmentsNamed(db, sessionId, name).select('id').executeTakeFirst())?.id;
}

/** Whether all of some rows of journals are there. */
export async function areUpdatesThere(db: Db, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await db
    .selectFrom('edit_update')
    .select('id')
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
  return rows.length === ids.length;
}

/** Characters of all that was uploaded for a session, and of what visitors uploaded among it. */
export async function attachmentsLength(db: Db, sessionId: number): Promise<{ all: number; ofVisitors: number }> {
  const rows = await db
    .selectFrom('edit_update')
    .select('seq')
    .select((select) => select.fn.sum<number | string>(select.fn<number>('length', ['data'])).as('length'))
    .where('session_id', '=', sessionId)
    .where('seq', '<', 0)
    .groupBy('seq')
    .execute();
  const lengthOf = (seq: number): number => Number(rows.find((row) => row.seq === seq)?.length ?? 0);
  const ofVisitors = lengthOf(attachment.ofVisitor);
  return { all: lengthOf(attachment.ofUser) + ofVisitors, ofVisitors };
}

/** Forgets what was uploaded for a session: all of it, or what visitors uploaded. */
export const deleteAttachments = (db: Db, sessionId: number, of: 'all' | 'visitors') =>
  db
    .deleteFrom('edit_update')
    .where('session_id', '=', sessionId)
    .where('seq', '<=', of === 'all' ? attachment.ofUser : attachment.ofVisitor)
    .execute();

export const updateIds = (db: Db, sessionId: number) =>
  db.selectFrom('edit_update').select('id').where('session_id', '=', sessionId).execute();

/** The updates of a session among these. */
export const updatesByIds = (db: Db, sessionId: number, ids: readonly number[]) =>
  db
    .selectFrom('edit_update')
    .select(['id', 'data', 'seq'])
    .where('session_id', '=', sessionId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .orderBy('id')
    .execute();

/** Who was cut off longer ago has lost the clients. */
const clientsKeptMs = 90 * 24 * 3600_000;

/** Clients that one person or visitor brings into a session within a day: one for each window and page that was loaded anew. */
const maxClaims = { clients: 1000, withinMs: 24 * 3600_000 };

interface Claim {
  sessionId: number;
  identity: string;
  clients: readonly number[];
  at: number;
}

/** Gives clients of Yjs that nobody has to an identity, unless it has taken too many, and answers whose these are. */
export async function claimClients(db: Db, claim: Claim): Promise<{ client: number; identity: string }[]> {
  const { sessionId, identity, clients, at } = claim;
  await requireOpenSession(db, sessionId);
  await db
    .deleteFrom('edit_client')
    .where('session_id', '=', sessionId)
    .where('claimed_at', '<', at - clientsKeptMs)
    .execute();
  const ownersNow = () =>
    db
      .selectFrom('edit_client')
      .select(['client', 'identity'])
      .where('session_id', '=', sessionId)
      .where('client', 'in', among(db, JSON.stringify(clients)))
      .execute();
  const owned = await ownersNow();
  const known = new Set(owned.map(({ client }) => client));
  const free = clients.filter((client) => !known.has(client));
  if (free.length === 0 || (await claimsSince(db, claim)) + free.length > maxClaims.clients) return owned;
  await db
    .insertInto('edit_client')
    .values(free.map((client) => ({ session_id: sessionId, client, identity, claimed_at: at })))
    // another server may have given one just now
    .onConflict((conflict) => conflict.columns(['session_id', 'client']).doNothing())
    .execute();
  return ownersNow();
}

/** How many clients an identity has taken of late. */
async function claimsSince(db: Db, { sessionId, identity, at }: Claim): Promise<number> {
  const row = await db
    .selectFrom('edit_client')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('session_id', '=', sessionId)
    .where('identity', '=', identity)
    .where('claimed_at', '>', at - maxClaims.withinMs)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** Writes rows into the journals of open sessions. */
export async function insertUpdates(db: Db, rows: Insertable<EditUpdateTable>[]): Promise<void> {
  for (const id of new Set(rows.map((row) => row.session_id))) await requireOpenSession(db, id);
  await db.insertInto('edit_update').values(rows).execute();
}

export const deleteUpdates = (db: Db, sessionId: number, ids: readonly number[]) =>
  db
    .deleteFrom('edit_update')
    .where('session_id', '=', sessionId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** A visitor of a share link who wrote in a session; `person_id` is the giver of the link. */
export type VisitorWriter = Omit<Selectable<EditVisitorTable>, 'session_id' | 'wrote_at'>;

interface Writing {
  id: number;
  personIds: readonly number[];
  visitors?: readonly VisitorWriter[];
  at: number;
}

/** Notes that people and visitors wrote in a session, from which its next revision is not yet made. */
export async function noteWriting(db: Db, { id, personIds, visitors = [], at }: Writing): Promise<void> {
  await db
    .updateTable('edit_session')
    .set((set) => ({ active_at: at, changed_at: set.case().when('changed_at', '=', 0).then(at).else(set.ref('changed_at')).end() }))
    .where('id', '=', id)
    .execute();
  if (visitors.length > 0)
    await db
      .insertInto('edit_visitor')
      .values(visitors.map((visitor) => ({ ...visitor, session_id: id, wrote_at: at })))
      .onConflict((conflict) => conflict.columns(['session_id', 'share_id', 'visitor_key']).doUpdateSet({ wrote_at: at }))
      .execute();
  if (personIds.length === 0) return;
  await db
    .insertInto('edit_writer')
    .values(personIds.map((personId) => ({ session_id: id, person_id: personId, wrote_at: at })))
    .onConflict((conflict) => conflict.columns(['session_id', 'person_id']).doUpdateSet({ wrote_at: at }))
    .execute();
}

/** Who wrote in a session, the last first. */
export const writersOf = (db: Db, sessionId: number) =>
  db
    .selectFrom('edit_writer')
    .select('person_id')
    .where('session_id', '=', sessionId)
    .orderBy('wrote_at', 'desc')
    .orderBy('person_id')
    .execute();

/** Visitors who wrote in a session, the last first. */
export const visitorsOf = (db: Db, sessionId: number) =>
  db
    .selectFrom('edit_visitor')
    .select(['share_id', 'visitor_key', 'person_id', 'name', 'link', 'address'])
    .where('session_id', '=', sessionId)
    .orderBy('wrote_at', 'desc')
    .orderBy('visitor_key')
    .execute();

export async function forgetWriters(db: Db, sessionId: number): Promise<void> {
  for (const table of ['edit_writer', 'edit_visitor'] as const) await db.deleteFrom(table).where('session_id', '=', sessionId).execute();
}

export const insertPresence = (db: Db, row: Insertable<EditPresenceTable>) => db.insertInto('edit_presence').values(row).execute();

export const deletePresence = (db: Db, id: number) => db.deleteFrom('edit_presence').where('id', '=', id).execute();

export const presenceById = compiled<{ id: number }, { session_id: number; person_id: number }>((db, p) =>
  db.selectFrom('edit_presence').select(['session_id', 'person_id']).where('id', '=', p.id),
);

/** The window of a session that edits a whole file. */
export const windowOfSession = compiled<{ id: number }, { person_id: number }>((db, p) =>
  db.selectFrom('edit_presence').select('person_id').where('session_id', '=', p.id),
);

export const deletePresenceOf = (db: Db, sessionId: number) => db.deleteFrom('edit_presence').where('session_id', '=', sessionId).execute();

/** Notes that connections still stand. One that was removed meanwhile does not come back, as it would hold the lock for minutes. */
export const renewPresence = (db: Db, ids: readonly number[], at: number) =>
  db
    .updateTable('edit_presence')
    .set({ seen_at: at })
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Notes that a window with a whole file still stands; answers whether it does: one that was replaced meanwhile does not come back. */
export async function renewWindow(
  db: Db,
  { sessionId, windowId, at }: { sessionId: number; windowId: number; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('edit_presence')
    .set({ seen_at: at })
    .where('id', '=', windowId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the connections to all rooms; windows of whole files tell by themselves that they are there. */
export const clearPresence = (db: Db) =>
  db
    .deleteFrom('edit_presence')
    .where('session_id', 'in', (from) => from.selectFrom('edit_session').select('id').where('kind', 'not in', ['file', 'pdf']))
    .execute();

/** Removes connections of a session that were not seen since a time; answers how many are left. */
export async function presenceSince(db: Db, { sessionId, since }: { sessionId: number; since: number }): Promise<number> {
  await db.deleteFrom('edit_presence').where('session_id', '=', sessionId).where('seen_at', '<', since).execute();
  const row = await db
    .selectFrom('edit_presence')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** Who is connected to the sessions of some documents; `visitor` is empty for users. */
export const editorsOf = compiled<
  { ids: string; since: number },
  Pick<EditSessionRow, 'document_id' | 'lock_person_id' | 'locked_at'> & { person_id: number; visitor: string }
>((db, p) =>
  db
    .selectFrom('edit_session')
    .innerJoin('edit_presence', 'edit_presence.session_id', 'edit_session.id')
    .select(['edit_session.document_id', 'edit_session.lock_person_id', 'edit_session.locked_at'])
    .select(['edit_presence.person_id', 'edit_presence.visitor'])
    .distinct()
    .where('edit_session.document_id', 'in', among(db, p.ids))
    .where('edit_presence.seen_at', '>', p.since)
    .orderBy('edit_presence.person_id')
    .orderBy('edit_presence.visitor'),
);

/** Takes the lock of a document from its open session; answers the sessions that had it. */
export const leaveLockOfSession = (db: Db, { itemId, personId, since }: Lock) =>
  db
    .updateTable('edit_session')
    .set(noLock)
    .where('document_id', '=', itemId)
    .where('lock_person_id', '=', personId)
    .where('locked_at', '=', since)
    .where('ended_at', '=', 0)
    .returning('id')
    .execute();

/** Of some documents, the locks that open sessions hold for visitors. */
export const visitorLocksOf = compiled<
  { ids: string },
  Pick<EditSessionRow, 'document_id' | 'lock_person_id' | 'locked_at' | 'lock_visitor'>
>((db, p) =>
  db
    .selectFrom('edit_session')
    .select(['document_id', 'lock_person_id', 'locked_at', 'lock_visitor'])
    .where('document_id', 'in', among(db, p.ids))
    .where('lock_visitor', '<>', '')
    .where('ended_at', '=', 0),
);
