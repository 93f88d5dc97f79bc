import { codes } from '@dossier/contract/codes';
import type { flows } from '@dossier/contract/flows';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findColleague } from '../people/people.ts';
import { presentIn } from './approvers.ts';
import { opinionOf } from './decide.ts';
import { endFlow } from './end-flow.ts';
import { deleteDraft, takeUrge } from './flow-queries.ts';
import { needFlow, needOwnFlow } from './need-flow.ts';
import { stepsOf } from './need-template.ts';
import { noteEvent } from './note-event.ts';
import { ask } from './open-step.ts';
import { lapseTasks, tasksOf } from './task-queries.ts';
import { tellApprovers, tellPeople } from './tell-people.ts';

const hour = 3600_000;

/** Whom a flow waits for now. */
const waitingFor = async (ctx: Ctx, flow: { id: number; round: number; step: number }): Promise<number[]> =>
  (await tasksOf(ctx.db, flow)).filter((task) => task.state === 'waiting').map((task) => task.person_id);

/** Takes back a flow of the caller that has not ended. */
export async function withdrawFlow(ctx: Ctx, input: ParsedOf<typeof flows.withdraw>) {
  const flow = await needOwnFlow(ctx, input.id);
  const opinion = opinionOf(input.opinion);
  if (flow.state !== 'waiting' && flow.state !== 'returned') throw new Refusal(codes.flowNotWithdrawable);
  const people = await waitingFor(ctx, flow);
  await endFlow(ctx, flow, { state: 'withdrawn' });
  await noteEvent(ctx, flow, { kind: 'withdrawn', actor: ctx.user, opinion });
  await ctx.say('flow.withdrawn', { objId: flow.id, objName: flow.title });
  await tellPeople(ctx, flow, { kind: 'flowWithdrawn', byName: ctx.user.fullName, people });
  return {};
}

/** Reminds those whom a flow of the caller waits for, once an hour at most. */
export async function urgeFlow(ctx: Ctx, { id }: ParsedOf<typeof flows.urge>) {
  const flow = await needOwnFlow(ctx, id);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  if (!(await takeUrge(ctx.db, flow.id, { at: ctx.now, before: ctx.now - hour }))) throw new Refusal(codes.tooManyRequests);
  const steps = await stepsOf(ctx.db, flow);
  await noteEvent(ctx, flow, { kind: 'urged', actor: ctx.user, stepName: steps[flow.step]?.name ?? '' });
  await tellApprovers(ctx, flow, { kind: 'flowUrged', byName: ctx.user.fullName, people: await waitingFor(ctx, flow) });
  return {};
}

/** Deletes a draft that was never handed in. */
export async function deleteFlow(ctx: Ctx, { id }: ParsedOf<typeof flows.delete>) {
  const flow = await needOwnFlow(ctx, id);
  if (flow.state !== 'draft') throw new Refusal(codes.flowFinished);
  await deleteDraft(ctx.db, flow.id);
  return {};
}

/** Lets somebody else decide in the step that a flow waits in, by themselves: who was asked before is no longer. */
export async function replaceApprovers(ctx: Ctx, input: ParsedOf<typeof flows.replace>) {
  const flow = await needFlow(ctx, input.id);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  const [present] = await presentIn(ctx, [person.id], flow.organisation_id);
  if (present === undefined || person.id === flow.applicant_id) throw new Refusal(codes.flowNoApprover);
  const steps = await stepsOf(ctx.db, flow);
  await lapseTasks(ctx.db, flow.id, ctx.now);
  const stepName = steps[flow.step]?.name ?? '';
  const asked = await ask(ctx, flow, { people: [person.id], alone: true, byName: flow.applicant_name, stepName, actor: ctx.user });
  // who said something in this step before cannot be asked once more
  if (asked.length === 0) throw new Refusal(codes.flowNoApprover);
  await ctx.say('flow.replaced', { objId: flow.id, objName: flow.title, after: { to: person.full_name } });
  return {};
}
