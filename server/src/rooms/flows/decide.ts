import { codes } from '@dossier/contract/codes';
import { type FlowDecision, longestOpinion } from '@dossier/contract/flow-shapes';
import type { flows } from '@dossier/contract/flows';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { actingFor } from './acting-for.ts';
import { endFlow } from './end-flow.ts';
import { type FlowRow, moveFlow } from './flow-queries.ts';
import { needFlow } from './need-flow.ts';
import { stepsOf } from './need-template.ts';
import { namesOf, noteEvent } from './note-event.ts';
import { openStep } from './open-step.ts';
import { type Step, wordsNeeded } from './steps.ts';
import { decideTask, lapseTasks, type TaskRow, tasksOf, waitingTasks } from './task-queries.ts';
import { tellPeople } from './tell-people.ts';

const states = { ratify: 'ratified', veto: 'vetoed', return: 'returned' } as const;

/** An opinion as it is kept; 5314 where it is too long. */
export function opinionOf(given: string): string {
  const opinion = given.trim();
  if ([...opinion].length > longestOpinion) throw new Refusal(codes.flowOpinionTooLong);
  return opinion;
}

/** The caller's own task, or that of somebody they stand in for; nobody says a word for others about what they applied for themselves. */
export async function taskOf(ctx: Ctx, flow: FlowRow): Promise<TaskRow | undefined> {
  if (flow.state !== 'waiting') return undefined;
  const people = flow.applicant_id === ctx.user.id ? [ctx.user.id] : await actingFor(ctx);
  const tasks = await waitingTasks(ctx.db, flow.id, people);
  return tasks.toSorted((a, b) => people.indexOf(a.person_id) - people.indexOf(b.person_id))[0];
}

/** Says the caller's word. Of two at once one statement decides whose counts; the last one that a step needs moves the flow on, once. */
export async function decideFlow(ctx: Ctx, input: ParsedOf<typeof flows.decide>) {
  const flow = await needFlow(ctx, input.id);
  const opinion = opinionOf(input.opinion);
  if (opinion === '' && input.decision !== 'ratify') throw new Refusal(codes.flowOpinionRequired);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  const task = await taskOf(ctx, flow);
  if (task === undefined) throw new Refusal(codes.flowNotYours);
  const steps = await stepsOf(ctx.db, flow);
  const word = { state: states[input.decision], decided_by: ctx.user.id, decided_at: ctx.now };
  if (!(await decideTask(ctx.db, task.id, word))) throw new Refusal(codes.flowFinished);
  await noteWord(ctx, flow, { task, decision: input.decision, opinion, step: steps[flow.step] as Step });
  if (input.decision === 'ratify') await ratified(ctx, flow, { steps, task });
  else if (input.decision === 'veto') await endFlow(ctx, flow, { state: 'rejected', task });
  else await sendBack(ctx, flow, { steps, toStep: input.toStep });
  return {};
}

async function noteWord(
  ctx: Ctx,
  flow: FlowRow,
  { task, decision, opinion, step }: { task: TaskRow; decision: FlowDecision; opinion: string; step: Step },
): Promise<void> {
  const isFor = task.person_id !== ctx.user.id;
  const forName = isFor ? (await namesOf(ctx, flow.organisation_id, [task.person_id]))(task.person_id) : '';
  await noteEvent(ctx, flow, { kind: states[decision], actor: ctx.user, forName, stepName: step.name, opinion });
  const after = { step: step.name, ...(opinion !== '' && { opinion }), ...(isFor && { insteadOf: forName }) };
  await ctx.say(`flow.${states[decision]}`, { objId: flow.id, objName: flow.title, after });
}

/** Whether the words that are there pass the step: enough of those whom it named, or one of those whom it was handed to. */
async function isPassed(ctx: Ctx, flow: FlowRow, step: Step): Promise<boolean> {
  const tasks = await tasksOf(ctx.db, flow);
  const said = tasks.filter((one) => one.state === 'ratified');
  if (said.some((one) => one.alone === 1)) return true;
  const asked = tasks.filter((one) => one.alone === 0 && one.state !== 'lapsed');
  return asked.length > 0 && said.length >= wordsNeeded(step, asked.length);
}

async function ratified(ctx: Ctx, flow: FlowRow, { steps, task }: { steps: Step[]; task: TaskRow }): Promise<void> {
  if (!(await isPassed(ctx, flow, steps[flow.step] as Step))) return;
  await passStep(ctx, flow, { steps, task });
}

/** Moves a flow on from a step that is decided: to the next one, or to its end. */
export async function passStep(ctx: Ctx, flow: FlowRow, { steps, task }: { steps: Step[]; task: TaskRow }): Promise<void> {
  await lapseTasks(ctx.db, flow.id, ctx.now);
  if (flow.step + 1 >= steps.length) return endFlow(ctx, flow, { state: 'passed', task });
  const next = { ...flow, step: flow.step + 1 };
  if (!(await moveFlow(ctx.db, flow, { step: next.step, updated_at: ctx.now }))) throw new Refusal(codes.flowFinished);
  await openStep(ctx, next, flow.applicant_name);
}

/** Sends a flow back to an earlier step, or to whoever applied. */
async function sendBack(ctx: Ctx, flow: FlowRow, { steps, toStep }: { steps: Step[]; toStep: number | undefined }): Promise<void> {
  if (toStep !== undefined && (toStep >= flow.step || steps[toStep] === undefined)) throw new Refusal(codes.flowStepMissing);
  await lapseTasks(ctx.db, flow.id, ctx.now);
  const next = { ...flow, step: toStep ?? 0, round: flow.round + 1, state: toStep === undefined ? 'returned' : 'waiting' };
  const row = { step: next.step, round: next.round, state: next.state, due_at: null, updated_at: ctx.now };
  if (!(await moveFlow(ctx.db, flow, row))) throw new Refusal(codes.flowFinished);
  if (toStep !== undefined) {
    await openStep(ctx, next, flow.applicant_name);
    return;
  }
  await tellPeople(ctx, flow, { kind: 'flowReturned', byName: ctx.user.fullName, people: [flow.applicant_id] });
}
