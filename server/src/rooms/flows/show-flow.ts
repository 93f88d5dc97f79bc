import type { FlowEventKind } from '@dossier/contract/flow-shapes';
import type { flows } from '@dossier/contract/flows';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { findVisible } from '../library/need-items.ts';
import { substitutesOf } from './absence-queries.ts';
import { taskOf } from './decide.ts';
import { eventsOf, type FlowRow } from './flow-queries.ts';
import { shownFlows } from './list-flows.ts';
import { type Named, showGrantees, showSteps } from './named.ts';
import { needFlow } from './need-flow.ts';
import { stepsOf } from './need-template.ts';
import { namesOf } from './note-event.ts';
import { shownDocuments } from './shown-documents.ts';
import type { Choice } from './steps.ts';
import { versionOf } from './template-queries.ts';
import { tasksOf } from './task-queries.ts';
import type { Terms } from './terms.ts';

type Shown = OutputOf<typeof flows.show>;

const hour = 3600_000;

/** A flow with all that the caller may know of it. */
export async function showFlow(ctx: Ctx, { id }: ParsedOf<typeof flows.show>): Promise<Shown> {
  const flow = await needFlow(ctx, id);
  const [shown] = await shownFlows(ctx, [flow]);
  const chosen = JSON.parse(flow.chosen) as Choice[];
  const chosenPeople = [...new Set(chosen.flatMap((one) => one.people))];
  const nameOf = await namesOf(ctx, flow.organisation_id, chosenPeople);
  return {
    ...(shown as Shown),
    templateId: String(flow.template_id),
    reason: flow.reason,
    ...shownTerms(flow),
    ...(await shownTarget(ctx, flow)),
    chosen: chosen.map(({ step, people }) => ({ step, userIds: people.map(String) })),
    chosenNames: chosenPeople.map((one) => ({ id: String(one), name: nameOf(one) })).filter((one) => one.name !== ''),
    notify: await showGrantees(ctx, JSON.parse(flow.notified) as Named[]),
    documents: await shownDocuments(ctx, flow),
    stepList: await showSteps(ctx, await stepsOf(ctx.db, flow)),
    tasks: await shownTasks(ctx, flow),
    trail: await shownTrail(ctx, flow),
    ...(await deedsOn(ctx, flow)),
  };
}

/** Where it is published or taken in, or what it takes the place of; by name for who sees it. */
async function shownTarget(ctx: Ctx, flow: FlowRow): Promise<Pick<Shown, 'target' | 'cabinetId'>> {
  const { cabinet_id: cabinet } = await versionOf(ctx.db, flow.template_id, flow.template_version);
  const sees = cabinet !== 0 && (await findVisible(ctx, [cabinet])).length > 0;
  const within = sees ? { cabinetId: String(cabinet) } : {};
  const { targetId } = JSON.parse(flow.form) as Terms;
  const [held] = targetId === undefined ? [] : await findVisible(ctx, [targetId]);
  if (held === undefined) return within;
  const { id, name, kind, ext } = held.item;
  return { ...within, target: { id: String(id), name, objType: kind, ext } };
}

function shownTerms(flow: FlowRow): Pick<Shown, 'level' | 'lastTime'> {
  const { level, ends } = JSON.parse(flow.form) as Terms;
  return { ...(level !== undefined && { level }), ...(ends !== undefined && { lastTime: isoTime(ends) }) };
}

/** What the caller can do with a flow now. */
async function deedsOn(
  ctx: Ctx,
  flow: FlowRow,
): Promise<Pick<Shown, 'decidesFor' | 'isOwn' | 'canWithdraw' | 'canUrge' | 'canEdit' | 'canReplace'>> {
  const own = flow.applicant_id === ctx.user.id;
  const task = await taskOf(ctx, flow);
  const decidesFor = task && (await namesOf(ctx, flow.organisation_id, [task.person_id]))(task.person_id);
  return {
    ...(decidesFor !== undefined && { decidesFor: task?.person_id === ctx.user.id ? '' : decidesFor }),
    isOwn: own,
    canWithdraw: own && (flow.state === 'waiting' || flow.state === 'returned'),
    canUrge: own && flow.state === 'waiting' && flow.urged_at <= ctx.now - hour,
    canEdit: own && (flow.state === 'draft' || flow.state === 'returned'),
    canReplace: flow.state === 'waiting' && ctx.user.office.deeds.has('flows.edit') && ctx.user.office.deeds.has('flows.see'),
  };
}

async function shownTasks(ctx: Ctx, flow: FlowRow): Promise<Shown['tasks']> {
  if (flow.state !== 'waiting') return [];
  const tasks = await tasksOf(ctx.db, flow);
  const waiting = tasks.filter((task) => task.state === 'waiting').map((task) => task.person_id);
  const away = await substitutesOf(ctx.db, { people: waiting, organisationId: flow.organisation_id, at: ctx.now });
  const substitute = new Map(away.map((row) => [row.person_id, row.substitute_id]));
  const nameOf = await namesOf(ctx, flow.organisation_id, [...tasks.map((task) => task.person_id), ...substitute.values()]);
  return tasks.map((task) => {
    const standIn = substitute.get(task.person_id);
    return {
      personName: nameOf(task.person_id),
      state: task.state as Shown['tasks'][number]['state'],
      ...(task.state === 'waiting' && standIn !== undefined && { substituteName: nameOf(standIn) }),
    };
  });
}

async function shownTrail(ctx: Ctx, flow: FlowRow): Promise<Shown['trail']> {
  return (await eventsOf(ctx.db, flow.id)).map((row) => ({
    id: String(row.id),
    kind: row.kind as FlowEventKind,
    time: isoTime(row.at),
    personName: row.person_name,
    forName: row.for_name,
    stepName: row.step_name,
    opinion: row.opinion,
    names: JSON.parse(row.names) as string[],
  }));
}
