import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { FlowTaskTable } from '../../../platform/db/types.generated.ts';

/** Creates tasks for approvers who have none in the step; answers the new approvers. */
export async function insertTasks(db: Db, rows: Insertable<FlowTaskTable>[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const added = await db
    .insertInto('flow_task')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['flow_id', 'round', 'step', 'person_id']).doNothing())
    .returning('person_id')
    .execute();
  return added.map((row) => row.person_id);
}

/** All tasks of one step and round, in order. */
export const tasksOf = (db: Db, { id, round, step }: { id: number; round: number; step: number }) =>
  db
    .selectFrom('flow_task')
    .selectAll()
    .where('flow_id', '=', id)
    .where('round', '=', round)
    .where('step', '=', step)
    .orderBy('id')
    .execute();

export type TaskRow = Awaited<ReturnType<typeof tasksOf>>[number];

/** Records a decision, if the task is still open; answers whether it was. */
export async function decideTask(
  db: Db,
  id: number,
  word: { state: 'ratified' | 'vetoed' | 'returned' | 'lapsed'; decided_by: number; decided_at: number },
): Promise<boolean> {
  const decided = await db.updateTable('flow_task').set(word).where('id', '=', id).where('state', '=', 'waiting').returning('id').execute();
  return decided.length > 0;
}

/** Closes the open tasks of a flow without a decision. */
export const lapseTasks = (db: Db, flowId: number, at: number) =>
  db
    .updateTable('flow_task')
    .set({ state: 'lapsed', decided_at: at })
    .where('flow_id', '=', flowId)
    .where('state', '=', 'waiting')
    .execute();

/** Whether one of some users is or was an approver in a flow, or a user decided in it. */
export async function isParticipant(db: Db, flowId: number, { waiting, personId }: { waiting: readonly number[]; personId: number }) {
  const row = await db
    .selectFrom('flow_task')
    .select('id')
    .where('flow_id', '=', flowId)
    .where((where) =>
      where.or([
        where('decided_by', '=', personId),
        where('person_id', '=', personId),
        where.and([where('state', '=', 'waiting'), where('person_id', 'in', among(db, JSON.stringify(waiting)))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

/** Flows that wait for a user. */
export const flowsWaitingFor = (db: Db, personId: number) =>
  db
    .selectFrom('flow_task as t')
    .innerJoin('flow as f', 'f.id', 't.flow_id')
    .selectAll('f')
    .where('t.person_id', '=', personId)
    .where('t.state', '=', 'waiting')
    .where('f.state', '=', 'waiting')
    .limit(1000)
    .execute();
