import { valuesByField } from '@dossier/contract/workflows/flow-fields';
import type { FlowEdge, FlowTest } from '@dossier/contract/workflows/flow-graph';
import type { FlowPosition } from '@dossier/contract/workflows/flow-shapes';
import { isSettled, possibleNodes } from '@dossier/contract/workflows/possible-ways';
import type { FlowDetail } from './flow-view.tsx';

/** The way of a flow through its graph, by ids of nodes and edges. */
export interface FlowCourse {
  visits: ReadonlyMap<string, readonly FlowPosition[]>;
  /** Edges that it has gone through. */
  taken: ReadonlySet<string>;
  /** What it has not gone through, and will not: there is none before it was submitted. */
  missed: { nodes: ReadonlySet<string>; ways: ReadonlySet<string> };
}

/** The edges that a flow went through from a visit. */
function edgesFrom({ graph }: FlowDetail, { node, state, way }: FlowPosition): FlowEdge[] {
  if (state !== 'passed' && state !== 'rejected') return [];
  const edges = graph.edges.filter((edge) => edge.from === node && edge.port === (state === 'passed' ? 'next' : 'rejected'));
  const isBranch = graph.nodes.find(({ id }) => id === node)?.kind === 'branch';
  return isBranch ? edges.filter(({ id }) => id === way) : edges;
}

/** Where a flow can still come to with its form as the reader sees it. Its requester is no id here, so conditions on them may hold or not. */
function stillPossible(flow: FlowDetail): Set<string> {
  const hidden = new Set(flow.values.filter(({ values }) => values.some((one) => one.hidden === true)).map(({ field }) => field));
  const facts = {
    values: valuesByField(flow.values.map(({ field, values }) => ({ field, values: values.map(({ value }) => value) }))),
    urgency: flow.urgency,
    applicant: '',
    departments: [],
    documents: [],
  };
  const isKnown = (test: FlowTest): boolean => isSettled(test) && test.subject !== 'applicant' && !hidden.has(test.field ?? '');
  const from = flow.positions.flatMap(({ node, state }) => (state === 'waiting' ? [node] : []));
  return possibleNodes(flow.graph, { from, facts, isKnown, withRejections: true });
}

/** Tells where a flow has been, and where it will not come to any more. */
export function courseOf(flow: FlowDetail): FlowCourse {
  const visits = Map.groupBy(flow.positions, ({ node }) => node);
  const taken = new Set(flow.positions.flatMap((position) => edgesFrom(flow, position)).map(({ id }) => id));
  const start = flow.graph.nodes.find(({ kind }) => kind === 'start')?.id ?? '';
  // of flows that ran before visits were kept, and of what begins anew, nothing is known to be missed
  const isTold = visits.has(start) && flow.status !== 'draft' && flow.status !== 'returned';
  if (!isTold) return { visits, taken, missed: { nodes: new Set(), ways: new Set() } };
  const possible = stillPossible(flow);
  const isOpen = ({ id, from, to }: FlowEdge): boolean => taken.has(id) || (possible.has(from) && possible.has(to));
  return {
    visits,
    taken,
    missed: {
      nodes: new Set(flow.graph.nodes.flatMap(({ id }) => (visits.has(id) || possible.has(id) ? [] : [id]))),
      ways: new Set(flow.graph.edges.flatMap((edge) => (isOpen(edge) ? [] : [edge.id]))),
    },
  };
}
