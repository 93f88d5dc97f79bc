import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import { flowGraphLimits, type FlowNode } from '@dossier/contract/workflows/flow-graph';
import type { flows } from '@dossier/contract/workflows/flows';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { holdRevisions } from '../../documents/revisions.ts';
import { contextForPerson } from '../../identity/run-as.ts';
import { requireFlow } from '../flow-access.ts';
import { type FlowPlan, nodeName, nodeOf, planOf, readPlan } from '../templates/flow-plan.ts';
import { fitsAsSubflow } from '../templates/template-graphs.ts';
import { newestVersions } from '../templates/templates.queries.ts';
import { asksForSignatures, requireSealableDocuments } from './documents-to-sign.ts';
import { serverMover } from './end-flow.ts';
import { valuesOf } from './flow-facts.ts';
import { administratorsOf, approvalSubject, notifyPeople } from './flow-people.ts';
import { writeFlow } from './flow-submission.ts';
import { callPosition } from './flow-timers.ts';
import { documentsOf, flowById, type FlowRow, lockFlow, recordFlowEvent, setFlowRevision, systemActor } from './flows.queries.ts';
import { moveOn } from './move-flow.ts';
import {
  countSubflows,
  leavePosition,
  positionById,
  positionOfChild,
  type PositionRow,
  updatePosition,
  waitingPositions,
} from './positions.queries.ts';

/** A position whose time has come. */
interface CalledPosition {
  flowId: number;
  spaceId: number;
  positionId: number;
}

/** Where a flow waits for the server, with its flow and its node. */
interface WaitingNode {
  flow: FlowRow;
  position: PositionRow;
  plan: FlowPlan;
  node: FlowNode;
}

/** The node in which a flow waits; undefined where it has gone on, or has ended. */
async function waitingNode(db: Db, { flowId, spaceId, positionId }: CalledPosition): Promise<WaitingNode | undefined> {
  const [flow, position] = [await flowById(db, flowId, spaceId), await positionById(db, positionId)];
  if (flow?.state !== 'waiting' || position?.state !== 'waiting' || position.flow_id !== flow.id) return undefined;
  const plan = await planOf(db, flow);
  const node = nodeOf(plan, position.node);
  return node === undefined ? undefined : { flow, position, plan, node };
}

/** Runs work on a flow that still waits in a position, with the flow locked: of several servers one does it. */
const whileWaiting = (services: Services, called: CalledPosition, work: (db: Db, waiting: WaitingNode) => Promise<void>): Promise<void> =>
  services.database.write(async (db) => {
    await lockFlow(db, called.flowId);
    const waiting = await waitingNode(db, called);
    if (waiting !== undefined) await work(db, waiting);
  });

/** Looks at a position whose time has come: ends a timer, begins a sub-flow, or goes on after one. */
export async function handlePosition(services: Services, called: CalledPosition): Promise<void> {
  const waiting = await waitingNode(services.database.read, called);
  if (waiting === undefined) return;
  if (waiting.node.kind === 'timer') await whileWaiting(services, called, (db, now) => endTimer(services, db, now));
  else if (waiting.node.kind === 'subflow' && waiting.position.child_flow_id === 0) await beginSubflow(services, called, waiting);
  else if (waiting.node.kind === 'subflow') await whileWaiting(services, called, (db, now) => endSubflow(services, db, now));
  services.outbox.wake();
}

async function endTimer(services: Services, db: Db, { flow, position, plan, node }: WaitingNode): Promise<void> {
  const mover = serverMover(services, db, flow);
  if (position.due_at !== null && position.due_at > mover.now)
    return callPosition(db, flow, { positionId: position.id, at: position.due_at });
  if (!(await leavePosition(db, position.id, { state: 'passed', at: mover.now }))) return;
  await recordFlowEvent(mover, flow, { kind: 'timerEnded', actor: systemActor, stepName: nodeName(plan, node) });
  await moveOn(mover, flow, { position, port: 'next' });
}

const finalStates: readonly string[] = ['passed', 'rejected', 'withdrawn'];

/** Goes on after a sub-flow: one that was rejected or withdrawn has rejected its node. */
async function endSubflow(services: Services, db: Db, { flow, position, plan, node }: WaitingNode): Promise<void> {
  const mover = serverMover(services, db, flow);
  const child = await flowById(db, position.child_flow_id, flow.organisation_id);
  if (child !== undefined && !finalStates.includes(child.state)) return;
  const hasPassed = child?.state === 'passed';
  if (!(await leavePosition(db, position.id, { state: hasPassed ? 'passed' : 'rejected', at: mover.now }))) return;
  if (child !== undefined && hasPassed) await takeSignedVersions(db, flow, child);
  await recordFlowEvent(mover, flow, {
    kind: 'subflowEnded',
    actor: systemActor,
    stepName: nodeName(plan, node),
    opinion: child?.number ?? '',
  });
  await moveOn(mover, flow, { position, port: hasPassed ? 'next' : 'rejected' });
}

/** Has a flow go on with the versions that the signatures of a sub-flow made, as after signatures of its own. */
async function takeSignedVersions(db: Db, flow: FlowRow, child: FlowRow): Promise<void> {
  const signed = new Map((await documentsOf(db, child.id)).map((row) => [row.item_id, row]));
  const held: number[] = [];
  for (const row of await documentsOf(db, flow.id)) {
    const own = signed.get(row.item_id);
    // of sub-flows in parallel one may have signed what the other one began without
    const newest = own !== undefined && own.number > row.number ? own : row;
    held.push(newest.revision_id);
    const { revision_id: revisionId, number, label } = newest;
    if (newest !== row) await setFlowRevision(db, { flowId: flow.id, itemId: row.item_id }, { revisionId, number, label });
  }
  await holdRevisions(db, flow.id, held);
}

const retryMs = 3600_000;

/** Begins a sub-flow. Where that is refused, the flow waits, its administrators are told once, and it is tried again every hour. */
async function beginSubflow(services: Services, called: CalledPosition, { flow, node }: WaitingNode): Promise<void> {
  try {
    await requireSignable(services, { flow, node });
    await whileWaiting(services, called, async (db, waiting) => {
      if (waiting.position.child_flow_id === 0) await submitSubflow(services, db, waiting);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = error.answer.name;
    await whileWaiting(services, called, async (db, waiting) => {
      if (waiting.position.child_flow_id === 0) await postponeSubflow(services, db, { ...waiting, problem });
    });
  }
}

/** The template of a sub-flow, as it is now; 5309 where it is gone, off, or asks for what a sub-flow cannot give. */
async function requireSubflowTemplate(db: Db, { flow, node }: Pick<WaitingNode, 'flow' | 'node'>) {
  const { fields } = await planOf(db, flow);
  const [row] = await newestVersions(db, { organisationId: flow.organisation_id, ids: [Number(node.templateId)] });
  const template = row === undefined ? undefined : { ...row, plan: readPlan(row) };
  if (template?.enabled !== 1 || !fitsAsSubflow(template, { mapping: node.mapping, fields })) throw new Refusal(codes.flowTemplateMissing);
  return template;
}

/** Files that a sub-flow is to sign are tried before its transaction, as when a flow is submitted. */
async function requireSignable(services: Services, { flow, node }: Pick<WaitingNode, 'flow' | 'node'>): Promise<void> {
  const { read } = services.database;
  const { plan } = await requireSubflowTemplate(read, { flow, node });
  if (!asksForSignatures(plan.steps)) return;
  await requireSealableDocuments(await requesterOf(services, read, flow), await documentsOf(read, flow.id));
}

const requesterOf = (services: Services, db: Db, flow: FlowRow) =>
  contextForPerson(services, db, { personId: flow.applicant_id, spaceId: flow.organisation_id, address: '' });

/** Submits a sub-flow for the requester, with the documents and the mapped values of its flow. */
async function submitSubflow(services: Services, db: Db, { flow, position, plan, node }: WaitingNode): Promise<void> {
  await requireFewSubflows(db, flow);
  const template = await requireSubflowTemplate(db, { flow, node });
  const requester = await requesterOf(services, db, flow);
  const values = new Map(valuesOf(flow).map((one) => [one.field, one.values]));
  const form = {
    templateId: String(template.id),
    title: flow.title,
    reason: flow.reason,
    urgency: flow.urgency,
    number: '',
    ...(flow.deadline !== null && { deadlineDate: isoTime(flow.deadline) }),
    documents: (await documentsOf(db, flow.id)).map((row) => ({ id: String(row.item_id), currentRev: String(row.revision_id) })),
    notify: [],
    chosen: [],
    values: (node.mapping ?? []).map(({ from, to }) => ({ field: to, values: values.get(from) ?? [] })),
    submit: true,
  };
  const from = { kind: template.kind, template_id: template.id, template_version: template.version, template_name: template.name };
  const child = await writeFlow(requester, form, { known: undefined, from, ...template.plan });
  await updatePosition(db, position.id, { child_flow_id: Number(child.id), problem: '' });
  const stepName = nodeName(plan, node);
  await recordFlowEvent(requester, flow, {
    kind: 'subflowStarted',
    actor: systemActor,
    stepName,
    names: [template.name],
    opinion: child.number,
  });
  // it may have ended at once
  await callPosition(db, flow, { positionId: position.id, at: requester.now });
}

/** Refuses a sub-flow beyond the depth and number that templates had when they were saved: those may have changed, and ways lead back. */
async function requireFewSubflows(db: Db, flow: FlowRow): Promise<void> {
  let top = flow.id;
  for (let depth = 1; ; depth++) {
    const above = await positionOfChild(db, top);
    if (above === undefined) break;
    if (depth >= flowGraphLimits.depth) throw new Refusal(codes.illegalOperation);
    top = above.flow_id;
  }
  if ((await countSubflows(db, top, flowGraphLimits.subflows)) >= flowGraphLimits.subflows) throw new Refusal(codes.tooManyItems);
}

async function postponeSubflow(
  services: Services,
  db: Db,
  { flow, position, plan, node, problem }: WaitingNode & { problem: string },
): Promise<void> {
  const mover = serverMover(services, db, flow);
  await callPosition(db, flow, { positionId: position.id, at: mover.now + retryMs, once: true });
  await updatePosition(db, position.id, { problem });
  if (position.problem !== '') return;
  await recordFlowEvent(mover, flow, { kind: 'subflowFailed', actor: systemActor, stepName: nodeName(plan, node) });
  const people = await administratorsOf(mover, approvalSubject(mover, flow));
  await notifyPeople(mover, flow, { kind: 'subflowFailed', byName: flow.applicant_name, people });
}

/** Has a sub-flow that was refused tried again now, by an administrator who has removed the cause. */
export async function retrySubflow(ctx: Context, { id, position: positionId }: ParsedOf<typeof flows.retry>) {
  const flow = await requireFlow(ctx, id);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  await lockFlow(ctx.db, flow.id);
  const position = (await waitingPositions(ctx.db, [flow.id])).find((one) => one.id === Number(positionId));
  if (position === undefined || position.problem === '' || position.child_flow_id !== 0) throw new Refusal(codes.changedMeanwhile);
  await callPosition(ctx.db, flow, { positionId: position.id, at: ctx.now });
  return {};
}
