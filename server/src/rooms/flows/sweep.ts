import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { administratorsOf, presentIn, standInsFor } from './approvers.ts';
import { dueFlows, type FlowRow, staleFlows, updateFlow } from './flow-queries.ts';
import { giveRest } from './give-rest.ts';
import { stepsOf } from './need-template.ts';
import { nobody, noteEvent } from './note-event.ts';
import { ask } from './open-step.ts';
import { subjectOf } from './subject-of.ts';
import { decideTask, tasksOf } from './task-queries.ts';
import { tellApprovers } from './tell-people.ts';

const day = 24 * 3600_000;
const batch = 50;

/** Reminds of steps that are due, hands those on that are overdue by a day, and wakes those whose approvers are gone. */
export async function sweepFlows(house: House): Promise<void> {
  for (let more = true; more && !house.stopping.aborted; ) {
    const now = house.now();
    if ((await dueFlows(house.database.read, { now, late: now - day, limit: 1 })).length === 0) break;
    more = await house.database.write(async (db) => {
      const due = await dueFlows(db, { now, late: now - day, limit: batch });
      for (const flow of due) await remind({ house, db, now }, flow);
      return due.length === batch;
    });
    house.outbox.poke();
  }
  await giveRest(house);
  await wakeFlows(house);
}

type Sweeping = { house: House; db: Db; now: number };

async function remind(ctx: Sweeping, flow: FlowRow): Promise<void> {
  const step = (await stepsOf(ctx.db, flow))[flow.step];
  const stepName = step?.name ?? '';
  const isLate = flow.reminded_at !== 0;
  if (!isLate) {
    await updateFlow(ctx.db, flow.id, { reminded_at: ctx.now });
    const people = (await tasksOf(ctx.db, flow)).filter((task) => task.state === 'waiting').map((task) => task.person_id);
    await noteEvent(ctx, flow, { kind: 'due', actor: nobody, stepName });
    await tellApprovers(ctx, flow, { kind: 'flowDue', byName: flow.applicant_name, people });
    return;
  }
  await updateFlow(ctx.db, flow.id, { escalated_at: ctx.now });
  const people = await administratorsOf(ctx, subjectOf(ctx, flow));
  await ask(ctx, flow, { people, alone: true, byName: flow.applicant_name, stepName });
}

/** Looks after flows that wait for nobody who could still say something. */
export async function wakeFlows(house: House): Promise<void> {
  for (let after = 0; !house.stopping.aborted; ) {
    const from = after;
    const rows = await staleFlows(house.database.read, { after: from, limit: batch });
    if (rows.length === 0) return;
    await house.database.write(async (db) => {
      for (const flow of await staleFlows(db, { after: from, limit: batch })) await wake({ house, db, now: house.now() }, flow);
    });
    house.outbox.poke();
    after = rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
  }
}

/** Whoever cannot work here any more need say nothing; where nobody is left, the step is handed on. */
export async function wake(ctx: Sweeping, flow: FlowRow): Promise<void> {
  const tasks = await tasksOf(ctx.db, flow);
  const waiting = tasks.filter((task) => task.state === 'waiting');
  const present = new Set(
    await presentIn(
      ctx,
      waiting.map((task) => task.person_id),
      flow.organisation_id,
    ),
  );
  const gone = waiting.filter((task) => !present.has(task.person_id));
  for (const task of gone) await decideTask(ctx.db, task.id, { state: 'lapsed', decided_by: 0, decided_at: ctx.now });
  if (present.size > 0 || (gone.length === 0 && waiting.length > 0)) return;
  const steps = await stepsOf(ctx.db, flow);
  const found = await standInsFor(ctx, subjectOf(ctx, flow));
  const fresh = found.people.filter((id) => tasks.every((task) => task.person_id !== id));
  const people = fresh.length > 0 ? fresh : await administratorsOf(ctx, subjectOf(ctx, flow));
  await ask(ctx, flow, { people, alone: true, byName: flow.applicant_name, stepName: steps[flow.step]?.name ?? '' });
}
