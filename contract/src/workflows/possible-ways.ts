import {
  type FlowCondition,
  type FlowEdge,
  type FlowFacts,
  type FlowGraph,
  type FlowNode,
  type FlowTest,
  type TestSubject,
  testHolds,
} from './flow-graph.ts';

/** Subjects that stay as they were when a flow was submitted: documents and departments may change until it gets to a branch. */
export const settledSubjects: readonly TestSubject[] = ['field', 'urgency', 'applicant'];

/** What is known of a flow. A test for which `isKnown` is false may hold or not. */
export interface KnownFacts {
  facts: FlowFacts;
  isKnown: (test: FlowTest) => boolean;
}

/** Whether the tests of `settledSubjects` are known. */
export const isSettled = ({ subject }: FlowTest): boolean => settledSubjects.includes(subject);

/** Whether a condition holds; undefined where that depends on what is not known. */
function foresees({ match, tests }: FlowCondition, { facts, isKnown }: KnownFacts): boolean | undefined {
  const found = tests.map((test) => (isKnown(test) ? testHolds(test, facts) : undefined));
  const decides = match === 'any';
  if (found.includes(decides)) return decides;
  return found.includes(undefined) ? undefined : !decides;
}

/** The ways on from a node that may be taken; without a rejection. */
function openWays(graph: FlowGraph, node: FlowNode, known: KnownFacts): FlowEdge[] {
  const edges = graph.edges.filter((edge) => edge.from === node.id && edge.port === 'next');
  if (node.kind !== 'branch') return edges;
  const open: FlowEdge[] = [];
  for (const edge of edges) {
    if (edge.condition === undefined) continue;
    const holds = foresees(edge.condition, known);
    if (holds !== false) open.push(edge);
    if (holds === true) return open;
  }
  return [...open, ...edges.filter(({ condition }) => condition === undefined)];
}

interface WaysTerms extends KnownFacts {
  /** Where the flow waits, or its start. */
  from: readonly string[];
  /** Ways after a rejection count, too. */
  withRejections: boolean;
}

/** The nodes that a flow may still come to, with those that it comes from. */
export function possibleNodes(graph: FlowGraph, { from, withRejections, ...known }: WaysTerms): Set<string> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const found = new Set(from);
  // a set is also walked through what is added meanwhile
  for (const id of found) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    for (const { to } of openWays(graph, node, known)) found.add(to);
    if (!withRejections) continue;
    for (const edge of graph.edges) if (edge.from === id && edge.port === 'rejected') found.add(edge.to);
  }
  return found;
}

/** The nodes that each flow with these facts comes to, whichever way its branches with unknown conditions take, as long as nobody rejects it. */
export function certainNodes(graph: FlowGraph, known: KnownFacts): Set<string> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const onwards = new Map<string, ReadonlySet<string>>();
  const open = new Set<string>();
  const follow = (id: string): ReadonlySet<string> | undefined => {
    const seen = onwards.get(id);
    if (seen !== undefined) return seen;
    const node = nodes.get(id);
    // a way that leads back does not end there
    if (node === undefined || open.has(id)) return undefined;
    open.add(id);
    const ways = openWays(graph, node, known).flatMap(({ to }) => follow(to) ?? []);
    open.delete(id);
    const isOnAll = (one: string): boolean => ways.every((way) => way.has(one));
    const onward = ways.flatMap((way) => [...way]).filter((one) => node.kind === 'parallel' || isOnAll(one));
    const found = new Set([id, ...onward]);
    onwards.set(id, found);
    return found;
  };
  const start = graph.nodes.find(({ kind }) => kind === 'start');
  return new Set(start === undefined ? [] : follow(start.id));
}
