import type { FlowEventKind, FlowScope } from '@dossier/contract/workflows/flow-shapes';
import { type Insertable, type RawBuilder, type Updateable, sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import type { FlowDocumentTable, FlowEventTable, FlowTable, FlowTaskTable } from '../../../platform/db/types.generated.ts';
import { newId } from '../../../platform/ids.ts';
import { nameKey } from '../../../platform/text/names.ts';

export const flowById = (db: Db, id: number, organisationId: number) =>
  db.selectFrom('flow').selectAll().where('id', '=', id).where('organisation_id', '=', organisationId).executeTakeFirst();

export type FlowRow = NonNullable<Awaited<ReturnType<typeof flowById>>>;

export const flowsByIds = (db: Db, ids: readonly number[]): Promise<FlowRow[]> =>
  db
    .selectFrom('flow')
    .selectAll()
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const insertFlow = (db: Db, row: Insertable<FlowTable>) => db.insertInto('flow').values(row).execute();

export const updateFlow = (db: Db, id: number, row: Updateable<FlowTable>) =>
  db.updateTable('flow').set(row).where('id', '=', id).execute();

/** Locks the row of a flow until the transaction ends: decisions, changes of its attachments and of its approvers happen one after the other. */
export const lockFlow = (db: Db, id: number) =>
  db
    .updateTable('flow')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', id)
    .execute();

/** Changes a flow only if its state is unchanged since it was read; answers whether it was. */
export async function transitionFlow(
  db: Db,
  seen: Pick<FlowRow, 'id' | 'state' | 'step' | 'round'>,
  row: Updateable<FlowTable>,
): Promise<boolean> {
  const moved = await db
    .updateTable('flow')
    .set(row)
    .where('id', '=', seen.id)
    .where('state', '=', seen.state)
    .where('step', '=', seen.step)
    .where('round', '=', seen.round)
    .returning('id')
    .execute();
  return moved.length > 0;
}

/** Records a reminder by the applicant, unless there was a recent one; answers whether it was recorded. */
export async function claimUrge(db: Db, id: number, { at, before }: { at: number; before: number }): Promise<boolean> {
  const taken = await db
    .updateTable('flow')
    .set({ urged_at: at })
    .where('id', '=', id)
    .where('urged_at', '<=', before)
    .returning('id')
    .execute();
  return taken.length > 0;
}

/** The next count of a period in an organisation, or one so far ahead. */
export async function nextNumber(
  db: Db,
  { organisationId, period, by }: { organisationId: number; period: number; by: number },
): Promise<number> {
  const { n } = await db
    .insertInto('flow_number')
    .values({ organisation_id: organisationId, period, n: by })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'period']).doUpdateSet({ n: sql<number>`flow_number.n + excluded.n` }))
    .returning('n')
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether a flow of an organisation has a number, whatever the case of its letters. */
export const isNumberTaken = async (db: Db, { organisationId, number }: { organisationId: number; number: string }): Promise<boolean> =>
  (await db
    .selectFrom('flow')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('number_key', '=', nameKey(number))
    .executeTakeFirst()) !== undefined;

/** The drafts of a user, in all organisations. */
export const draftsOf = (db: Db, personId: number) =>
  db.selectFrom('flow').select(['id', 'organisation_id']).where('applicant_id', '=', personId).where('state', '=', 'draft').execute();

/** Deletes a draft that was never submitted, with its dependent rows. */
export async function deleteDraft(db: Db, id: number): Promise<void> {
  await db.deleteFrom('flow_document').where('flow_id', '=', id).execute();
  await db.deleteFrom('flow').where('id', '=', id).execute();
}

export async function setDocuments(db: Db, flowId: number, rows: Insertable<FlowDocumentTable>[]): Promise<void> {
  await db.deleteFrom('flow_document').where('flow_id', '=', flowId).execute();
  if (rows.length > 0) await db.insertInto('flow_document').values(rows).execute();
}

export const documentsOf = (db: Db, flowId: number) =>
  db.selectFrom('flow_document').selectAll().where('flow_id', '=', flowId).orderBy('place').execute();

/** Who decided a flow last; '' where nobody did. */
export const lastDecider = async (db: Db, flowId: number): Promise<string> =>
  (
    await db
      .selectFrom('flow_event')
      .select('person_name')
      .where('flow_id', '=', flowId)
      .where('kind', 'in', ['ratified', 'signed', 'vetoed'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.person_name ?? '';

const insertEvent = (db: Db, row: Insertable<FlowEventTable>) => db.insertInto('flow_event').values(row).execute();

/** The newest entries of a flow's trail, or those before one of them, the newest first. */
export const newestEvents = (db: Db, { flowId, before, limit }: { flowId: number; before?: number; limit: number }) =>
  db
    .selectFrom('flow_event')
    .selectAll()
    .where('flow_id', '=', flowId)
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Whether a flow's trail has an entry of a kind. */
export const hasEvent = async (db: Db, flowId: number, kind: string): Promise<boolean> =>
  (await db.selectFrom('flow_event').select('id').where('flow_id', '=', flowId).where('kind', '=', kind).limit(1).executeTakeFirst()) !==
  undefined;

/** Sets the users whom a flow has notified. */
export async function setNotified(db: Db, flowId: number, people: readonly number[]): Promise<void> {
  await db.deleteFrom('flow_notified').where('flow_id', '=', flowId).execute();
  await addNotified(db, flowId, people);
}

/** Adds users to those whom a flow has notified. */
export async function addNotified(db: Db, flowId: number, people: readonly number[]): Promise<void> {
  if (people.length > 0)
    await sql`insert into flow_notified (flow_id, person_id) select cast(${flowId} as bigint), id from person
      where id in ${among(db, JSON.stringify(people))} on conflict (flow_id, person_id) do nothing`.execute(db);
}

export const notifiedOf = async (db: Db, flowId: number): Promise<number[]> =>
  (await db.selectFrom('flow_notified').select('person_id').where('flow_id', '=', flowId).execute()).map((row) => row.person_id);

/** Passed flows with pending rights that are due. */
export const flowsWithPendingGrants = (db: Db, now: number) =>
  db.selectFrom('flow').selectAll().where('state', '=', 'passed').where('due_at', '<=', now).orderBy('due_at').limit(500).execute();

/** The documents of a user's passed download flows that were not downloaded yet. */
const openDownloads = (db: Db, personId: number) =>
  db
    .selectFrom('flow_document as d')
    .innerJoin('flow as f', 'f.id', 'd.flow_id')
    .where('d.result_id', '=', 0)
    .where('f.applicant_id', '=', personId)
    .where('f.kind', '=', 'download')
    .where('f.state', '=', 'passed');

/** The ids of the documents of `openDownloads`, each once. */
export const waitingDownloads = async (db: Db, personId: number): Promise<number[]> =>
  (await openDownloads(db, personId).select('d.item_id').distinct().limit(1000).execute()).map((row) => row.item_id);

/** Claims a user's passed download flows for a document that was not downloaded yet; marks them as downloaded. */
export async function claimDownloads(db: Db, { personId, itemId }: { personId: number; itemId: number }) {
  const rows = await openDownloads(db, personId).selectAll('f').where('d.item_id', '=', itemId).limit(20).execute();
  for (const { id } of rows)
    await db.updateTable('flow_document').set({ result_id: itemId }).where('flow_id', '=', id).where('item_id', '=', itemId).execute();
  return rows;
}

/** Whether another flow, in approval or before its day, would publish, revise or abolish one of some documents. */
export async function isInOtherFlow(db: Db, flowId: number, itemIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('flow_document as d')
    .innerJoin('flow as f', 'f.id', 'd.flow_id')
    .select('f.id')
    .where('d.item_id', 'in', among(db, JSON.stringify(itemIds)))
    .where('f.id', '<>', flowId)
    .where(
      sql<boolean>`(f.state = 'waiting'
        or (f.state = 'passed' and exists (select 1 from publication p where p.flow_id = f.id and p.done = 0)))`,
    )
    .where('f.kind', 'in', ['publish', 'revise', 'abolish'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The version of a document that a flow is about from now on. */
export const setFlowRevision = (
  db: Db,
  { flowId, itemId }: { flowId: number; itemId: number },
  { revisionId, number, label }: { revisionId: number; number: number; label: string },
) =>
  db
    .updateTable('flow_document')
    .set({ revision_id: revisionId, number, label })
    .where('flow_id', '=', flowId)
    .where('item_id', '=', itemId)
    .execute();

/** Records the result of a document. */
export const setResult = (db: Db, { flowId, itemId, resultId }: { flowId: number; itemId: number; resultId: number }) =>
  db.updateTable('flow_document').set({ result_id: resultId }).where('flow_id', '=', flowId).where('item_id', '=', itemId).execute();

interface Page {
  limit: number;
  offset: number;
}

interface FlowFilter {
  scope: FlowScope;
  organisationId: number;
  personId: number;
  /** The user and those whom the user substitutes. */
  people: readonly number[];
  kind: string | undefined;
  status: string | undefined;
  keyword: string | undefined;
}

/** Flows with a task of one of some users; a substitute does not decide on the own application. */
const waitsFor = (db: Db, { people, personId }: Pick<FlowFilter, 'people' | 'personId'>) =>
  sql<boolean>`f.id in (select t.flow_id from flow_task t where t.state = 'waiting' and t.person_id in ${among(db, JSON.stringify(people))})
    and (f.applicant_id <> ${personId} or f.id in (select t.flow_id from flow_task t where t.state = 'waiting' and t.person_id = ${personId}))`;

function flowsOf(db: Db, asked: FlowFilter) {
  const { scope, organisationId, personId } = asked;
  let all = db.selectFrom('flow as f').where('f.organisation_id', '=', organisationId);
  if (scope === 'mine') all = all.where('f.applicant_id', '=', personId).where('f.state', '<>', 'draft');
  else if (scope === 'drafts') all = all.where('f.applicant_id', '=', personId).where('f.state', 'in', ['draft', 'returned']);
  else if (scope === 'waiting') all = all.where('f.state', '=', 'waiting').where(waitsFor(db, asked));
  else all = all.where('f.state', '<>', 'draft');
  return all.where(narrows(asked));
}

/** What narrows a list down within its scope. */
function narrows({ kind, status, keyword = '' }: Pick<FlowFilter, 'kind' | 'status' | 'keyword'>): RawBuilder<boolean> {
  const tests = [
    sql<boolean>`1 = 1`,
    ...(kind === undefined ? [] : [sql<boolean>`f.kind = ${kind}`]),
    ...(status === undefined ? [] : [sql<boolean>`f.state = ${status}`]),
    ...(keyword === '' ? [] : [sql<boolean>`(f.title_key like ${containing(nameKey(keyword))} or f.number like ${containing(keyword)})`]),
  ];
  return sql<boolean>`${sql.join(tests, sql` and `)}`;
}

/** The scopes of which triggers keep rows: the flows that a user has decided in, and those that are over and concern the user. */
type KeptScope = 'handled' | 'finished';

/** The tables of the kept rows. They have the same columns, so the types of one serve for both. */
const keptTable = (scope: KeptScope) => `flow_${scope} as h` as 'flow_handled as h';

/** A page of flows with kept rows: they are ordered by these, and counted by them where nothing narrows. */
async function pageOfKeptFlows(db: Db, asked: FlowFilter & { scope: KeptScope }, { limit, offset }: Page) {
  const { scope, personId, organisationId, kind, status, keyword = '' } = asked;
  const all = db.selectFrom(keptTable(scope)).where('h.person_id', '=', personId).where('h.organisation_id', '=', organisationId);
  const isNarrowed = kind !== undefined || status !== undefined || keyword !== '';
  const found = isNarrowed
    ? all.where(({ exists, selectFrom }) =>
        exists(selectFrom('flow as f').select('f.id').whereRef('f.id', '=', 'h.flow_id').where(narrows(asked))),
      )
    : all;
  const { n } = await found.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = await found
    .select('h.flow_id')
    .orderBy('h.updated_at', 'desc')
    .orderBy('h.flow_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = page.map((row) => row.flow_id);
  const flows = new Map((await flowsByIds(db, ids)).map((flow) => [flow.id, flow]));
  return { rows: ids.flatMap((id) => flows.get(id) ?? []), total: n };
}

/** A page of flows, the last changed first. */
export async function pageOfFlows(db: Db, asked: FlowFilter, page: Page) {
  const { scope } = asked;
  if (scope === 'handled' || scope === 'finished') return pageOfKeptFlows(db, { ...asked, scope }, page);
  const { limit, offset } = page;
  const all = flowsOf(db, asked);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all.selectAll('f').orderBy('f.updated_at', 'desc').orderBy('f.id', 'desc').limit(limit).offset(offset).execute();
  return { rows, total: n };
}

/** The number of flows that wait for some users, and of the caller's drafts. */
export async function countFlows(db: Db, asked: Pick<FlowFilter, 'organisationId' | 'personId' | 'people'>) {
  const count = async (scope: FlowScope): Promise<number> => {
    const all = flowsOf(db, { ...asked, scope, kind: undefined, status: undefined, keyword: undefined });
    return (await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  };
  return { waiting: await count('waiting'), drafts: await count('drafts') };
}

/** Of some flows those that wait for one of some users. */
export const waitingAmong = async (db: Db, flowIds: readonly number[], people: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await db
        .selectFrom('flow_task')
        .select('flow_id')
        .distinct()
        .where('state', '=', 'waiting')
        .where('person_id', 'in', among(db, JSON.stringify(people)))
        .where('flow_id', 'in', among(db, JSON.stringify(flowIds)))
        .execute()
    ).map((row) => row.flow_id),
  );

/** Creates tasks for approvers who have none in the step; answers the new approvers. */
export async function insertTasks(db: Db, rows: Insertable<FlowTaskTable>[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const added = await db
    .insertInto('flow_task')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['position_id', 'person_id']).doNothing())
    .returning('person_id')
    .execute();
  return added.map((row) => row.person_id);
}

/** All tasks in some positions, in order. */
export const tasksAt = (db: Db, positionIds: readonly number[]) =>
  db
    .selectFrom('flow_task')
    .selectAll()
    .where('position_id', 'in', among(db, JSON.stringify(positionIds)))
    .orderBy('id')
    .execute();

export type TaskRow = Awaited<ReturnType<typeof tasksAt>>[number];

/** The users for whom a flow waits. */
export const waitingPeople = async (db: Db, flowId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('flow_task')
      .select('person_id')
      .where('flow_id', '=', flowId)
      .where('state', '=', 'waiting')
      .orderBy('id')
      .execute()
  ).map((row) => row.person_id);

/** Whom some flows wait for, in order. */
export const waitingPeopleOf = (db: Db, flowIds: readonly number[]) =>
  db
    .selectFrom('flow_task')
    .select(['flow_id', 'person_id'])
    .where('flow_id', 'in', among(db, JSON.stringify(flowIds)))
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();

/** The open tasks of some users in some flows, in order. */
export const waitingTasksAmong = (db: Db, flowIds: readonly number[], people: readonly number[]) =>
  db
    .selectFrom('flow_task')
    .select(['flow_id', 'position_id', 'step', 'person_id'])
    .where('state', '=', 'waiting')
    .where('person_id', 'in', among(db, JSON.stringify(people)))
    .where('flow_id', 'in', among(db, JSON.stringify(flowIds)))
    .orderBy('id')
    .execute();

/** Records a decision, if the task is still open; answers whether it was. */
export async function decideTask(
  db: Db,
  id: number,
  word: { state: 'ratified' | 'vetoed' | 'returned' | 'lapsed'; decided_by: number; decided_at: number },
): Promise<boolean> {
  const decided = await db.updateTable('flow_task').set(word).where('id', '=', id).where('state', '=', 'waiting').returning('id').execute();
  return decided.length > 0;
}

/** When somebody last ratified a flow since a time, in milliseconds; undefined where nobody did. */
export async function approvedSince(db: Db, flowId: number, since: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('flow_task')
    .select(({ fn }) => fn.max<number | null>('decided_at').as('at'))
    .where('flow_id', '=', flowId)
    .where('state', '=', 'ratified')
    .where('decided_at', '>=', since)
    .executeTakeFirstOrThrow();
  return found.at ?? undefined;
}

/** Closes the open tasks of a flow without a decision. */
export const lapseTasks = (db: Db, flowId: number, at: number) =>
  db
    .updateTable('flow_task')
    .set({ state: 'lapsed', decided_at: at })
    .where('flow_id', '=', flowId)
    .where('state', '=', 'waiting')
    .execute();

/** Of some flows those that a user may see: as applicant, as approver or their substitute, as notified one, or all that were submitted. */
export async function flowsSeenAmong(
  db: Db,
  ids: readonly number[],
  { personId, people, organisationId, all }: { personId: number; people: readonly number[]; organisationId: number; all: boolean },
): Promise<number[]> {
  const waiting = among(db, JSON.stringify(people));
  const rows = await db
    .selectFrom('flow as f')
    .select('f.id')
    .where('f.id', 'in', among(db, JSON.stringify(ids)))
    .where('f.organisation_id', '=', organisationId)
    .where(
      sql<boolean>`(f.applicant_id = ${personId} or (f.state <> 'draft' and (${sql.lit(all ? 1 : 0)} = 1
        or exists (select 1 from flow_notified n where n.flow_id = f.id and n.person_id = ${personId})
        or exists (select 1 from flow_task t where t.flow_id = f.id and (t.decided_by = ${personId} or t.person_id = ${personId}
          or (t.state = 'waiting' and t.person_id in ${waiting}))))))`,
    )
    .execute();
  return rows.map((row) => row.id);
}

/** The open tasks of some users in a flow. */
export const waitingTasksOf = (db: Db, flowId: number, people: readonly number[]) =>
  db
    .selectFrom('flow_task')
    .selectAll()
    .where('flow_id', '=', flowId)
    .where('state', '=', 'waiting')
    .where('person_id', 'in', among(db, JSON.stringify(people)))
    .orderBy('id')
    .execute();

/** Flows that wait for one of some users and contain this revision of a document. */
export const waitingFlowsWithDocument = (
  db: Db,
  { itemId, revisionId, people }: { itemId: number; revisionId: number; people: readonly number[] },
) =>
  db
    .selectFrom('flow_document as d')
    .innerJoin('flow as f', 'f.id', 'd.flow_id')
    .select(['f.id', 'f.applicant_id', 'f.organisation_id'])
    .where('d.item_id', '=', itemId)
    .where('d.revision_id', '=', revisionId)
    .where('f.state', '=', 'waiting')
    .where(
      sql<boolean>`exists (select 1 from flow_task t where t.flow_id = f.id and t.state = 'waiting'
        and t.person_id in ${among(db, JSON.stringify(people))})`,
    )
    .limit(20)
    .execute();

/** Whether one of some signatures of a person under a document, told by their times, was a decision in a flow that still has the document. */
export async function hasSignedIn(
  db: Db,
  { itemId, personId, organisationId, times }: { itemId: number; personId: number; organisationId: number; times: readonly number[] },
): Promise<boolean> {
  const row = await db
    .selectFrom('flow_document as d')
    .innerJoin('flow as f', 'f.id', 'd.flow_id')
    // written in one transaction with the signature, at the same time
    .innerJoin('flow_event as e', 'e.flow_id', 'f.id')
    .select('f.id')
    .where('d.item_id', '=', itemId)
    .where('f.organisation_id', '=', organisationId)
    .where('f.state', '<>', 'draft')
    .where('e.kind', '=', 'signed')
    .where('e.person_id', '=', personId)
    .where('e.at', 'in', times)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The actor of an event; undefined for the server itself. */
export interface FlowActor {
  id: number;
  fullName: string;
}

export const systemActor: FlowActor = { id: 0, fullName: '' };

interface FlowEventFacts {
  kind: FlowEventKind;
  actor: FlowActor;
  forName?: string;
  stepName?: string;
  opinion?: string;
  names?: readonly string[];
}

/** Writes an entry of a flow's trail, with the current names. */
export const recordFlowEvent = (
  ctx: Pick<Context, 'db' | 'now'>,
  flow: Pick<FlowRow, 'id'>,
  { kind, actor, forName = '', stepName = '', opinion = '', names = [] }: FlowEventFacts,
) =>
  insertEvent(ctx.db, {
    id: newId(),
    flow_id: flow.id,
    kind,
    at: ctx.now,
    person_id: actor.id,
    person_name: actor.fullName,
    for_name: forName,
    step_name: stepName,
    opinion,
    names: JSON.stringify(names),
  });
