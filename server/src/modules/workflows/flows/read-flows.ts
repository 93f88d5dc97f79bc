import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Flow, FlowDocument, FlowEventKind, FlowKind, FlowStatus } from '@dossier/contract/workflows/flow-shapes';
import type { flows } from '@dossier/contract/workflows/flows';
import type { Context } from '../../../platform/context.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { liveItemIds } from '../../access/visible-items.ts';
import { requirePermission } from '../../identity/require-permission.ts';
import { avatarUrls } from '../../identity/users.ts';
import { substitutesOf } from '../absences/absences.queries.ts';
import { revisionsOfIds } from '../../documents/revisions.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { versionsBySignature } from '../../signatures/item-signatures.ts';
import { representedPeople, hasFlowAccess, requireFlow, visibleFlowIds } from '../flow-access.ts';
import { type FlowPlan, planOf, readPlan } from '../templates/flow-plan.ts';
import { describeGraphNames } from '../templates/template-graphs.ts';
import { templateById, versionOf, versionsOfFlows } from '../templates/templates.queries.ts';
import { describePrincipals, type NamedPrincipal } from '../templates/named-principals.ts';
import { type ChosenApprovers, describeSteps } from '../templates/templates.ts';
import { earlierSteps, tasksOfCaller, waitingNames } from './flow-decisions.ts';
import type { FlowTerms } from './flow-effects.ts';
import { approvalSubject, currentNames } from './flow-people.ts';
import { describeValues } from './flow-values.ts';
import { foreseeApprovers } from './foresee-approvers.ts';
import {
  type FlowRow,
  countFlows,
  documentsOf,
  newestEvents,
  flowById,
  pageOfFlows,
  tasksAt,
  waitingAmong,
  waitingPeopleOf,
} from './flows.queries.ts';
import { currentPositions } from './move-flow.ts';
import { describePositions, positionProblems } from './describe-positions.ts';
import { positionOfChild, type PositionRow, waitingPositions } from './positions.queries.ts';
import { waitingPublications } from './publications.queries.ts';
import { mayCancelPublication } from './publications.ts';

/** The pictures of users, where they have one. */
async function avatarsOf(ctx: Context, people: readonly number[]): Promise<(id: number) => { avatarUrl?: string }> {
  const asked = [...new Set(people)].filter((id) => id !== 0);
  const urls = asked.length === 0 ? new Map<number, string | undefined>() : await avatarUrls(ctx, asked);
  return (id) => {
    const avatarUrl = urls.get(id);
    return avatarUrl === undefined ? {} : { avatarUrl };
  };
}

const mostNamed = 3;

/** Whom flows wait for, by the first few names. */
async function waitingFor(
  ctx: Context,
  rows: readonly FlowRow[],
): Promise<(id: number) => Required<Pick<Flow, 'waitingFor' | 'waitingMore'>>> {
  const ids = rows.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  const peopleIn = Map.groupBy(ids.length === 0 ? [] : await waitingPeopleOf(ctx.db, ids), (row) => row.flow_id);
  const first = new Map([...peopleIn].map(([id, tasks]) => [id, [...new Set(tasks.map((task) => task.person_id))]]));
  const nameOf = await currentNames(
    ctx,
    ctx.user.organisationId,
    [...first.values()].flatMap((people) => people.slice(0, mostNamed)),
  );
  return (id) => {
    const people = first.get(id) ?? [];
    const names = people.slice(0, mostNamed).map(nameOf);
    return { waitingFor: names.filter((name) => name !== ''), waitingMore: Math.max(0, people.length - mostNamed) };
  };
}

async function describeFlows(ctx: Context, rows: readonly FlowRow[]): Promise<Flow[]> {
  const ids = rows.map((row) => row.id);
  const plans = new Map((await versionsOfFlows(ctx.db, ids)).map((row) => [`${row.template_id} ${row.version}`, readPlan(row)]));
  const people = await representedPeople(ctx);
  const positions = Map.groupBy(await waitingPositions(ctx.db, ids), (row) => row.flow_id);
  const avatarOf = await avatarsOf(
    ctx,
    rows.map((row) => row.applicant_id),
  );
  const waitingOf = await waitingFor(ctx, rows);
  const [mine, own] = [await waitingAmong(ctx.db, ids, people), await waitingAmong(ctx.db, ids, [ctx.user.id])];
  return rows.map((row) => {
    const plan = plans.get(`${row.template_id} ${row.template_version}`);
    const waits = row.state === 'waiting';
    return {
      id: String(row.id),
      number: row.number ?? '',
      flowKind: row.kind as FlowKind,
      title: row.title,
      urgency: row.urgency,
      status: row.state as FlowStatus,
      templateName: row.template_name,
      applicantName: row.applicant_name,
      ...avatarOf(row.applicant_id),
      departmentName: row.department_name,
      ...(waits && plan !== undefined && { stepName: waitingNames(plan, positions.get(row.id) ?? []) }),
      ...(waits && waitingOf(row.id)),
      step: row.step,
      steps: plan?.steps.length ?? 0,
      createTime: isoTime(row.created_at),
      ...(row.submitted_at > 0 && { submitTime: isoTime(row.submitted_at) }),
      ...(row.finished_at > 0 && { finishTime: isoTime(row.finished_at) }),
      ...(waits && row.due_at !== null && { dueTime: isoTime(row.due_at) }),
      ...(row.deadline !== null && { deadlineDate: isoTime(row.deadline) }),
      mine: waits && (row.applicant_id === ctx.user.id ? own : mine).has(row.id),
    };
  });
}

/** The flows of the caller; with the administrative permission all of the organisation. */
export async function listFlows(ctx: Context, input: ParsedOf<typeof flows.list>): Promise<OutputOf<typeof flows.list>> {
  const { scope, flowKind, status, keyword, pageNo, pageSize } = input;
  if (scope === 'all') await requirePermission(ctx, 'flows.see');
  const asked = {
    scope,
    organisationId: ctx.user.organisationId,
    personId: ctx.user.id,
    people: await representedPeople(ctx),
    kind: flowKind,
    status,
    keyword,
  };
  const { rows, total } = await pageOfFlows(ctx.db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  return { list: await describeFlows(ctx, rows), pageNo, pageSize, totalNumber: total };
}

/** The number of flows that wait for the caller, and of the caller's drafts. */
export async function countOwnFlows(ctx: Context): Promise<OutputOf<typeof flows.counts>> {
  return countFlows(ctx.db, { organisationId: ctx.user.organisationId, personId: ctx.user.id, people: await representedPeople(ctx) });
}

/** The documents of a flow: with their names for users who see them by their own right, and for current approvers. */
export async function describeDocuments(ctx: Context, flow: FlowRow): Promise<FlowDocument[]> {
  const rows = await documentsOf(ctx.db, flow.id);
  const ids = rows.map((row) => row.item_id);
  const authorised = new Map((await findVisibleItems(ctx, ids)).map((one) => [one.item.id, one]));
  const results = flow.kind === 'download' ? [] : rows.map((row) => row.result_id).filter((id) => id !== 0);
  const nameOfResult = new Map((await findVisibleItems(ctx, results)).map(({ item }) => [item.id, item.name]));
  const there = await liveItemIds(ctx, ids);
  const revisions = await revisionsOfIds(
    ctx.db,
    rows.map((row) => row.revision_id),
  );
  const signed = await versionsBySignature(ctx.db, revisions);
  const labelNow = new Map(revisions.map((revision) => [revision.id, labelOf(revision)]));
  const shown: FlowDocument[] = [];
  for (const row of rows) {
    const { item, bits = 0 } = authorised.get(row.item_id) ?? {};
    const isGone = !there.has(row.item_id);
    const lent = !isGone && (await hasFlowAccess(ctx, { documentId: row.item_id, revisionId: row.revision_id }));
    const knows = item !== undefined || lent;
    shown.push({
      ...(knows && { id: String(row.item_id), currentRev: String(row.revision_id) }),
      name: knows || (isGone && flow.applicant_id === ctx.user.id) ? row.name : '',
      ext: knows ? row.ext : '',
      version: row.number,
      versionLabel: (knows ? labelNow.get(row.revision_id) : undefined) ?? row.label,
      gone: isGone,
      hidden: !knows && !(isGone && flow.applicant_id === ctx.user.id),
      canView: lent || (bits & right.read) !== 0,
      ...(knows && signed.has(row.revision_id) && { signed: true }),
      ...(nameOfResult.has(row.result_id) && { resultId: String(row.result_id), resultName: nameOfResult.get(row.result_id) ?? '' }),
      changed: item !== undefined && item.revision_id !== row.revision_id,
    });
  }
  return shown;
}

type FlowDetail = OutputOf<typeof flows.show>;

const hourMs = 3600_000;

/** A flow with all that the caller may see of it. */
export async function showFlow(ctx: Context, { id }: ParsedOf<typeof flows.show>): Promise<FlowDetail> {
  const flow = await requireFlow(ctx, id);
  const [shown] = await describeFlows(ctx, [flow]);
  const chosen = JSON.parse(flow.chosen) as ChosenApprovers[];
  const chosenPeople = [...new Set(chosen.flatMap((one) => one.people))];
  const nameOf = await currentNames(ctx, flow.organisation_id, chosenPeople);
  const isScheduled = (await waitingPublications(ctx.db, flow.id)).length > 0;
  const plan = await planOf(ctx.db, flow);
  const positions = flow.state === 'draft' ? [] : await currentPositions(ctx, flow, plan);
  const tasks = await tasksOfCaller(ctx, flow);
  const trail = await describeTrail(ctx, flow);
  const actions = permittedActions(ctx, flow);
  const nameOfTask = await currentNames(
    ctx,
    flow.organisation_id,
    tasks.map((task) => task.person_id),
  );
  return {
    ...(shown as FlowDetail),
    templateId: String(flow.template_id),
    typedNumber: flow.number === null && (await templateById(ctx.db, flow.template_id, flow.organisation_id))?.typed_number === 1,
    round: flow.round,
    reason: flow.reason,
    ...describeTerms(flow),
    ...(isScheduled && { isScheduled }),
    canCancel: isScheduled && (await mayCancelPublication(ctx, flow)),
    ...(await describeTarget(ctx, flow)),
    chosen: chosen.map(({ step, people }) => ({ step, userIds: people.map(String) })),
    chosenNames: chosenPeople.map((one) => ({ id: String(one), name: nameOf(one) })).filter((one) => one.name !== ''),
    notify: await describePrincipals(ctx, JSON.parse(flow.notified) as NamedPrincipal[]),
    documents: await describeDocuments(ctx, flow),
    stepList: await describeFlowSteps(ctx, flow, { plan, positions }),
    fields: plan.fields,
    values: await describeValues(ctx, flow, plan.fields),
    graph: plan.graph,
    ...(await describeGraphNames(ctx, plan.graph)),
    positions: await describePositions(ctx, positions, { plan, problems: await positionProblems(ctx, flow, { positions, actions }) }),
    ...(await describeParent(ctx, flow)),
    tasks: await describeTasks(ctx, flow, positions),
    decisions: tasks.flatMap((task) => {
      const position = positions.find((row) => row.id === task.position_id);
      const forName = task.person_id === ctx.user.id ? '' : nameOfTask(task.person_id);
      return position === undefined ? [] : [describeDecision(plan, { position, positions, forName })];
    }),
    trail: trail.list,
    ...(trail.goesOn && { trailGoesOn: true }),
    ...(tasks[0] !== undefined && { decidesFor: tasks[0].person_id === ctx.user.id ? '' : nameOfTask(tasks[0].person_id) }),
    ...actions,
  };
}

/** The steps of a flow; with whom those would ask that it may still come to. What the requester chose counts until the form is open again. */
async function describeFlowSteps(
  ctx: Context,
  flow: FlowRow,
  { plan, positions }: { plan: FlowPlan; positions: readonly PositionRow[] },
): Promise<FlowDetail['stepList']> {
  const steps = await describeSteps(ctx, plan.steps);
  const isFormOpen = flow.state === 'draft' || flow.state === 'returned';
  if (!isFormOpen && flow.state !== 'waiting') return steps;
  const visited = new Set(isFormOpen ? [] : positions.map((row) => row.step));
  const subject = { ...approvalSubject(ctx, flow), ...(isFormOpen && { chosen: [] }) };
  const shown: FlowDetail['stepList'] = [];
  for (const [at, step] of plan.steps.entries())
    shown.push({
      ...(steps[at] as FlowDetail['stepList'][number]),
      ...(!visited.has(at) && { foreseen: await foreseeApprovers(ctx, subject, { step, at }) }),
    });
  return shown;
}

/** The target of a flow, or the document that it replaces; by name where the caller sees it. */
async function describeTarget(ctx: Context, flow: FlowRow): Promise<Pick<FlowDetail, 'target' | 'cabinetId'>> {
  const { cabinet_id: cabinet } = await versionOf(ctx.db, flow.template_id, flow.template_version);
  const sees = cabinet !== 0 && (await findVisibleItems(ctx, [cabinet])).length > 0;
  const within = sees ? { cabinetId: String(cabinet) } : {};
  const { targetId } = JSON.parse(flow.form) as FlowTerms;
  const [authorised] = targetId === undefined ? [] : await findVisibleItems(ctx, [targetId]);
  if (authorised === undefined) return within;
  const { id, name, kind, ext } = authorised.item;
  return { ...within, target: { id: String(id), name, objType: kind, ext } };
}

function describeTerms(flow: FlowRow): Pick<FlowDetail, 'level' | 'lastTime' | 'effectiveTime' | 'draftNumber'> {
  const { level, ends, effective, number } = JSON.parse(flow.form) as FlowTerms;
  return {
    ...(flow.number === null && number !== undefined && { draftNumber: number }),
    ...(level !== undefined && { level }),
    ...(ends !== undefined && { lastTime: isoTime(ends) }),
    ...(effective !== undefined && { effectiveTime: isoTime(effective) }),
  };
}

/** The actions that the caller can take on a flow now. */
function permittedActions(ctx: Context, flow: FlowRow): Pick<FlowDetail, 'isOwn' | 'canWithdraw' | 'canUrge' | 'canEdit' | 'canReplace'> {
  const own = flow.applicant_id === ctx.user.id;
  return {
    isOwn: own,
    canWithdraw: own && (flow.state === 'waiting' || flow.state === 'returned'),
    canUrge: own && flow.state === 'waiting' && flow.urged_at <= ctx.now - hourMs,
    canEdit: own && (flow.state === 'draft' || flow.state === 'returned'),
    canReplace: flow.state === 'waiting' && ctx.user.permissions.all.has('flows.edit') && ctx.user.permissions.all.has('flows.see'),
  };
}

/** What the caller may decide in a position, and where they may send the flow back to. */
function describeDecision(
  plan: FlowPlan,
  { position, positions, forName }: { position: PositionRow; positions: readonly PositionRow[]; forName: string },
): FlowDetail['decisions'][number] {
  const step = plan.steps[position.step];
  return {
    position: String(position.id),
    step: position.step,
    stepName: step?.name ?? '',
    signs: step?.signs === true,
    forName,
    ...(position.due_at !== null && { dueTime: isoTime(position.due_at) }),
    backTo: earlierSteps(plan, positions, position).map((one) => one.step),
  };
}

/** The flow that one is a sub-flow of, where the caller may see it. */
async function describeParent(ctx: Context, flow: FlowRow): Promise<Pick<FlowDetail, 'parent'>> {
  const position = await positionOfChild(ctx.db, flow.id);
  if (position === undefined || !(await visibleFlowIds(ctx, [position.flow_id])).has(position.flow_id)) return {};
  const parent = await flowById(ctx.db, position.flow_id, flow.organisation_id);
  return parent === undefined ? {} : { parent: { id: String(parent.id), number: parent.number ?? '', title: parent.title } };
}

async function describeTasks(ctx: Context, flow: FlowRow, positions: readonly PositionRow[]): Promise<FlowDetail['tasks']> {
  if (flow.state !== 'waiting') return [];
  const tasks = await tasksAt(
    ctx.db,
    positions.filter((row) => row.state === 'waiting' && row.step >= 0).map((row) => row.id),
  );
  const waiting = tasks.filter((task) => task.state === 'waiting').map((task) => task.person_id);
  const away = await substitutesOf(ctx.db, { people: waiting, organisationId: flow.organisation_id, at: ctx.now });
  const substitute = new Map(away.map((row) => [row.person_id, row.substitute_id]));
  const nameOf = await currentNames(ctx, flow.organisation_id, [...tasks.map((task) => task.person_id), ...substitute.values()]);
  const avatarOf = await avatarsOf(
    ctx,
    tasks.map((task) => task.person_id),
  );
  return tasks.map((task) => {
    const standIn = substitute.get(task.person_id);
    return {
      position: String(task.position_id),
      personName: nameOf(task.person_id),
      ...avatarOf(task.person_id),
      state: task.state as FlowDetail['tasks'][number]['state'],
      ...(task.state === 'waiting' && standIn !== undefined && { substituteName: nameOf(standIn) }),
      ...(task.alone === 1 && { alone: true }),
    };
  });
}

const entriesAtOnce = 100;

/** The newest entries of the trail, or those before one of them, in their order. */
async function describeTrail(ctx: Context, flow: FlowRow, before?: number): Promise<OutputOf<typeof flows.trail>> {
  // one more tells whether there are others before
  const found = await newestEvents(ctx.db, { flowId: flow.id, limit: entriesAtOnce + 1, ...(before !== undefined && { before }) });
  const events = found.slice(0, entriesAtOnce).toReversed();
  const avatarOf = await avatarsOf(
    ctx,
    events.map((row) => row.person_id),
  );
  const list = events.map((row) => ({
    id: String(row.id),
    kind: row.kind as FlowEventKind,
    time: isoTime(row.at),
    personName: row.person_name,
    ...avatarOf(row.person_id),
    forName: row.for_name,
    stepName: row.step_name,
    opinion: row.opinion,
    names: JSON.parse(row.names) as string[],
  }));
  return { list, goesOn: found.length > entriesAtOnce };
}

/** Older entries of the trail of a flow. */
export async function listTrail(ctx: Context, { id, before }: ParsedOf<typeof flows.trail>): Promise<OutputOf<typeof flows.trail>> {
  return describeTrail(ctx, await requireFlow(ctx, id), Number(before));
}
