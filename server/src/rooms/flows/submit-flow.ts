import { codes } from '@dossier/contract/codes';
import { givingKinds, mostOfFlows, publishingKinds } from '@dossier/contract/flow-shapes';
import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { holdRevisions } from '../content/hold-revisions.ts';
import { peopleBehind } from '../grantees/grantees.ts';
import { presentIn } from './approvers.ts';
import { type FlowRow, moveFlow, nextNumber, setNotified } from './flow-queries.ts';
import type { HandedIn } from './handed-in.ts';
import type { Named } from './named.ts';
import { noteEvent } from './note-event.ts';
import { openStep } from './open-step.ts';
import { needPublishable } from './publish.ts';
import type { Choice, Step } from './steps.ts';
import { managersAmong } from './subject-of.ts';
import { needOpenTarget } from './take-in.ts';
import { needTerms, type Terms } from './terms.ts';

const day = 24 * 3600_000;
const mostNotified = 500;

interface Whole {
  steps: readonly Step[];
  chosen: readonly Choice[];
  documents: readonly HandedIn[];
}

/** Hands a flow in: from now on its documents stand as they are, and its first step waits. Answers its number. */
export async function submitFlow(ctx: Ctx, flow: FlowRow, whole: Whole): Promise<string> {
  await needWhole(ctx, flow, whole);
  const number = flow.number ?? (await newNumber(ctx));
  const next = { ...flow, number, state: 'waiting', step: 0, round: flow.round + 1 };
  const row = { number, state: 'waiting', step: 0, round: next.round, submitted_at: ctx.now, updated_at: ctx.now };
  if (!(await moveFlow(ctx.db, flow, row))) throw new Refusal(codes.flowFinished);
  await holdRevisions(
    ctx.db,
    flow.id,
    whole.documents.map((one) => one.revision_id),
  );
  await setNotified(ctx.db, flow.id, await notifiedNow(ctx, flow));
  await noteEvent(ctx, flow, { kind: 'submitted', actor: ctx.user });
  await ctx.say('flow.submitted', { objId: flow.id, objName: flow.title, after: { template: flow.template_name } });
  const { people } = await openStep(ctx, next, ctx.user.fullName);
  if (people.length === 0) throw new Refusal(codes.flowNoApprover);
  return number;
}

/** Refuses a form in which something is missing. */
async function needWhole(ctx: Ctx, flow: FlowRow, { steps, chosen, documents }: Whole): Promise<void> {
  if (flow.title === '') throw new Refusal(codes.flowTitleRequired);
  if (flow.reason === '') throw new Refusal(codes.flowReasonRequired);
  if (flow.kind !== 'normal' && documents.length === 0) throw new Refusal(codes.flowDocumentRequired);
  needTerms(ctx, flow.kind, JSON.parse(flow.form) as Terms);
  if (givingKinds.includes(flow.kind))
    await needManagers(
      ctx,
      documents.map((one) => one.item_id),
    );
  if (flow.kind === 'upload') await needManagers(ctx, [(await needOpenTarget(ctx, flow, right.visible)).id]);
  if (publishingKinds.includes(flow.kind)) await needPublishable(ctx, flow, documents);
  for (const [at, step] of steps.entries()) {
    if (!step.approvers.some((one) => one.kind === 'chosen')) continue;
    const people = chosen.find((one) => one.step === at)?.people ?? [];
    if ((await presentIn(ctx, people, ctx.user.organisationId)).length === 0) throw new Refusal(codes.flowNoApprover);
  }
}

/** The last word is said by whoever manages all of the documents, or the place: where that is nobody else, nobody could. */
async function needManagers(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { organisationId, id } = ctx.user;
  const managers = (await managersAmong(ctx, organisationId, ids)).filter((one) => one !== id);
  if ((await presentIn(ctx, managers, organisationId)).length === 0) throw new Refusal(codes.flowNoApprover);
}

/** Numbers begin anew every day: 20261122-0007. */
async function newNumber(ctx: Ctx): Promise<string> {
  const today = isoTime(ctx.now).slice(0, 10).replaceAll('-', '');
  const n = await nextNumber(ctx.db, ctx.user.organisationId, Math.floor(ctx.now / day));
  return `${today}-${String(n).padStart(4, '0')}`;
}

/** The people behind those who are to know, as they are today. */
async function notifiedNow(ctx: Ctx, flow: FlowRow): Promise<number[]> {
  const found = new Set<number>();
  for (const { type, id } of (JSON.parse(flow.notified) as Named[]).slice(0, mostOfFlows.notified)) {
    const limit = mostNotified - found.size;
    if (limit <= 0) break;
    for (const personId of await peopleBehind(ctx, { type, id, limit })) found.add(personId);
  }
  found.delete(ctx.user.id);
  return [...found];
}
