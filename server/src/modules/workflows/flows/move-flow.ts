import { codes } from '@dossier/contract/core/codes';
import {
  type FlowEdge,
  flowGraphLimits,
  type FlowFacts,
  type FlowNode,
  type FlowPort,
  waysFrom,
} from '@dossier/contract/workflows/flow-graph';
import { Refusal } from '../../../platform/refusal.ts';
import { newId } from '../../../platform/ids.ts';
import { type FlowPlan, nodeOf, planOf, type TemplateStep } from '../templates/flow-plan.ts';
import { assignApprovers } from './assign-approvers.ts';
import { cancelAll, cancelWaiting, endFlow, type Mover } from './end-flow.ts';
import { factsOf, valuesOf } from './flow-facts.ts';
import { approvalSubject, approversOf, notifyPeople } from './flow-people.ts';
import { type FlowRow, recordFlowEvent, systemActor, transitionFlow } from './flows.queries.ts';
import { callPosition } from './flow-timers.ts';
import { tellRecipients } from './notify-node.ts';
import { deletePositions, insertPosition, newestPositions, type PositionRow, updatePosition } from './positions.queries.ts';
import { isWithin, outerScope, partOf } from './scopes.ts';

const dayMs = 24 * 3600_000;
const hourMs = 3600_000;

/** A flow while it moves: its positions since it was last submitted, with what this move adds. */
interface Move {
  mover: Mover;
  /** As it was read: it is written only where it still is so. */
  flow: FlowRow;
  plan: FlowPlan;
  rows: PositionRow[];
  round: number;
  facts?: FlowFacts;
  /** The nodes that this move has entered, with their scopes. */
  entered: Set<string>;
  /** Ways that are still to be followed. */
  open: { node: FlowNode; scope: string; from: PositionRow | undefined }[];
  hasEnded: boolean;
  /** A step was opened, or one for which nobody could be asked. */
  hasOpened: boolean;
  lacksApprover: boolean;
}

/** So many positions are read: those since the last submission are fewer, as a flow that enters more nodes goes back to its requester. */
const mostPositions = flowGraphLimits.visits + 20;

/** The positions of a flow since it was last submitted, in order. */
export async function currentPositions({ db }: Pick<Mover, 'db'>, flow: Pick<FlowRow, 'id'>, { graph }: FlowPlan): Promise<PositionRow[]> {
  const rows = await newestPositions(db, flow.id, mostPositions);
  const start = graph.nodes.find(({ kind }) => kind === 'start')?.id;
  return rows.slice(
    Math.max(
      0,
      rows.findLastIndex((row) => row.node === start),
    ),
  );
}

async function beginMove(mover: Mover, flow: FlowRow, round = flow.round): Promise<Move> {
  const plan = await planOf(mover.db, flow);
  const rows = await currentPositions(mover, flow, plan);
  return { mover, flow, plan, rows, round, entered: new Set(), open: [], hasEnded: false, hasOpened: false, lacksApprover: false };
}

/** Begins a flow that was just submitted. Answers whether there is a step for which nobody could be asked. */
export async function startFlow(mover: Mover, flow: FlowRow): Promise<{ lacksApprover: boolean }> {
  const move = { ...(await beginMove(mover, flow)), rows: [] };
  const start = move.plan.graph.nodes.find(({ kind }) => kind === 'start');
  if (start === undefined) throw new Error(`The template of flow ${flow.id} has no start.`);
  move.open.push({ node: start, scope: '', from: undefined });
  await finishMove(move);
  return move;
}

/** Moves a flow on from a position that it has left. */
export async function moveOn(mover: Mover, flow: FlowRow, { position, port }: { position: PositionRow; port: FlowPort }): Promise<void> {
  const move = await beginMove(mover, flow);
  const node = nodeOf(move.plan, position.node);
  if (node !== undefined) await follow(move, node, { from: position, port });
  if (move.open.length === 0) await end(move, 'rejected');
  await finishMove(move);
}

/** Sends a flow back to an approval that it has been in: where that lies in a parallel part, the other ways of this part go on. */
export async function sendBackTo(
  mover: Mover,
  flow: FlowRow,
  { node, scope, before }: { node: FlowNode; scope: string; before: number },
): Promise<void> {
  const move = await beginMove(mover, flow, flow.round + 1);
  await cancelWaiting(
    mover,
    flow,
    move.rows.filter((row) => isWithin(row.scope, scope)),
  );
  move.rows = move.rows.map((row) => (isLive(row) && isWithin(row.scope, scope) ? { ...row, state: 'cancelled' } : row));
  await openApproval(move, node, { scope, before });
  await finishMove(move);
}

const isLive = ({ state }: PositionRow): boolean => state === 'waiting' || state === 'arrived';

/** Follows all open ways until each of them waits or the flow has ended, and writes where it is then. */
async function finishMove(move: Move): Promise<void> {
  for (let next = move.open.shift(); next !== undefined && !move.hasEnded; next = move.open.shift()) await enter(move, next);
  if (move.hasEnded) return;
  const steps = move.rows.filter((row) => row.state === 'waiting' && row.step >= 0);
  const due = steps.flatMap((row) => row.due_at ?? []);
  const row = {
    step: steps.length === 0 ? move.flow.step : Math.min(...steps.map((one) => one.step)),
    round: move.round,
    due_at: due.length === 0 ? null : Math.min(...due),
    ...(move.hasOpened && { urged_at: 0 }),
    updated_at: move.mover.now,
  };
  if (!(await transitionFlow(move.mover.db, move.flow, row))) throw new Refusal(codes.flowFinished);
}

/** The position that one comes from: what comes back to a node has before it what the earlier visit had. */
function lineOf(move: Move, node: FlowNode, { scope, from }: { scope: string; from: PositionRow | undefined }): number {
  const byId = new Map(move.rows.map((row) => [row.id, row]));
  for (let row = from; row !== undefined; row = byId.get(row.from_id)) if (row.node === node.id && row.scope === scope) return row.from_id;
  return from?.id ?? 0;
}

interface Entry {
  scope: string;
  /** The position before it. */
  before: number;
}

async function add(move: Move, node: FlowNode, { scope, before, ...more }: Entry & Partial<PositionRow>): Promise<PositionRow> {
  const { mover, flow } = move;
  const row = await insertPosition(mover.db, {
    id: newId(),
    flow_id: flow.id,
    round: move.round,
    node: node.id,
    step: node.kind === 'approval' ? (node.step ?? -1) : -1,
    from_id: before,
    scope,
    state: 'passed',
    entered_at: mover.now,
    left_at: more.state === 'waiting' || more.state === 'arrived' ? 0 : mover.now,
    ...more,
  });
  move.rows.push(row);
  return row;
}

async function follow(move: Move, node: FlowNode, { from, port = 'next' }: { from: PositionRow; port?: FlowPort }): Promise<void> {
  const { plan, mover, flow } = move;
  if (node.kind === 'branch') move.facts ??= await factsOf(mover.db, flow);
  // only branches ask
  const ways = waysFrom(plan.graph, node, port, move.facts ?? noFacts);
  if (node.kind === 'branch') await updatePosition(mover.db, from.id, { way: ways[0]?.id ?? '' });
  for (const way of ways) {
    const next = nodeOf(plan, way.to);
    if (next !== undefined) move.open.push({ node: next, scope: node.kind === 'parallel' ? scopeOfWay(from, way) : from.scope, from });
  }
}

const noFacts: FlowFacts = { values: new Map(), urgency: 0, applicant: '', departments: [], documents: [] };

const scopeOfWay = ({ scope, id }: PositionRow, way: FlowEdge): string => `${scope}${scope === '' ? '' : '/'}${id}:${way.id}`;

/** Enters a node: goes on from it at once, or waits there. */
async function enter(move: Move, { node, scope, from }: Move['open'][number]): Promise<void> {
  const place = `${node.id} ${scope}`;
  // within one move conditions look at the same facts: who comes back without having waited does so again and again
  if (move.entered.has(place) || move.rows.length >= flowGraphLimits.visits) return goBackToRequester(move);
  move.entered.add(place);
  const entry = { scope, before: lineOf(move, node, { scope, from }) };
  if (node.kind === 'end') {
    await add(move, node, entry);
    return end(move, node.passed === true ? 'passed' : 'rejected');
  }
  if (node.kind === 'approval') return openApproval(move, node, entry);
  if (node.kind === 'timer') return startTimer(move, node, entry);
  if (node.kind === 'join') return arrive(move, node, entry);
  if (node.kind === 'subflow') {
    const waiting = await add(move, node, { ...entry, state: 'waiting' });
    return callPosition(move.mover.db, move.flow, { positionId: waiting.id, at: move.mover.now });
  }
  const position = await add(move, node, entry);
  if (node.kind === 'notify') await tellRecipients(move.mover, move.flow, node);
  await follow(move, node, { from: position });
}

async function end(move: Move, state: 'passed' | 'rejected'): Promise<void> {
  move.hasEnded = true;
  move.open = [];
  await endFlow(move.mover, move.flow, state);
}

async function openApproval(move: Move, node: FlowNode, entry: Entry): Promise<void> {
  const { mover, flow, plan, rows } = move;
  // one that waits again is another one to decide, also for who still has the page of the earlier visit
  if (rows.some((row) => row.node === node.id && row.round === move.round)) move.round += 1;
  const step = plan.steps[node.step ?? -1] as TemplateStep;
  const due = step.days === undefined ? null : mover.now + step.days * dayMs;
  const position = await add(move, node, { ...entry, state: 'waiting', due_at: due });
  const found = await approversOf(mover, approvalSubject(mover, flow), { step, at: position.step });
  await assignApprovers(mover, flow, { ...found, position, byName: flow.applicant_name, stepName: step.name });
  move.hasOpened = true;
  move.lacksApprover ||= found.people.length === 0;
}

/** Waits for so many hours, or until the day in a field begins; goes on at once where there is none, or it is past. */
async function startTimer(move: Move, node: FlowNode, entry: Entry): Promise<void> {
  const { mover, flow } = move;
  const [day] = valuesOf(flow).find(({ field }) => field === node.field)?.values ?? [];
  const ends = node.field === undefined ? mover.now + (node.hours ?? 0) * hourMs : day === undefined ? mover.now : Date.parse(day);
  if (ends > mover.now) {
    const waiting = await add(move, node, { ...entry, state: 'waiting', due_at: ends });
    return callPosition(mover.db, flow, { positionId: waiting.id, at: ends });
  }
  await follow(move, node, { from: await add(move, node, entry) });
}

/** Arrives at a join: goes on with the last way of its part, or with the first one, which ends the others. */
async function arrive(move: Move, node: FlowNode, entry: Entry): Promise<void> {
  const { mover, flow, plan, rows } = move;
  const part = partOf(entry.scope);
  const opener = rows.find((row) => row.id === part);
  const outer = { scope: outerScope(entry.scope), before: opener?.id ?? entry.before };
  if (node.first === true) {
    const others = rows.filter((row) => isLive(row) && isInPart(row.scope, part));
    await cancelWaiting(mover, flow, others);
    const taken = new Set(others.map((row) => row.id));
    move.rows = rows.map((row) => (taken.has(row.id) ? { ...row, state: 'cancelled' } : row));
    move.open = move.open.filter((way) => !isInPart(way.scope, part));
    return follow(move, node, { from: await add(move, node, outer) });
  }
  const arrived = rows.filter((row) => row.state === 'arrived' && row.node === node.id && isInPart(row.scope, part));
  const ways = plan.graph.edges.filter((edge) => edge.from === opener?.node);
  const [first] = arrived;
  if (arrived.length + 1 < ways.length || (first === undefined && ways.length > 1)) {
    await add(move, node, { ...entry, before: outer.before, state: 'arrived' });
    return;
  }
  if (first === undefined) return follow(move, node, { from: await add(move, node, outer) });
  const passed = { ...first, state: 'passed', scope: outer.scope, left_at: mover.now };
  await deletePositions(
    mover.db,
    arrived.slice(1).map((row) => row.id),
  );
  await updatePosition(mover.db, first.id, { state: passed.state, scope: passed.scope, left_at: passed.left_at });
  move.rows = rows.flatMap((row) => (row.id === first.id ? [passed] : arrived.includes(row) ? [] : [row]));
  await follow(move, node, { from: passed });
}

const isInPart = (scope: string, part: number): boolean => scope.split('/').some((one) => one.startsWith(`${part}:`));

/** A flow that has entered too many nodes goes back to its requester: its template leads it in circles. */
async function goBackToRequester(move: Move): Promise<void> {
  const { mover, flow } = move;
  move.hasEnded = true;
  move.open = [];
  await returnToRequester(mover, flow);
  await recordFlowEvent(mover, flow, { kind: 'looped', actor: systemActor });
  await notifyPeople(mover, flow, { kind: 'flowLooped', byName: flow.template_name, people: [flow.applicant_id] });
}

/** Returns a flow to its requester: it waits nowhere any more. */
export async function returnToRequester(mover: Mover, flow: FlowRow): Promise<void> {
  const row = { step: 0, round: flow.round + 1, state: 'returned', due_at: null, updated_at: mover.now };
  if (!(await transitionFlow(mover.db, flow, row))) throw new Refusal(codes.flowFinished);
  await cancelAll(mover, flow);
}
