import {
  type FlowCondition,
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
  nodeDistance,
  rejectableNodeKinds,
} from '@dossier/contract/workflows/flow-graph';
import { scopesOf } from '@dossier/contract/workflows/check-flow-graph';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import { type DraftStep, newStep } from '../templates/template-draft.ts';
import { arranged, isLaidOut, layOut } from './graph-layout.ts';

/** What the canvas edits: nodes and ways, and the steps that approvals name by their index. */
export interface FlowDesign {
  graph: FlowGraph;
  steps: DraftStep[];
}

/** What can be inserted into a way. */
export const insertedKinds = ['approval', 'branch', 'parallel', 'timer', 'notify', 'subflow', 'end'] as const;
export type InsertedKind = (typeof insertedKinds)[number];

/** The words and the fields that new nodes begin with. */
export interface InsertTerms {
  stepName: (count: number) => string;
  fields: readonly FlowField[];
}

/** The design after a change, and the node to go on with. */
export interface Changed {
  design: FlowDesign;
  node: string;
}

export function freshId(prefix: string, taken: readonly { id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id));
  let count = taken.length + 1;
  while (ids.has(`${prefix}${count}`)) count++;
  return `${prefix}${count}`;
}

/** Collects changes of a design, and keeps what they ask for: positions, ids, indexes of steps. */
class Editing {
  readonly nodes: FlowNode[];
  edges: FlowEdge[];
  readonly steps: DraftStep[];
  readonly wasLaidOut: boolean;

  constructor({ graph, steps }: FlowDesign) {
    this.nodes = [...graph.nodes];
    this.edges = [...graph.edges];
    this.steps = [...steps];
    this.wasLaidOut = isLaidOut(graph);
  }

  addNode(node: Omit<FlowNode, 'id' | 'name' | 'x' | 'y'> & Partial<FlowNode>): FlowNode {
    const made = { name: '', x: 0, y: 0, ...node, id: freshId('node', this.nodes) };
    this.nodes.push(made);
    return made;
  }

  addApproval(name: string, place: Partial<FlowNode> = {}): FlowNode {
    this.steps.push(newStep(name));
    return this.addNode({ ...place, kind: 'approval', step: this.steps.length - 1 });
  }

  addEdge(from: string, to: string, more: Partial<FlowEdge> = {}, at = this.edges.length): FlowEdge {
    const edge: FlowEdge = { port: 'next', name: '', ...more, id: freshId('way', this.edges), from, to };
    this.edges.splice(at, 0, edge);
    return edge;
  }

  change(edge: string, changes: Partial<FlowEdge>): void {
    this.edges = this.edges.map((one) => (one.id === edge ? { ...one, ...changes } : one));
  }

  /** Where nodes were placed by hand, those below make room. */
  makeRoom(below: number, rows: number): void {
    if (this.wasLaidOut) return;
    for (const [at, node] of this.nodes.entries()) if (node.y >= below) this.nodes[at] = { ...node, y: node.y + rows * nodeDistance };
  }

  /** The design, without nodes to which no way leads that one led to before. */
  done(before?: FlowGraph): FlowDesign {
    const lost = before === undefined ? new Set<string>() : unreached(before, { nodes: this.nodes, edges: this.edges });
    const kept = this.nodes.filter(({ id }) => !lost.has(id));
    const ids = new Set(kept.map(({ id }) => id));
    const used = new Set(kept.flatMap(({ kind, step }) => (kind === 'approval' && step !== undefined ? [step] : [])));
    const indexes = new Map([...this.steps.keys()].filter((step) => used.has(step)).map((step, at) => [step, at]));
    const nodes = kept.map((node) => (node.kind === 'approval' ? { ...node, step: indexes.get(node.step ?? -1) ?? 0 } : node));
    const graph = { nodes, edges: this.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
    return { graph: this.wasLaidOut ? arranged(graph) : graph, steps: this.steps.filter((_, at) => used.has(at)) };
  }
}

const reachedIn = ({ nodes, edges }: FlowGraph): Set<string> => {
  const found = new Set(nodes.flatMap(({ id, kind }) => (kind === 'start' ? [id] : [])));
  for (const id of found) for (const edge of edges) if (edge.from === id) found.add(edge.to);
  return found;
};

/** The nodes that were reached before, and are not any more. */
function unreached(before: FlowGraph, after: FlowGraph): Set<string> {
  const [was, is] = [reachedIn(before), reachedIn(after)];
  return new Set(after.nodes.flatMap(({ id }) => (was.has(id) && !is.has(id) ? [id] : [])));
}

/** A condition to begin with: of the first field that can be compared, or of the urgency. */
export function firstCondition(fields: readonly FlowField[]): FlowCondition {
  const field = fields.find(({ kind }) => kind === 'number') ?? fields.find(({ kind }) => kind === 'choice') ?? fields[0];
  if (field === undefined) return { match: 'all', tests: [{ subject: 'urgency', operator: 'atLeast', values: ['1'] }] };
  const operator = field.kind === 'number' ? 'atLeast' : field.kind === 'document' || field.kind === 'file' ? 'isFilled' : 'is';
  return { match: 'all', tests: [{ subject: 'field', field: field.id, operator, values: [] }] };
}

/** Puts a new node into a way. */
export function insertOn(design: FlowDesign, way: string, kind: InsertedKind, { stepName, fields }: InsertTerms): Changed {
  const edit = new Editing(design);
  const edge = design.graph.edges.find(({ id }) => id === way);
  const target = design.graph.nodes.find(({ id }) => id === edge?.to);
  if (edge === undefined || target === undefined) return { design, node: '' };
  const nextName = (): string => stepName(edit.steps.length + 1);
  const rows = { branch: 2, parallel: 3, end: 0 }[kind as string] ?? 1;
  const place = { x: target.x, y: target.y };
  edit.makeRoom(target.y, rows);
  if (kind === 'approval') return into(edit, edge, edit.addApproval(nextName(), place));
  if (kind === 'end') {
    const end = edit.addNode({ ...place, kind: 'end', passed: false });
    edit.change(way, { to: end.id });
    return { design: edit.done(design.graph), node: end.id };
  }
  if (kind === 'branch') {
    const node = edit.addNode({ ...place, kind: 'branch' });
    edit.change(way, { to: node.id });
    const approval = edit.addApproval(nextName(), { x: place.x, y: place.y + nodeDistance });
    edit.addEdge(node.id, approval.id, { condition: firstCondition(fields) });
    edit.addEdge(approval.id, edge.to);
    edit.addEdge(node.id, edge.to);
    return { design: edit.done(), node: node.id };
  }
  if (kind === 'parallel') {
    const node = edit.addNode({ ...place, kind: 'parallel' });
    const join = edit.addNode({ x: place.x, y: place.y + 2 * nodeDistance, kind: 'join', first: false });
    edit.change(way, { to: node.id });
    for (const side of [-0.5, 0.5]) {
      const approval = edit.addApproval(nextName(), { x: Math.round(place.x + side * 280), y: place.y + nodeDistance });
      edit.addEdge(node.id, approval.id);
      edit.addEdge(approval.id, join.id);
    }
    edit.addEdge(join.id, edge.to);
    return { design: edit.done(), node: node.id };
  }
  const settings = kind === 'timer' ? { hours: 24 } : kind === 'notify' ? { recipients: [{ kind: 'applicant' as const }] } : {};
  return into(edit, edge, edit.addNode({ ...place, kind, ...settings }));
}

function into(edit: Editing, edge: FlowEdge, node: FlowNode): Changed {
  edit.change(edge.id, { to: node.id });
  edit.addEdge(node.id, edge.to);
  return { design: edit.done(), node: node.id };
}

/** Whether a way can end where it is: nothing else would be out of reach. */
export function canEndOn(graph: FlowGraph, way: string): boolean {
  const edges = graph.edges.filter(({ id }) => id !== way);
  return unreached(graph, { nodes: graph.nodes, edges }).size === 0;
}

/** The way on from a node that is followed when the node is taken out: of a branch the last, which holds otherwise. */
function wayOn(graph: FlowGraph, node: FlowNode): FlowEdge | undefined {
  const next = graph.edges.filter(({ from, port }) => from === node.id && port === 'next');
  return node.kind === 'branch' ? next.at(-1) : next[0];
}

/** Whether a node can be taken out: joins go with their parallel node, and one end has to pass. */
export function canRemove({ graph: { nodes } }: FlowDesign, id: string): boolean {
  const node = nodes.find((one) => one.id === id);
  if (node === undefined || node.kind === 'start' || node.kind === 'join') return false;
  return node.kind !== 'end' || node.passed !== true || nodes.some((one) => one.kind === 'end' && one.passed === true && one.id !== id);
}

/** Takes a node out; the ways to it lead on to what follows. Of a branch or a parallel part one way stays. */
export function removeNode(design: FlowDesign, id: string): FlowDesign {
  const { graph } = design;
  const node = graph.nodes.find((one) => one.id === id);
  if (node === undefined || !canRemove(design, id)) return design;
  const edit = new Editing(design);
  const removed = new Set([id]);
  const follow = new Map<string, string | undefined>([[id, wayOn(graph, node)?.to]]);
  const join = scopesOf(graph).joinOf.get(id);
  const joined = graph.nodes.find((one) => one.id === join);
  if (node.kind === 'parallel' && joined !== undefined) {
    removed.add(joined.id);
    follow.set(joined.id, wayOn(graph, joined)?.to);
  }
  const targetOf = (to: string): string | undefined => {
    let target: string | undefined = to;
    for (let turns = 0; target !== undefined && removed.has(target) && turns < 3; turns++) target = follow.get(target);
    return target !== undefined && removed.has(target) ? undefined : target;
  };
  edit.edges = edit.edges.flatMap((edge) => {
    if (removed.has(edge.from)) return [];
    const to = targetOf(edge.to);
    return to === undefined || to === edge.from ? [] : [{ ...edge, to }];
  });
  for (const gone of removed)
    edit.nodes.splice(
      edit.nodes.findIndex((one) => one.id === gone),
      1,
    );
  return edit.done(graph);
}

/** Takes a way out of a branch or a parallel part, with what only it leads to; of two ways the other one stays, alone. */
export function removeWay(design: FlowDesign, way: string): FlowDesign {
  const { graph } = design;
  const edge = graph.edges.find(({ id }) => id === way);
  const source = graph.nodes.find(({ id }) => id === edge?.from);
  if (edge === undefined || source === undefined) return design;
  const edit = new Editing(design);
  edit.edges = edit.edges.filter(({ id }) => id !== way);
  const left = edit.edges.filter(({ from, port }) => from === source.id && port === 'next');
  const last = left.at(-1);
  // the last way of a branch is the one taken otherwise
  if (source.kind === 'branch' && last?.condition !== undefined)
    edit.edges = edit.edges.map((one) => (one.id === last.id ? unconditional(one) : one));
  const after = edit.done(graph);
  return ['branch', 'parallel'].includes(source.kind) && left.length === 1 ? removeNode(after, source.id) : after;
}

const unconditional = ({ id, from, to, port, name }: FlowEdge): FlowEdge => ({ id, from, to, port, name });

/** One more way out of a branch, before the last one, or out of a parallel node: with an approval, to where the others meet. */
export function addWay(design: FlowDesign, id: string, { stepName, fields }: InsertTerms): Changed {
  const { graph } = design;
  const node = graph.nodes.find((one) => one.id === id);
  const ways = graph.edges.filter(({ from, port }) => from === id && port === 'next');
  const [last] = ways.slice(-1);
  if (node === undefined || last === undefined) return { design, node: id };
  const edit = new Editing(design);
  const meet = node.kind === 'parallel' ? (scopesOf(graph).joinOf.get(id) ?? last.to) : last.to;
  const target = graph.nodes.find((one) => one.id === meet);
  const approval = edit.addApproval(stepName(edit.steps.length + 1), {
    x: node.x + ways.length * 280,
    y: Math.min(node.y + nodeDistance, target?.y ?? node.y),
  });
  const at = node.kind === 'branch' ? edit.edges.findIndex((edge) => edge.id === last.id) : edit.edges.length;
  edit.addEdge(id, approval.id, node.kind === 'branch' ? { condition: firstCondition(fields) } : {}, at);
  edit.addEdge(approval.id, meet);
  return { design: edit.done(), node: approval.id };
}

/** Moves a way of a branch by so many places; the last one, taken otherwise, stays last. */
export function moveWay(design: FlowDesign, way: string, by: number): FlowDesign {
  const { edges } = design.graph;
  const edge = edges.find(({ id }) => id === way);
  const ways = edges.filter(({ from, port }) => from === edge?.from && port === 'next');
  const at = ways.findIndex(({ id }) => id === way);
  const to = Math.max(0, Math.min(ways.length - 2, at + by));
  if (edge === undefined || at > ways.length - 2 || to === at) return design;
  const moved = ways.toSpliced(at, 1).toSpliced(to, 0, edge);
  const edit = new Editing(design);
  edit.edges = edges.map((one) => (ways.includes(one) ? (moved.shift() ?? one) : one));
  return edit.done();
}

/** Leads a way to another node. */
export function reconnect(design: FlowDesign, way: string, to: string): FlowDesign {
  const edit = new Editing(design);
  edit.change(way, { to });
  return edit.done(design.graph);
}

/** Connects two nodes: a branch and a parallel node get one more way, any other node another one instead of its own. */
export function connect(
  design: FlowDesign,
  { from, to, port }: Pick<FlowEdge, 'from' | 'to' | 'port'>,
  fields: readonly FlowField[],
): FlowDesign {
  const { graph } = design;
  const source = graph.nodes.find(({ id }) => id === from);
  if (source === undefined || !canConnect(graph, { from, to, port })) return design;
  const own = graph.edges.find((edge) => edge.from === from && edge.port === port);
  const isFork = source.kind === 'branch' || source.kind === 'parallel';
  if (own !== undefined && !isFork) return reconnect(design, own.id, to);
  const edit = new Editing(design);
  const last = edit.edges.findLastIndex((edge) => edge.from === from);
  if (source.kind === 'branch' && last >= 0) edit.addEdge(from, to, { condition: firstCondition(fields) }, last);
  else edit.addEdge(from, to, { port });
  return edit.done();
}

export function canConnect({ nodes }: FlowGraph, { from, to, port }: Pick<FlowEdge, 'from' | 'to' | 'port'>): boolean {
  const [source, target] = [nodes.find(({ id }) => id === from), nodes.find(({ id }) => id === to)];
  if (source === undefined || target === undefined || from === to) return false;
  return source.kind !== 'end' && target.kind !== 'start' && (port === 'next' || rejectableNodeKinds.includes(source.kind));
}

/** Sets where a rejection leads; the flow ends with it where `to` is undefined, and a new end is made for `end`. */
export function setRejected(design: FlowDesign, from: string, to: string | undefined): FlowDesign {
  const own = design.graph.edges.find((edge) => edge.from === from && edge.port === 'rejected');
  if (to === undefined) return own === undefined ? design : removeWay(design, own.id);
  if (own !== undefined) return reconnect(design, own.id, to);
  const edit = new Editing(design);
  edit.addEdge(from, to, { port: 'rejected' });
  return edit.done();
}

/** Changes the settings of a node; what is `undefined` is taken away. */
export const changeNode = (design: FlowDesign, id: string, changes: { [K in keyof FlowNode]?: FlowNode[K] | undefined }): FlowDesign => ({
  ...design,
  graph: {
    ...design.graph,
    nodes: design.graph.nodes.map((node) =>
      node.id === id
        ? (Object.fromEntries(Object.entries({ ...node, ...changes }).filter(([, value]) => value !== undefined)) as FlowNode)
        : node,
    ),
  },
});

export const changeWay = (design: FlowDesign, way: string, changes: Partial<FlowEdge>): FlowDesign => ({
  ...design,
  graph: { ...design.graph, edges: design.graph.edges.map((edge) => (edge.id === way ? { ...edge, ...changes } : edge)) },
});

export const changeStep = (design: FlowDesign, index: number, changes: Partial<DraftStep>): FlowDesign => ({
  ...design,
  steps: design.steps.map((step, at) => (at === index ? { ...step, ...changes } : step)),
});

/** The steps in the order in which the graph is read, with the approvals that name them. */
export function inReadingOrder({ graph, steps }: FlowDesign): FlowDesign {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const order = layOut(graph).order.flatMap((id) => {
    const node = nodes.get(id);
    return node?.kind === 'approval' && node.step !== undefined ? [node.step] : [];
  });
  const found = [...new Set(order)].filter((step) => step < steps.length);
  if (found.length !== steps.length) return { graph, steps };
  const indexes = new Map(found.map((step, at) => [step, at]));
  return {
    graph: {
      ...graph,
      nodes: graph.nodes.map((node) => (node.kind === 'approval' ? { ...node, step: indexes.get(node.step ?? -1) ?? 0 } : node)),
    },
    steps: found.flatMap((step) => steps[step] ?? []),
  };
}

/** Where a field is used: conditions, timers, notifications and mappings. */
export function usesOfField({ nodes, edges }: FlowGraph, field: string): { node: string }[] {
  const ways = edges.filter(({ condition }) => condition?.tests.some((test) => test.subject === 'field' && test.field === field));
  const users = nodes.filter(
    (node) =>
      node.field === field ||
      node.recipients?.some((one) => one.field === field) === true ||
      node.mapping?.some(({ from }) => from === field) === true,
  );
  return [...new Set([...ways.map(({ from }) => from), ...users.map(({ id }) => id)])].map((node) => ({ node }));
}
