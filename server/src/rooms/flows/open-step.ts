import { newId } from '../../ground/ids.ts';
import { type Asking, approversOf, type Found } from './approvers.ts';
import { type FlowRow, updateFlow } from './flow-queries.ts';
import { type Actor, namesOf, noteEvent } from './note-event.ts';
import { stepsOf } from './need-template.ts';
import type { Step } from './steps.ts';
import { subjectOf } from './subject-of.ts';
import { insertTasks } from './task-queries.ts';
import { tellApprovers } from './tell-people.ts';

const day = 24 * 3600_000;

/** Lets a flow wait in its step for whoever approves there. Answers whom; nobody where not even somebody administrates flows. */
export async function openStep(ctx: Asking, flow: FlowRow, byName: string): Promise<Found> {
  const steps = await stepsOf(ctx.db, flow);
  const step = steps[flow.step] as Step;
  const found = await approversOf(ctx, subjectOf(ctx, flow), { step, at: flow.step });
  const due = step.days === undefined ? null : ctx.now + step.days * day;
  await updateFlow(ctx.db, flow.id, { due_at: due, reminded_at: 0, escalated_at: 0, urged_at: 0 });
  await ask(ctx, flow, { ...found, byName, stepName: step.name });
  return found;
}

/** Asks people for their word in the step that a flow is in, and tells them. */
export async function ask(
  ctx: Asking,
  flow: FlowRow,
  { people, alone, byName, stepName, actor }: Found & { byName: string; stepName: string; actor?: Actor },
): Promise<number[]> {
  const added = await insertTasks(
    ctx.db,
    people.map((personId) => ({
      id: newId(),
      flow_id: flow.id,
      round: flow.round,
      step: flow.step,
      person_id: personId,
      state: 'waiting',
      alone: alone ? 1 : 0,
      created_at: ctx.now,
    })),
  );
  const nameOf = await namesOf(ctx, flow.organisation_id, added);
  const names = added.map(nameOf);
  const kind = actor === undefined ? (alone ? 'escalated' : 'opened') : 'replaced';
  await noteEvent(ctx, flow, { kind, actor: actor ?? { id: 0, fullName: '' }, stepName, names });
  await tellApprovers(ctx, flow, { kind: alone && actor === undefined ? 'flowEscalated' : 'flowWaiting', byName, people: added });
  return added;
}
