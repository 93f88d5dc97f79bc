import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { runAs } from '../identity/run-as.ts';
import { deleteEndedLinks } from './emails/email-links.queries.ts';
import { assignApprovers } from './flows/assign-approvers.ts';
import { type FlowTerms, grantPending, nextGrantAt } from './flows/flow-effects.ts';
import { activeMembers, administratorsOf, approvalSubject, fallbackApprovers, notifyApprovers } from './flows/flow-people.ts';
import {
  type FlowRow,
  decideTask,
  flowById,
  flowsByIds,
  flowsWithPendingGrants,
  lockFlow,
  recordFlowEvent,
  systemActor,
  tasksAt,
  updateFlow,
} from './flows/flows.queries.ts';
import { duePositions, type PositionRow, positionsWithoutApprover, updatePosition } from './flows/positions.queries.ts';
import { planOf } from './templates/flow-plan.ts';

/** Grants pending rights after those that have ended, as the same user; dropped where that user can no longer grant them. */
async function grantPendingRights(services: Services): Promise<void> {
  for (const { id, organisation_id, form } of await flowsWithPendingGrants(services.database.read, services.now())) {
    const { giverId = 0 } = JSON.parse(form) as FlowTerms;
    const who = { personId: giverId, spaceId: organisation_id, address: '' };
    const done = await runAs(services, who, (ctx) => grantPendingOfFlow(ctx, id)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
    if (!done) await services.database.write((db) => updateFlow(db, id, { due_at: null }));
  }
}

async function grantPendingOfFlow(ctx: Context, id: number): Promise<void> {
  const flow = (await flowById(ctx.db, id, ctx.user.organisationId)) as FlowRow;
  const terms = JSON.parse(flow.form) as FlowTerms;
  const { later = [] } = terms;
  for (const one of later) if (one.at <= ctx.now) await grantPending(ctx, flow, one);
  const rest = later.filter((one) => one.at > ctx.now);
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify({ ...terms, later: rest }), due_at: nextGrantAt(rest) });
}

const dayMs = 24 * 3600_000;
const batchSize = 50;

/** Sends reminders of due steps, reassigns those overdue by a day, and flows whose approvers are gone. */
export async function sweepFlows(services: Services): Promise<void> {
  for (let more = true; more && !services.stopping.aborted; ) {
    const now = services.now();
    if ((await duePositions(services.database.read, { now, late: now - dayMs, limit: 1 })).length === 0) break;
    more = await services.database.write(async (db) => {
      const due = await duePositions(db, { now, late: now - dayMs, limit: batchSize });
      for (const [position, flow] of await withFlows(db, due)) await remindOrEscalate({ services, db, now }, { position, flow });
      return due.length === batchSize;
    });
    services.outbox.wake();
  }
  await grantPendingRights(services);
  await reassignAbandonedFlows(services);
  // those that ended lately are answered apart from those that never were
  await services.database.write((db) => deleteEndedLinks(db, services.now() - keptLinksMs));
}

const keptLinksMs = 30 * 24 * 3_600_000;

type SweepContext = { services: Services; db: Db; now: number };

/** Positions with the flows that wait there. */
async function withFlows(db: Db, positions: readonly PositionRow[]): Promise<[PositionRow, FlowRow][]> {
  const rows = await flowsByIds(
    db,
    positions.map((one) => one.flow_id),
  );
  const flowOf = new Map(rows.map((row) => [row.id, row]));
  return positions.flatMap((position): [PositionRow, FlowRow][] => {
    const flow = flowOf.get(position.flow_id);
    return flow === undefined ? [] : [[position, flow]];
  });
}

type WaitingStep = { position: PositionRow; flow: FlowRow };

async function remindOrEscalate(ctx: SweepContext, { position, flow }: WaitingStep): Promise<void> {
  const stepName = (await planOf(ctx.db, flow)).steps[position.step]?.name ?? '';
  const isLate = position.reminded_at !== 0;
  if (!isLate) {
    await updatePosition(ctx.db, position.id, { reminded_at: ctx.now });
    const people = (await tasksAt(ctx.db, [position.id])).filter((task) => task.state === 'waiting').map((task) => task.person_id);
    await recordFlowEvent(ctx, flow, { kind: 'due', actor: systemActor, stepName });
    await notifyApprovers(ctx, flow, { kind: 'flowDue', byName: flow.applicant_name, people });
    return;
  }
  await updatePosition(ctx.db, position.id, { escalated_at: ctx.now });
  const people = await administratorsOf(ctx, approvalSubject(ctx, flow));
  await assignApprovers(ctx, flow, { people, alone: true, position, byName: flow.applicant_name, stepName });
}

/** Reassigns steps without an approver who can still decide. */
async function reassignAbandonedFlows(services: Services): Promise<void> {
  for (let after = 0; !services.stopping.aborted; ) {
    const from = after;
    const rows = await positionsWithoutApprover(services.database.read, { after: from, limit: batchSize });
    if (rows.length === 0) return;
    await services.database.write(async (db) => {
      const found = await positionsWithoutApprover(db, { after: from, limit: batchSize });
      await reassignAbandonedSteps({ services, db, now: services.now() }, found);
    });
    services.outbox.wake();
    after = rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
  }
}

/** Closes the tasks of users who are no longer active; where none is left, the step is reassigned. */
export async function reassignAbandonedSteps(ctx: SweepContext, positions: readonly PositionRow[]): Promise<void> {
  for (const [position, flow] of await withFlows(ctx.db, positions)) {
    // before its tasks, as a decision does, which may end the step at the same time
    await lockFlow(ctx.db, flow.id);
    await reassignAbandonedStep(ctx, { position, flow });
  }
}

async function reassignAbandonedStep(ctx: SweepContext, { position, flow }: WaitingStep): Promise<void> {
  const tasks = await tasksAt(ctx.db, [position.id]);
  const waiting = tasks.filter((task) => task.state === 'waiting');
  const present = new Set(
    await activeMembers(
      ctx,
      waiting.map((task) => task.person_id),
      flow.organisation_id,
    ),
  );
  const gone = waiting.filter((task) => !present.has(task.person_id));
  for (const task of gone) await decideTask(ctx.db, task.id, { state: 'lapsed', decided_by: 0, decided_at: ctx.now });
  if (present.size > 0 || (gone.length === 0 && waiting.length > 0)) return;
  const found = await fallbackApprovers(ctx, approvalSubject(ctx, flow));
  const fresh = found.people.filter((id) => tasks.every((task) => task.person_id !== id));
  const people = fresh.length > 0 ? fresh : await administratorsOf(ctx, approvalSubject(ctx, flow));
  // nobody is left to ask: the flow says so where it waits, and not again with each sweep
  if (people.every((id) => tasks.some((task) => task.person_id === id))) return;
  const stepName = (await planOf(ctx.db, flow)).steps[position.step]?.name ?? '';
  await assignApprovers(ctx, flow, { people, alone: true, position, byName: flow.applicant_name, stepName });
}
