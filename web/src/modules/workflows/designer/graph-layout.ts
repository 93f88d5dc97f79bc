import { type FlowEdge, type FlowGraph, nodeDistance } from '@dossier/contract/workflows/flow-graph';

/** The size of a card on the canvas, and the distance between two beside each other, in pixels. */
export const cardSize = { width: 240, height: 64 } as const;
const columnGap = 40;
/** The width of a way that has no node of its own between two others. */
const laneWidth = 160;
/** Below nodes with several ways there is room for the words of these ways. */
const forkDistance = nodeDistance + 48;

export interface Point {
  x: number;
  y: number;
}

/** Where nodes stand. `lanes`: the middle of the ways that pass beside nodes; `back`: ways that lead back. */
export interface Layout {
  places: ReadonlyMap<string, Point>;
  lanes: ReadonlyMap<string, number>;
  back: ReadonlySet<string>;
  /** The nodes in reading order: each way to its end before the next one, what the ways share after them. */
  order: readonly string[];
}

interface Forward {
  edges: FlowEdge[];
  back: Set<string>;
  order: string[];
}

/** The edges without those that lead back, and the nodes that they lead to in reading order. */
function forwardOf({ nodes, edges }: FlowGraph): Forward {
  const from = Map.groupBy(edges, (edge) => edge.from);
  const known = new Set(nodes.map(({ id }) => id));
  const back = new Set<string>();
  const done: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const enter = (id: string): void => {
    state.set(id, 'open');
    // the last way first, as the order is turned around at the end
    for (const edge of (from.get(id) ?? []).toReversed()) {
      if (!known.has(edge.to)) continue;
      if (state.get(edge.to) === 'open') back.add(edge.id);
      else if (state.get(edge.to) === undefined) enter(edge.to);
    }
    state.set(id, 'done');
    done.push(id);
  };
  const start = nodes.find(({ kind }) => kind === 'start');
  if (start !== undefined) enter(start.id);
  const order = done.toReversed();
  const reached = new Set(order);
  return { edges: edges.filter(({ id, from: source, to }) => reached.has(source) && reached.has(to) && !back.has(id)), back, order };
}

/** The closest node that all ways to a node pass, for each node. */
function dominatorsOf(order: readonly string[], edges: readonly Pick<FlowEdge, 'from' | 'to'>[]): Map<string, string> {
  const rank = new Map(order.map((id, at) => [id, at]));
  const into = Map.groupBy(edges, ({ to }) => to);
  const found = new Map<string, string>();
  const [start = ''] = order;
  found.set(start, start);
  const meet = (one: string, other: string): string => {
    let [a, b] = [one, other];
    while (a !== b) {
      if ((rank.get(a) ?? 0) > (rank.get(b) ?? 0)) a = found.get(a) ?? start;
      else b = found.get(b) ?? start;
    }
    return a;
  };
  // without ways back one round in reading order is enough
  for (const id of order.slice(1)) {
    const before = (into.get(id) ?? []).map(({ from }) => from).filter((source) => found.has(source));
    found.set(id, before.reduce(meet));
  }
  return found;
}

/** What stands below a node and with it, around its middle. */
interface Block {
  left: number;
  right: number;
  height: number;
  places: { id: string; x: number; y: number }[];
}

const laneOf = (edge: string): string => `~${edge}`;
const isLane = (id: string): boolean => id.startsWith('~');

const middleOf = (block: Block, id: string): number => block.places.find((place) => place.id === id)?.x ?? 0;

function addBelow(block: Block, part: Block, { x, y }: Point): void {
  block.places.push(...part.places.map((place) => ({ id: place.id, x: place.x + x, y: place.y + y })));
  block.left = Math.max(block.left, part.left - x);
  block.right = Math.max(block.right, part.right + x);
  block.height = Math.max(block.height, part.height + y);
}

/** Places nodes below one another, ways beside each other, and what they share below them. */
export function layOut(graph: FlowGraph): Layout {
  const { edges, back, order } = forwardOf(graph);
  const [waysTo, waysFrom] = [Map.groupBy(edges, ({ to }) => to), Map.groupBy(edges, ({ from }) => from)];
  const isShared = (id: string): boolean => (waysTo.get(id)?.length ?? 0) > 1;
  const isFork = (id: string): boolean => (waysFrom.get(id)?.length ?? 0) > 1;
  /** Ways between a fork and what it shares with others have a lane. */
  const ways = edges.flatMap((edge) => {
    const lane = laneOf(edge.id);
    if (!isFork(edge.from) || !isShared(edge.to)) return [edge];
    return [
      { ...edge, to: lane },
      { ...edge, from: lane },
    ];
  });
  const all = order.flatMap((id) => [
    id,
    ...(waysFrom.get(id) ?? []).flatMap((edge) => (isFork(id) && isShared(edge.to) ? [laneOf(edge.id)] : [])),
  ]);
  const dominators = dominatorsOf(all, ways);
  const below = Map.groupBy(all.slice(1), (id) => dominators.get(id) ?? '');
  const out = Map.groupBy(ways, ({ from }) => from);
  const into = Map.groupBy(ways, ({ to }) => to);
  const blockOf = (id: string): Block => {
    const half = (isLane(id) ? laneWidth : cardSize.width + columnGap) / 2;
    const ownHeight = isLane(id) ? 0 : nodeDistance;
    const block: Block = { left: half, right: half, height: ownHeight, places: [{ id, x: 0, y: 0 }] };
    const children = below.get(id) ?? [];
    const outs = out.get(id) ?? [];
    const next = outs.filter(({ to }) => children.includes(to) && (into.get(to)?.length ?? 0) === 1);
    const forks = outs.filter(({ port }) => port === 'next').length > 1;
    const drop = isLane(id) ? 0 : forks ? forkDistance : nodeDistance;
    let [cursor, middle] = [0, 0];
    const beside = next.map((edge) => {
      const part = blockOf(edge.to);
      const x = cursor + part.left;
      cursor = x + part.right;
      return { edge, part, x };
    });
    const onward = beside.filter(({ edge }) => edge.port === 'next');
    const [first, last] = [onward[0], onward.at(-1)];
    // beside the only way on stands what a rejection leads to
    if (first !== undefined && last !== undefined) middle = (first.x + last.x) / 2;
    else if (beside[0] !== undefined) middle = -cardSize.width / 2 - columnGap;
    for (const { part, x } of beside) addBelow(block, part, { x: x - middle, y: drop });
    for (const shared of children.filter((child) => !next.some(({ to }) => to === child))) {
      const before = (into.get(shared) ?? []).map(({ from }) => middleOf(block, from));
      const isAround = Math.min(...before) <= 0 && Math.max(...before) >= 0;
      const x = before.length === 0 || isAround ? 0 : before.reduce((sum, one) => sum + one, 0) / before.length;
      addBelow(block, blockOf(shared), { x, y: block.height });
    }
    return block;
  };
  const [start] = order;
  const found = start === undefined ? [] : blockOf(start).places;
  const places = new Map(found.filter(({ id }) => !isLane(id)).map(({ id, x, y }) => [id, { x: Math.round(x), y: Math.round(y) }]));
  const lanes = new Map(found.filter(({ id }) => isLane(id)).map(({ id, x }) => [id.slice(1), Math.round(x) + cardSize.width / 2]));
  const lost = graph.nodes.filter(({ id }) => !places.has(id));
  const right = Math.max(0, ...[...places.values()].map(({ x }) => x)) + cardSize.width + columnGap;
  for (const [at, { id }] of lost.entries()) places.set(id, { x: right, y: at * nodeDistance });
  return { places, lanes, back, order: [...order, ...lost.map(({ id }) => id)] };
}

/** Whether nodes stand where the layout puts them: nobody has moved one by hand. */
export function isLaidOut(graph: FlowGraph): boolean {
  const { places } = layOut(graph);
  return graph.nodes.every(({ id, x, y }) => places.get(id)?.x === x && places.get(id)?.y === y);
}

/** The graph with its nodes where the layout puts them. */
export function arranged(graph: FlowGraph): FlowGraph {
  const { places } = layOut(graph);
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, ...places.get(node.id) })) };
}

/** The graph as it is shown: one whose nodes nobody has placed, so that they cover each other, is laid out. */
export function shownGraph(graph: FlowGraph): FlowGraph {
  const places = new Set(graph.nodes.map(({ x, y }) => `${x} ${y}`));
  return places.size < graph.nodes.length ? arranged(graph) : graph;
}
