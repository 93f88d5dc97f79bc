import { scopesOf } from './check-flow-graph.ts';
import { type FlowFacts, type FlowGraph, type FlowNode, waitingNodeKinds, waysFrom } from './flow-graph.ts';

/** Which way a flow goes: the nodes in the order in which it enters them, and the edges that it takes. */
export interface FlowWalk {
  /** `visit`: how often it was entered before. */
  nodes: { id: string; visit: number }[];
  edges: string[];
  /** How it ends; `looping` where it came back to a node too often. */
  ends: 'passed' | 'rejected' | 'looping';
}

const maxSteps = 300;

/**
 * Follows a checked graph without waiting. Approvals and sub-flows pass, but for those in `rejected`: these are rejected when they are first entered, so that a
 * way back is seen to be taken and left again.
 */
export function walkFlow(graph: FlowGraph, facts: FlowFacts, rejected: ReadonlySet<string> = new Set()): FlowWalk {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const { joinOf } = scopesOf(graph);
  const visits = new Map<string, number>();
  /** The ways that have not reached a join yet, for each open parallel part. */
  const missing = new Map<string, number>();
  const walk: FlowWalk = { nodes: [], edges: [], ends: 'looping' };
  const open = graph.nodes.filter(({ kind }) => kind === 'start');
  const entersJoin = (node: FlowNode): boolean => {
    const left = (missing.get(node.id) ?? 1) - 1;
    missing.set(node.id, left);
    return left === 0 || (node.first === true && visits.get(node.id) === undefined);
  };
  for (const node of open) {
    if (walk.nodes.length >= maxSteps) return walk;
    if (node.kind === 'join' && !entersJoin(node)) continue;
    const visit = visits.get(node.id) ?? 0;
    visits.set(node.id, visit + 1);
    walk.nodes.push({ id: node.id, visit });
    if (node.kind === 'end') {
      walk.ends = node.passed === true ? 'passed' : 'rejected';
      return walk;
    }
    const isRejected = visit === 0 && rejected.has(node.id) && waitingNodeKinds.includes(node.kind);
    const ways = waysFrom(graph, node, isRejected ? 'rejected' : 'next', facts);
    if (ways.length === 0) {
      walk.ends = 'rejected';
      return walk;
    }
    const join = joinOf.get(node.id);
    if (node.kind === 'parallel' && join !== undefined) missing.set(join, ways.length);
    for (const way of ways) {
      walk.edges.push(way.id);
      const next = nodes.get(way.to);
      if (next !== undefined) open.push(next);
    }
  }
  return walk;
}
