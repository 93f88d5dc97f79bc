import type { AskedState } from '@dossier/contract/acknowledgements/acknowledgements';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { AcknowledgementRequestTable, AcknowledgementTable } from '../../../platform/db/types.generated.ts';

export type RequestRow = Selectable<AcknowledgementRequestTable>;
type AcknowledgementRow = Selectable<AcknowledgementTable>;

/** The kind of message that a user who was asked is still to get. */
export type Notice = 'asked' | 'reminder' | 'overdue';

export const requestById = (db: Db, id: number): Promise<RequestRow | undefined> =>
  db.selectFrom('acknowledgement_request').selectAll().where('id', '=', id).executeTakeFirst();

export const openRequestOn = (db: Db, itemId: number): Promise<RequestRow | undefined> =>
  db.selectFrom('acknowledgement_request').selectAll().where('item_id', '=', itemId).where('closed_at', '=', 0).executeTakeFirst();

/** The requests on a document, the newest first. */
export const requestsOn = (db: Db, itemId: number, limit: number): Promise<RequestRow[]> =>
  db
    .selectFrom('acknowledgement_request')
    .selectAll()
    .where('item_id', '=', itemId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Inserts an open request, unless the document has one; answers whether it did. A parameter in place of the 0 would not name the index. */
export async function insertRequest(db: Db, row: RequestRow): Promise<boolean> {
  const inserted = await db
    .insertInto('acknowledgement_request')
    .values(row)
    .onConflict((conflict) => conflict.column('item_id').where('closed_at', '=', sql.lit(0)).doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

/** Ends a request; answers false where it has ended before. */
export async function closeRequest(db: Db, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('acknowledgement_request')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Locks the row of an open request until the transaction ends, so that it is not closed meanwhile; answers false where it has been closed. */
export async function lockOpenRequest(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('acknowledgement_request')
    .set({ closed_at: 0 })
    .where('id', '=', id)
    .where('closed_at', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export type EarlierAnswer = Pick<AcknowledgementRow, 'opened_at' | 'acknowledged_at'>;

/** Rows in one statement; SQLite takes 32,766 parameters. */
const rowsTogether = 1000;

/** The names of people, of those who have an account that is not disabled. */
const enabledAmong = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('person')
    .select(['id', 'full_name', 'full_sort'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .where('enabled', '=', 1)
    .execute();

/** The people of a request, of those who have an account that is not disabled. */
export async function insertPeople(
  db: Db,
  requestId: number,
  { people, before }: { people: readonly number[]; before: ReadonlyMap<number, EarlierAnswer> },
): Promise<number> {
  const persons = await enabledAmong(db, people);
  const rows = persons.map((person): AcknowledgementRow => {
    const { opened_at: openedAt = 0, acknowledged_at: at = 0 } = before.get(person.id) ?? {};
    return {
      request_id: requestId,
      person_id: person.id,
      name: person.full_name,
      name_sort: person.full_sort,
      acknowledged_at: at,
      opened_at: openedAt,
      notice: at === 0 ? 'asked' : '',
    };
  });
  for (let at = 0; at < rows.length; at += rowsTogether)
    await db
      .insertInto('acknowledgement')
      .values(rows.slice(at, at + rowsTogether))
      .execute();
  return rows.length;
}

/** Keeps whom a request does not ask, of those who have an account that is not disabled; answers how many. */
export async function insertLeftOut(db: Db, requestId: number, people: readonly number[]): Promise<number> {
  const rows = (await enabledAmong(db, people)).map((person) => ({
    request_id: requestId,
    person_id: person.id,
    name: person.full_name,
    name_sort: person.full_sort,
  }));
  for (let at = 0; at < rows.length; at += rowsTogether)
    await db
      .insertInto('acknowledgement_left_out')
      .values(rows.slice(at, at + rowsTogether))
      .execute();
  return rows.length;
}

/** Whom a request did not ask, by name, with their accounts, which are null where they are removed. */
export const leftOutOf = (db: Db, requestId: number) =>
  db
    .selectFrom('acknowledgement_left_out as l')
    .leftJoin('person as p', 'p.id', 'l.person_id')
    .select(['l.person_id', 'l.name', 'p.login_name', 'p.enabled'])
    .where('l.request_id', '=', requestId)
    .orderBy('l.name_sort')
    .orderBy('l.person_id')
    .execute();

/** Takes people out of those whom a request left out. */
export const deleteLeftOut = (db: Db, requestId: number, people: readonly number[]) =>
  db
    .deleteFrom('acknowledgement_left_out')
    .where('request_id', '=', requestId)
    .where('person_id', 'in', among(db, JSON.stringify(people)))
    .execute();

/** What people have done by earlier requests for a version. */
export async function answersTo(
  db: Db,
  { item_id, revision_id }: Pick<RequestRow, 'item_id' | 'revision_id'>,
  people: readonly number[],
): Promise<Map<number, EarlierAnswer>> {
  const rows = await db
    .selectFrom('acknowledgement as a')
    .innerJoin('acknowledgement_request as r', 'r.id', 'a.request_id')
    .select(({ fn }) => ['a.person_id', fn.max('a.opened_at').as('opened_at'), fn.max('a.acknowledged_at').as('acknowledged_at')])
    .where('r.item_id', '=', item_id)
    .where('r.revision_id', '=', revision_id)
    .where('a.person_id', 'in', among(db, JSON.stringify(people)))
    .groupBy('a.person_id')
    .execute();
  return new Map(rows.map((row) => [row.person_id, row]));
}

/** Notes that people were added to a request: not all have acknowledged any more. */
export const reopenCompletion = (db: Db, id: number) =>
  db.updateTable('acknowledgement_request').set({ completed_at: 0 }).where('id', '=', id).execute();

/** What people have done by a request: when they opened the version and when they acknowledged it. */
export async function answersOf(db: Db, requestId: number): Promise<Map<number, EarlierAnswer>> {
  const rows = await db
    .selectFrom('acknowledgement')
    .select(['person_id', 'opened_at', 'acknowledged_at'])
    .where('request_id', '=', requestId)
    .execute();
  return new Map(rows.map((row) => [row.person_id, row]));
}

export const acknowledgementOf = (db: Db, requestId: number, personId: number): Promise<AcknowledgementRow | undefined> =>
  db.selectFrom('acknowledgement').selectAll().where('request_id', '=', requestId).where('person_id', '=', personId).executeTakeFirst();

/** Of some requests, those that name a person. */
export async function requestsOfPerson(db: Db, personId: number, requestIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('acknowledgement')
    .select('request_id')
    .where('person_id', '=', personId)
    .where('request_id', 'in', among(db, JSON.stringify(requestIds)))
    .execute();
  return rows.map((row) => row.request_id);
}

/** Notes that a user has acknowledged; answers false where they had before, or were not asked. */
export async function acknowledge(
  db: Db,
  { requestId, personId, now }: { requestId: number; personId: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('acknowledgement')
    .set({ acknowledged_at: now, notice: '' })
    .where('request_id', '=', requestId)
    .where('person_id', '=', personId)
    .where('acknowledged_at', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** How many were asked by each of some requests, and how many of them have acknowledged. */
export async function countsOf(db: Db, requestIds: readonly number[]): Promise<Map<number, { asked: number; done: number }>> {
  const rows = await db
    .selectFrom('acknowledgement')
    .select('request_id')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .select(sql<number>`sum(case when acknowledged_at > 0 then 1 else 0 end)`.as('done'))
    .where('request_id', 'in', among(db, JSON.stringify(requestIds)))
    .groupBy('request_id')
    .execute();
  return new Map(rows.map((row) => [row.request_id, { asked: row.asked, done: row.done }]));
}

const peopleOf = (db: Db, requestId: number, state: AskedState) => {
  const query = db.selectFrom('acknowledgement').where('request_id', '=', requestId);
  return state === 'all' ? query : query.where('acknowledged_at', state === 'done' ? '>' : '=', 0);
};

export async function countPeople(db: Db, requestId: number, state: AskedState): Promise<number> {
  const { n } = await peopleOf(db, requestId, state)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The people of a request by name, with the state of their accounts, which is null where an account is removed. */
export const pageOfPeople = (db: Db, asked: { requestId: number; state: AskedState }, part: { limit: number; offset: number }) =>
  peopleOf(db, asked.requestId, asked.state)
    .leftJoin('person', 'person.id', 'acknowledgement.person_id')
    .select(['person_id', 'name', 'opened_at', 'acknowledged_at', 'person.enabled'])
    .orderBy('name_sort')
    .orderBy('person_id')
    .limit(part.limit)
    .offset(part.offset)
    .execute();

/** The next people of a request by name, after one of them, with their accounts, which are null where they are removed. */
export const peopleAfter = (
  db: Db,
  requestId: number,
  { after, limit }: { after: { name_sort: string; person_id: number }; limit: number },
) =>
  db
    .selectFrom('acknowledgement as a')
    .leftJoin('person as p', 'p.id', 'a.person_id')
    .select(['a.person_id', 'a.name', 'a.name_sort', 'a.opened_at', 'a.acknowledged_at', 'p.login_name', 'p.enabled'])
    .where('a.request_id', '=', requestId)
    .where(({ or, and, eb }) =>
      or([
        eb('a.name_sort', '>', after.name_sort),
        and([eb('a.name_sort', '=', after.name_sort), eb('a.person_id', '>', after.person_id)]),
      ]),
    )
    .orderBy('a.name_sort')
    .orderBy('a.person_id')
    .limit(limit)
    .execute();

/** Notes that people have opened the version that the open request of a document asks them to acknowledge, the first time. */
export const noteOpenings = (
  db: Db,
  { itemId, revisionId, personIds, at }: { itemId: number; revisionId: number; personIds: readonly number[]; at: number },
) =>
  db
    .updateTable('acknowledgement')
    .set({ opened_at: at })
    .where('person_id', 'in', among(db, JSON.stringify(personIds)))
    .where('acknowledged_at', '=', 0)
    .where('opened_at', '=', 0)
    .where('request_id', 'in', (query) =>
      query
        .selectFrom('acknowledgement_request')
        .select('id')
        .where('item_id', '=', itemId)
        .where('revision_id', '=', revisionId)
        .where('closed_at', '=', 0),
    )
    .execute();

/** The versions that open requests ask a person to acknowledge, and that they have not opened. */
export const unopenedBy = (db: Db, personId: number) =>
  db
    .selectFrom('acknowledgement as a')
    .innerJoin('acknowledgement_request as r', 'r.id', 'a.request_id')
    .select(['r.item_id', 'r.revision_id'])
    .where('a.person_id', '=', personId)
    .where('a.acknowledged_at', '=', 0)
    .where('a.opened_at', '=', 0)
    .where('r.closed_at', '=', 0)
    .execute();

/** Everybody who was asked about a document, now or before, and whether they have acknowledged by its open request. */
export async function everAsked(db: Db, itemId: number): Promise<Map<number, 'asked' | 'given' | 'none'>> {
  const rows = await db
    .selectFrom('acknowledgement as a')
    .innerJoin('acknowledgement_request as r', 'r.id', 'a.request_id')
    .select(['a.person_id', 'a.acknowledged_at', 'r.closed_at'])
    .where('r.item_id', '=', itemId)
    .execute();
  const states = new Map<number, 'asked' | 'given' | 'none'>(rows.map((row) => [row.person_id, 'none']));
  for (const row of rows) if (row.closed_at === 0) states.set(row.person_id, row.acknowledged_at === 0 ? 'asked' : 'given');
  return states;
}

interface WaitingQuery {
  personId: number;
  organisationId: number;
  /** The lists with documents that the person may read, as JSON. */
  readable: string;
}

const waitingFor = (db: Db, { personId, organisationId, readable }: WaitingQuery) =>
  db
    .selectFrom('acknowledgement as a')
    .innerJoin('acknowledgement_request as r', 'r.id', 'a.request_id')
    .innerJoin('item as i', 'i.id', 'r.item_id')
    .where('a.person_id', '=', personId)
    .where('a.acknowledged_at', '=', 0)
    .where('r.closed_at', '=', 0)
    .where('i.bin_id', '=', 0)
    .where('i.organisation_id', '=', organisationId)
    .where('i.acl_id', 'in', among(db, readable));

/** What waits for a person, what is due first at the top, what has no date at the end. */
export const pageOfWaiting = (db: Db, query: WaitingQuery, part: { limit: number; offset: number }) =>
  waitingFor(db, query)
    .select(['r.id', 'r.item_id', 'r.revision_id', 'r.due_at', 'r.creator_id', 'r.created_at', 'i.name', 'i.ext'])
    .orderBy(sql`case when r.due_at = 0 then 1 else 0 end`)
    .orderBy('r.due_at')
    .orderBy('r.id', 'desc')
    .limit(part.limit)
    .offset(part.offset)
    .execute();

export async function countWaiting(db: Db, query: WaitingQuery): Promise<number> {
  const { n } = await waitingFor(db, query)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Of some documents, those whose open request names a person, and whether they have acknowledged: asked with every list. */
export const askedAmong = compiled<{ person: number; ids: string }, { item_id: number; acknowledged_at: number }>((db, p) =>
  db
    .selectFrom('acknowledgement_request as r')
    .innerJoin('acknowledgement as a', 'a.request_id', 'r.id')
    .select(['r.item_id', 'a.acknowledged_at'])
    .where('r.item_id', 'in', among(db, p.ids))
    .where('r.closed_at', '=', 0)
    .where('a.person_id', '=', p.person),
);

/** Takes the turn to remind by hand; answers false where that was done since `before`. */
export async function claimReminder(db: Db, id: number, { now, before }: { now: number; before: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('acknowledgement_request')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('closed_at', '=', 0)
    .where('reminded_at', '<', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes the message that those are to get who have not acknowledged; answers how many. */
export async function noticePending(db: Db, requestId: number, notice: Notice): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('acknowledgement')
    .set({ notice })
    .where('request_id', '=', requestId)
    .where('acknowledged_at', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The next people of a request who are to get a message. */
export const nextNotices = (db: Db, requestId: number, limit: number) =>
  db
    .selectFrom('acknowledgement')
    .select(['person_id', 'notice'])
    .where('request_id', '=', requestId)
    .where('notice', '<>', '')
    .orderBy('person_id')
    .limit(limit)
    .execute();

/** Of some documents those that a user still has to acknowledge. */
export const openFor = async (db: Db, personId: number, itemIds: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await db
        .selectFrom('acknowledgement_request as r')
        .innerJoin('acknowledgement as a', 'a.request_id', 'r.id')
        .select('r.item_id')
        .where('r.item_id', 'in', among(db, JSON.stringify(itemIds)))
        .where('r.closed_at', '=', sql.lit(0))
        .where('a.person_id', '=', personId)
        .where('a.acknowledged_at', '=', sql.lit(0))
        .execute()
    ).map((row) => row.item_id),
  );

/** Notes that people have got their messages. */
export const clearNotices = (db: Db, requestId: number, personIds: readonly number[]) =>
  db
    .updateTable('acknowledgement')
    .set({ notice: '' })
    .where('request_id', '=', requestId)
    .where('person_id', 'in', among(db, JSON.stringify(personIds)))
    .execute();

/** Notes that everybody has acknowledged who still works here; answers whether that is so now for the first time. */
export async function completeRequest(db: Db, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('acknowledgement_request')
    .set({ completed_at: now })
    .where('id', '=', id)
    .where('completed_at', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('acknowledgement as a')
            .innerJoin('person as p', 'p.id', 'a.person_id')
            .select('a.person_id')
            .where('a.request_id', '=', id)
            .where('a.acknowledged_at', '=', 0)
            .where('p.enabled', '=', 1),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Open requests whose date is a day away or over, and which were not reminded of that. */
export const dueRequests = (db: Db, { now, soon, limit }: { now: number; soon: number; limit: number }): Promise<RequestRow[]> =>
  db
    .selectFrom('acknowledgement_request')
    .selectAll()
    .where('closed_at', '=', 0)
    .where('due_at', '>', 0)
    .where('due_stage', '<', 2)
    .where('due_at', '<=', soon)
    .where(({ or, eb }) => or([eb('due_stage', '=', 0), eb('due_at', '<=', now)]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const setDueStage = (db: Db, id: number, stage: number) =>
  db.updateTable('acknowledgement_request').set({ due_stage: stage }).where('id', '=', id).execute();

/** Deletes all requests on some documents; answers their ids. */
export async function deleteRequestsOn(db: Db, itemIds: readonly number[]): Promise<number[]> {
  const requests = db
    .selectFrom('acknowledgement_request')
    .select('id')
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)));
  await db.deleteFrom('acknowledgement').where('request_id', 'in', requests).execute();
  await db.deleteFrom('acknowledgement_left_out').where('request_id', 'in', requests).execute();
  const gone = await db
    .deleteFrom('acknowledgement_request')
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)))
    .returning('id')
    .execute();
  return gone.map((row) => row.id);
}
