import type { FlowField } from './flow-fields.ts';
import {
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
  type FlowTest,
  operatorsOf,
  rejectableNodeKinds,
  unaryOperators,
  waitingNodeKinds,
} from './flow-graph.ts';
import { grantingKinds, type FlowKind, managerDecidedKinds } from './flow-shapes.ts';

/** What is wrong with a graph: with a node or an edge, or as a whole. */
export const graphProblems = [
  /** Two nodes or two edges with one id, an edge from or to a node that is not there, or out of an end or into the start. */
  'broken',
  'noStart',
  'manyStarts',
  'noEnd',
  /** No way leads to the node. */
  'unreachable',
  /** No way leads on from the node. */
  'deadEnd',
  /** From the node no end can be reached. */
  'noWayToEnd',
  /** More ways than one lead on. */
  'manyWays',
  /** A branch or a parallel node with less than two ways. */
  'fewWays',
  /** A branch without a way for the case that no condition holds, or with several; the way stands last. */
  'noOtherwise',
  /** A condition on a way that does not leave a branch. */
  'conditionUnused',
  /** A test with a field that is not there, an operator that its subject has not, or without a value. */
  'testWrong',
  /** Ways leave or enter a part between a parallel node and its join, or the join is missing. */
  'unbalanced',
  /** A passed end between a parallel node and its join. */
  'endInParallel',
  /** A circle without a node that waits. */
  'endlessLoop',
  /** A step without a node, or in several. */
  'stepWrong',
  /** A timer without a time or a date field. */
  'timerWrong',
  /** A notification without recipients or text, or to a field that is not one of users. */
  'notifyWrong',
  /** A sub-flow without a template, or with a mapping of fields that are not there. */
  'subflowWrong',
  /** The flow has an effect, and a way passes without an approval, or after a rejection. */
  'passesUnapproved',
  /** The flow has an effect on what managers decide, and others approve last. */
  'managersDecideLast',
  /** The flow has an effect, which comes with the last approval: nothing waits after it. */
  'waitsAfterApproval',
] as const;
export type GraphProblemKind = (typeof graphProblems)[number];

export interface GraphProblem {
  kind: GraphProblemKind;
  node?: string;
  edge?: string;
}

/** What a graph is checked with. Of the steps: whether only managers approve them. */
export interface CheckedGraph {
  kind: FlowKind;
  graph: FlowGraph;
  fields: readonly FlowField[];
  steps: readonly { managersOnly: boolean }[];
}

type Ways = (node: string) => readonly FlowEdge[];

interface Reading {
  nodes: ReadonlyMap<string, FlowNode>;
  waysFrom: Ways;
  waysTo: Ways;
  start: FlowNode;
}

const groupedBy = (edges: readonly FlowEdge[], end: 'from' | 'to'): Ways => {
  const found = Map.groupBy(edges, (edge) => edge[end]);
  return (node) => found.get(node) ?? [];
};

/** The nodes that ways lead to from a node, with itself. */
function reachedFrom(from: readonly string[], step: (node: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const node of found) for (const next of step(node)) found.add(next);
  return found;
}

/** What makes a graph unreadable: the other checks need what these ask for. */
function brokenParts({ nodes, edges }: FlowGraph): GraphProblem[] {
  const problems: GraphProblem[] = [];
  const known = new Map(nodes.map((node) => [node.id, node]));
  for (const [id, same] of Map.groupBy(nodes, (node) => node.id)) if (same.length > 1) problems.push({ kind: 'broken', node: id });
  for (const [id, same] of Map.groupBy(edges, (edge) => edge.id)) if (same.length > 1) problems.push({ kind: 'broken', edge: id });
  for (const { id, from, to, port } of edges) {
    const [source, target] = [known.get(from), known.get(to)];
    const isWrong =
      source === undefined ||
      target === undefined ||
      source.kind === 'end' ||
      target.kind === 'start' ||
      (port === 'rejected' && !rejectableNodeKinds.includes(source.kind));
    if (isWrong) problems.push({ kind: 'broken', edge: id });
  }
  const starts = nodes.filter(({ kind }) => kind === 'start');
  if (starts.length === 0) problems.push({ kind: 'noStart' });
  for (const { id } of starts.slice(1)) problems.push({ kind: 'manyStarts', node: id });
  if (!nodes.some(({ kind, passed }) => kind === 'end' && passed === true)) problems.push({ kind: 'noEnd' });
  return problems;
}

function isTestWrong({ subject, field, operator, values }: FlowTest, fields: ReadonlyMap<string, FlowField>): boolean {
  const known = field === undefined ? undefined : fields.get(field);
  return !operatorsOf(subject, known).includes(operator) || (!unaryOperators.includes(operator) && values.every((value) => value === ''));
}

/** The ways out of a node. */
function checkWays({ waysFrom }: Reading, node: FlowNode): GraphProblem[] {
  const { id, kind } = node;
  const next = waysFrom(id).filter(({ port }) => port === 'next');
  if (kind === 'end') return [];
  if (next.length === 0) return [{ kind: 'deadEnd', node: id }];
  const problems: GraphProblem[] = [];
  if (kind === 'branch' || kind === 'parallel') {
    if (next.length < 2) problems.push({ kind: 'fewWays', node: id });
  } else if (next.length > 1 || waysFrom(id).length - next.length > 1) problems.push({ kind: 'manyWays', node: id });
  if (kind === 'branch' && next.findIndex(({ condition }) => condition === undefined) !== next.length - 1)
    problems.push({ kind: 'noOtherwise', node: id });
  if (kind !== 'branch')
    for (const { id: edge, condition } of waysFrom(id)) if (condition !== undefined) problems.push({ kind: 'conditionUnused', edge });
  return problems;
}

/** The settings of a node. */
function checkSettings(
  { id, kind, hours, field, recipients = [], message = '', templateId, mapping = [] }: FlowNode,
  fields: ReadonlyMap<string, FlowField>,
): GraphProblem[] {
  if (kind === 'timer') {
    const isUntil = field !== undefined && fields.get(field)?.kind === 'date';
    return isUntil === (hours === undefined) && (field === undefined || isUntil) ? [] : [{ kind: 'timerWrong', node: id }];
  }
  if (kind === 'notify') {
    const isWrong = recipients.some((one) =>
      one.kind === 'field' ? fields.get(one.field ?? '')?.kind !== 'person' : ['person', 'role'].includes(one.kind) && one.id === undefined,
    );
    return recipients.length === 0 || message === '' || isWrong ? [{ kind: 'notifyWrong', node: id }] : [];
  }
  if (kind === 'subflow' && (templateId === undefined || mapping.some(({ from }) => !fields.has(from))))
    return [{ kind: 'subflowWrong', node: id }];
  return [];
}

/** The parallel parts around a node, the innermost last: each as the parallel node and the way out of it. */
type Scope = readonly { parallel: string; way: string }[];

const scopeKey = (scope: Scope): string => scope.map(({ parallel, way }) => `${parallel}:${way}`).join('/');

/** The scopes of all nodes; a join belongs to the part around its own. Problems where ways leave or enter such a part. */
export function scopesOf(graph: FlowGraph): {
  scopes: ReadonlyMap<string, Scope>;
  joinOf: ReadonlyMap<string, string>;
  problems: GraphProblem[];
} {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const waysFrom = groupedBy(graph.edges, 'from');
  const scopes = new Map<string, Scope>();
  const joinOf = new Map<string, string>();
  const problems: GraphProblem[] = [];
  const start = graph.nodes.find(({ kind }) => kind === 'start');
  const open: { id: string; scope: Scope }[] = start === undefined ? [] : [{ id: start.id, scope: [] }];
  for (const { id, scope: outer } of open) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    let scope = outer;
    if (node.kind === 'join') {
      const inner = scope.at(-1);
      if (inner === undefined || (joinOf.get(inner.parallel) ?? id) !== id) {
        problems.push({ kind: 'unbalanced', node: id });
        continue;
      }
      joinOf.set(inner.parallel, id);
      scope = scope.slice(0, -1);
    }
    const known = scopes.get(id);
    if (known !== undefined) {
      if (scopeKey(known) !== scopeKey(scope)) problems.push({ kind: 'unbalanced', node: id });
      continue;
    }
    scopes.set(id, scope);
    if (node.kind === 'end' && node.passed === true && scope.length > 0) problems.push({ kind: 'endInParallel', node: id });
    for (const edge of waysFrom(id))
      open.push({ id: edge.to, scope: node.kind === 'parallel' ? [...scope, { parallel: id, way: edge.id }] : scope });
  }
  for (const { id, kind } of graph.nodes)
    if (kind === 'parallel' && scopes.has(id) && !joinOf.has(id)) problems.push({ kind: 'unbalanced', node: id });
  return { scopes, joinOf, problems };
}

/** Nodes of circles in which nothing waits: such a flow would never stop. */
function endlessLoops({ nodes, waysFrom }: Reading): GraphProblem[] {
  const passing = [...nodes.values()].filter(({ kind }) => !waitingNodeKinds.includes(kind));
  const ids = new Set(passing.map(({ id }) => id));
  const next = (id: string): string[] => waysFrom(id).flatMap(({ to }) => (ids.has(to) ? [to] : []));
  return passing.filter(({ id }) => reachedFrom(next(id), next).has(id)).map(({ id }) => ({ kind: 'endlessLoop', node: id }));
}

/** The approvals that can be the last one before a passed end, those whose rejection can be, and the other nodes that can lie between. */
function lastApprovals({ nodes, waysTo }: Reading): { approvals: FlowNode[]; rejecting: string[]; between: FlowNode[] } {
  const ends = [...nodes.values()].filter(({ kind, passed }) => kind === 'end' && passed === true);
  const before = (id: string): string[] => (nodes.get(id)?.kind === 'approval' ? [] : waysTo(id).map(({ from }) => from));
  const found = [
    ...reachedFrom(
      ends.map(({ id }) => id),
      before,
    ),
  ].flatMap((id) => nodes.get(id) ?? []);
  const between = found.filter(({ kind }) => kind !== 'approval');
  const rejecting = between.flatMap(({ id }) => waysTo(id).flatMap(({ from, port }) => (port === 'rejected' ? [from] : [])));
  return { approvals: found.filter(({ kind }) => kind === 'approval'), rejecting, between };
}

/** A flow with an effect has it with its last approval, by whom may have it. */
function checkEffect(reading: Reading, { kind, steps }: Pick<CheckedGraph, 'kind' | 'steps'>): GraphProblem[] {
  if (kind === 'normal') return [];
  const { approvals, rejecting, between } = lastApprovals(reading);
  const problems: GraphProblem[] = rejecting.map((node) => ({ kind: 'passesUnapproved', node }));
  for (const node of between) {
    if (node.kind === 'start') problems.push({ kind: 'passesUnapproved', node: node.id });
    else if (waitingNodeKinds.includes(node.kind)) problems.push({ kind: 'waitsAfterApproval', node: node.id });
  }
  if (managerDecidedKinds.includes(kind) || grantingKinds.includes(kind))
    for (const { id, step = -1 } of approvals)
      if (steps[step]?.managersOnly !== true) problems.push({ kind: 'managersDecideLast', node: id });
  return problems;
}

/** All that is wrong with a graph; nothing where a flow can follow it to an end whatever is decided. */
export function checkFlowGraph({ kind, graph, fields, steps }: CheckedGraph): GraphProblem[] {
  const broken = brokenParts(graph);
  const start = graph.nodes.find((node) => node.kind === 'start');
  if (broken.length > 0 || start === undefined) return broken;
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const reading: Reading = { nodes, start, waysFrom: groupedBy(graph.edges, 'from'), waysTo: groupedBy(graph.edges, 'to') };
  const known = new Map(fields.map((field) => [field.id, field]));
  const problems: GraphProblem[] = [];
  const reached = reachedFrom([start.id], (id) => reading.waysFrom(id).map(({ to }) => to));
  const ends = graph.nodes.filter((node) => node.kind === 'end').map(({ id }) => id);
  const ending = reachedFrom(ends, (id) => reading.waysTo(id).map(({ from }) => from));
  for (const node of graph.nodes) {
    const ways = checkWays(reading, node);
    problems.push(...ways, ...checkSettings(node, known));
    if (!reached.has(node.id)) problems.push({ kind: 'unreachable', node: node.id });
    else if (ways.length === 0 && !ending.has(node.id)) problems.push({ kind: 'noWayToEnd', node: node.id });
    const isApproval = node.kind === 'approval';
    const others = graph.nodes.filter((other) => other.kind === 'approval' && other.step === node.step);
    if (isApproval && (node.step === undefined || node.step >= steps.length || others.length > 1))
      problems.push({ kind: 'stepWrong', node: node.id });
  }
  for (const at of steps.keys())
    if (!graph.nodes.some((node) => node.kind === 'approval' && node.step === at)) problems.push({ kind: 'stepWrong' });
  for (const { id, condition } of graph.edges)
    if (condition?.tests.some((test) => isTestWrong(test, known)) === true) problems.push({ kind: 'testWrong', edge: id });
  return [...problems, ...scopesOf(graph).problems, ...endlessLoops(reading), ...checkEffect(reading, { kind, steps })];
}
