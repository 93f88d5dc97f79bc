import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { FlowPositionTable } from '../../../platform/db/types.generated.ts';

/** A visit of a flow to a node of its graph. */
export type PositionRow = Selectable<FlowPositionTable>;

export const insertPosition = (db: Db, row: Insertable<FlowPositionTable>): Promise<PositionRow> =>
  db.insertInto('flow_position').values(row).returningAll().executeTakeFirstOrThrow();

export const updatePosition = (db: Db, id: number, row: Updateable<FlowPositionTable>) =>
  db.updateTable('flow_position').set(row).where('id', '=', id).execute();

/** Leaves a position in which a flow waits, once: answers whether it still waited there. */
export async function leavePosition(db: Db, id: number, { state, at }: { state: 'passed' | 'rejected'; at: number }): Promise<boolean> {
  const left = await db
    .updateTable('flow_position')
    .set({ state, left_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  return left.length > 0;
}

/** Takes positions away, with the tasks that wait there. */
export async function cancelPositions(db: Db, ids: readonly number[], at: number): Promise<void> {
  if (ids.length === 0) return;
  const these = JSON.stringify(ids);
  await db.updateTable('flow_position').set({ state: 'cancelled', left_at: at }).where('id', 'in', among(db, these)).execute();
  await lapseTasksAt(db, ids, at);
}

/** Closes the tasks that wait in some positions without a decision. */
export const lapseTasksAt = (db: Db, ids: readonly number[], at: number) =>
  db
    .updateTable('flow_task')
    .set({ state: 'lapsed', decided_at: at })
    .where('position_id', 'in', among(db, JSON.stringify(ids)))
    .where('state', '=', 'waiting')
    .execute();

export const deletePositions = (db: Db, ids: readonly number[]) =>
  db
    .deleteFrom('flow_position')
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const positionById = (db: Db, id: number): Promise<PositionRow | undefined> =>
  db.selectFrom('flow_position').selectAll().where('id', '=', id).executeTakeFirst();

/** The newest positions of a flow, in order. */
export const newestPositions = async (db: Db, flowId: number, limit: number): Promise<PositionRow[]> =>
  (
    await db.selectFrom('flow_position').selectAll().where('flow_id', '=', flowId).orderBy('id', 'desc').limit(limit).execute()
  ).toReversed();

/** The positions in which some flows wait, in order. */
export const waitingPositions = (db: Db, flowIds: readonly number[]): Promise<PositionRow[]> =>
  db
    .selectFrom('flow_position')
    .selectAll()
    .where('flow_id', 'in', among(db, JSON.stringify(flowIds)))
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();

/** The position that waits, or waited, for a sub-flow. */
export const positionOfChild = (db: Db, childId: number): Promise<PositionRow | undefined> =>
  db.selectFrom('flow_position').selectAll().where('child_flow_id', '=', childId).where('child_flow_id', '>', 0).executeTakeFirst();

/** How many sub-flows a flow has had, with those of these, counted up to a limit. */
export async function countSubflows(db: Db, flowId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`with recursive below(id) as (
      select child_flow_id from flow_position where flow_id = ${flowId} and child_flow_id > 0
      union select p.child_flow_id from below b join flow_position p on p.flow_id = b.id where p.child_flow_id > 0)
    select count(*) as n from (select id from below limit ${limit}) as found`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Due steps that have no reminder yet, or have one and are overdue. */
export const duePositions = (db: Db, { now, late, limit }: { now: number; late: number; limit: number }): Promise<PositionRow[]> =>
  db
    .selectFrom('flow_position')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where('step', '>=', 0)
    .where((where) =>
      where.or([
        where('reminded_at', '=', 0),
        where.and([where('escalated_at', '=', 0), where('reminded_at', '>', 0), where('reminded_at', '<=', late)]),
      ]),
    )
    .orderBy('due_at')
    .limit(limit)
    .execute();

/** Steps that wait without an enabled approver of the organisation. Those with guests as approvers are included, to be checked one by one. */
export const positionsWithoutApprover = (db: Db, { after, limit }: { after: number; limit: number }): Promise<PositionRow[]> =>
  db
    .selectFrom('flow_position as q')
    .innerJoin('flow as f', 'f.id', 'q.flow_id')
    .selectAll('q')
    .where('q.state', '=', 'waiting')
    .where('q.step', '>=', 0)
    .where('q.id', '>', after)
    .where(
      sql<boolean>`not exists (select 1 from flow_task t join person p on p.id = t.person_id
        where t.position_id = q.id and t.state = 'waiting' and p.enabled = 1 and p.organisation_id = f.organisation_id)`,
    )
    .orderBy('q.id')
    .limit(limit)
    .execute();

/** Steps that wait for a user. */
export const positionsWaitingFor = (db: Db, personId: number): Promise<PositionRow[]> =>
  db
    .selectFrom('flow_task as t')
    .innerJoin('flow_position as q', 'q.id', 't.position_id')
    .selectAll('q')
    .where('t.person_id', '=', personId)
    .where('t.state', '=', 'waiting')
    .where('q.state', '=', 'waiting')
    .limit(1000)
    .execute();

/** The positions of a flow in which it waits, also for other ways. */
export const livePositions = (db: Db, flowId: number): Promise<PositionRow[]> =>
  db
    .selectFrom('flow_position')
    .selectAll()
    .where('flow_id', '=', flowId)
    .where('state', 'in', ['waiting', 'arrived'])
    .orderBy('id')
    .execute();
