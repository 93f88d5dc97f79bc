import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { FlowGraph, FlowNode, FlowPort } from '@dossier/contract/workflows/flow-graph';
import { rejectableNodeKinds } from '@dossier/contract/workflows/flow-graph';
import {
  Background,
  type Connection,
  type Edge,
  MarkerType,
  MiniMap,
  type Node,
  type NodeChange,
  Panel,
  Position,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  type Viewport,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, classNames } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { NodeCard } from './canvas-card.tsx';
import styles from './flow-canvas.module.css';
import { type Way, WayLine } from './canvas-way.tsx';
import type { DesignWords } from './design-words.ts';
import { CanvasContext, type CanvasEditing, focusCard } from './canvas-shared.ts';
import { type Point, cardSize, layOut, shownGraph } from './graph-layout.ts';
import type { NodeMark } from './node-marks.tsx';

interface FlowCanvasProps {
  label: string;
  graph: FlowGraph;
  words: DesignWords;
  editing?: CanvasEditing;
  /** How far a flow is with each node. */
  marks?: ReadonlyMap<string, NodeMark>;
  /** The ways that a flow takes; the others step back. */
  taken?: ReadonlySet<string>;
  /** What a flow will not come to any more; without it, with `taken`, all that is not taken. */
  missed?: { nodes: ReadonlySet<string>; ways: ReadonlySet<string> };
  /** The turns in which a flow enters a node. */
  turns?: ReadonlyMap<string, readonly number[]>;
}

const nodeTypes = { card: NodeCard };
const edgeTypes = { way: WayLine };
const middle = cardSize.width / 2;

const handlesOf = ({ kind }: FlowNode): NonNullable<Node['handles']> => {
  const dot = { width: 1, height: 1 };
  return [
    { id: 'in', type: 'target', position: Position.Top, x: middle, y: 0, ...dot },
    { id: 'next', type: 'source', position: Position.Bottom, x: middle, y: cardSize.height, ...dot },
    ...(rejectableNodeKinds.includes(kind)
      ? [{ id: 'rejected', type: 'source' as const, position: Position.Right, x: cardSize.width, y: cardSize.height / 2, ...dot }]
      : []),
  ];
};

/** The closest node in the direction of an arrow: along the ways, or beside. */
function neighbour({ nodes, edges }: FlowGraph, from: FlowNode, key: string): string | undefined {
  if (key === 'ArrowDown') return edges.find((edge) => edge.from === from.id)?.to;
  if (key === 'ArrowUp') return edges.find((edge) => edge.to === from.id)?.from;
  const side = key === 'ArrowLeft' ? -1 : 1;
  const distance = ({ x, y }: FlowNode): number => Math.abs(x - from.x) + 2 * Math.abs(y - from.y);
  return nodes.filter((node) => (node.x - from.x) * side > 0).toSorted((one, other) => distance(one) - distance(other))[0]?.id;
}

/** The middle of a lane beside all cards between two heights, for ways that lead back. */
function laneBeside(nodes: readonly FlowNode[], [one, other]: [FlowNode, FlowNode], at: number): number {
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  const between = nodes.filter(({ y }) => y >= top - cardSize.height && y <= bottom);
  return Math.max(...between.map(({ x }) => x)) + cardSize.width + 28 + at * 18;
}

/** The ways of a graph as lines of the canvas. */
function linesOf(graph: FlowGraph, { taken, missed }: Pick<FlowCanvasProps, 'taken' | 'missed'>): Way[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const { lanes, back, places } = layOut(graph);
  let backs = 0;
  return graph.edges.flatMap((edge) => {
    const [source, target] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (source === undefined || target === undefined) return [];
    const leadsBack = back.has(edge.id) || target.y <= source.y;
    const isPlaced = [source, target].every(({ id, x, y }) => places.get(id)?.x === x && places.get(id)?.y === y);
    const lane = leadsBack ? laneBeside(graph.nodes, [source, target], backs++) : isPlaced ? lanes.get(edge.id) : undefined;
    const isFork = graph.edges.filter(({ from, port }) => from === edge.from && port === 'next').length > 1;
    const isTaken = taken?.has(edge.id);
    return [
      {
        id: edge.id,
        source: edge.from,
        target: edge.to,
        sourceHandle: edge.port,
        targetHandle: 'in',
        type: 'way' as const,
        focusable: false,
        className: classNames(
          styles.way,
          edge.port === 'rejected' && styles.rejectedWay,
          isTaken === true && styles.taken,
          (missed === undefined ? isTaken === false : missed.ways.has(edge.id)) && styles.untaken,
        ),
        markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: isTaken === true ? 'var(--accent)' : 'var(--ink-3)' },
        data: { edge, isFork, leadsBack, ...(lane !== undefined && { lane }) },
      },
    ];
  });
}

const fitting = { padding: 0.12, maxZoom: 1 } as const;
/** Letters are read down to this zoom. */
const leastZoom = 0.75;

interface Size {
  width: number;
  height: number;
}

function edgesOf(nodes: readonly Point[]) {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs) + cardSize.width];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys) + cardSize.height];
  return { left, top, width: right - left, height: bottom - top, centre: (left + right) / 2, middle: (top + bottom) / 2 };
}

/** All of a canvas. */
function wholeView(nodes: readonly Point[], size: Size): Viewport {
  const edges = edgesOf(nodes);
  const zoom = Math.min((1 - fitting.padding) * Math.min(size.width / edges.width, size.height / edges.height), fitting.maxZoom);
  return { x: size.width / 2 - edges.centre * zoom, y: size.height / 2 - edges.middle * zoom, zoom };
}

/** How a canvas is first seen: all of it where that can be read, otherwise its beginning, or where the flow waits. */
function firstView(nodes: readonly FlowNode[], size: Size, at: FlowNode | undefined): Viewport {
  const whole = wholeView(nodes, size);
  if (whole.zoom >= leastZoom) return whole;
  const { top, width, centre } = edgesOf(nodes);
  const isWide = width * leastZoom > size.width;
  const focus = at ?? nodes.find(({ kind }) => kind === 'start') ?? nodes[0];
  const middleX = isWide && focus !== undefined ? focus.x + middle : centre;
  const y =
    at === undefined ? 24 - top * leastZoom : Math.min(24 - top * leastZoom, size.height / 2 - (at.y + cardSize.height / 2) * leastZoom);
  return { x: size.width / 2 - middleX * leastZoom, y, zoom: leastZoom };
}

const waitingNode = (nodes: readonly FlowNode[], marks: FlowCanvasProps['marks']): FlowNode | undefined =>
  nodes.find(({ id }) => ['waiting', 'stuck'].includes(marks?.get(id)?.state ?? ''));

const portOf = (handle: string | null | undefined): FlowPort => (handle === 'rejected' ? 'rejected' : 'next');

/** A flow as a picture that can be moved and zoomed; with `editing` it is designed there. */
export function FlowCanvas(props: FlowCanvasProps): ReactNode {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function useCanvasKeys(graph: FlowGraph, editing: CanvasEditing | undefined, setInserting: (way: string | undefined) => void) {
  return (event: KeyboardEvent, node: FlowNode): void => {
    const { key } = event;
    if (key.startsWith('Arrow')) {
      event.preventDefault();
      const next = neighbour(graph, node, key);
      if (next !== undefined) focusCard(next);
      return;
    }
    if (editing === undefined) return;
    const way = graph.edges.find(({ from, port }) => from === node.id && port === 'next');
    if (key === 'Delete' || key === 'Backspace') editing.remove(node.id);
    else if ((key === 'Insert' || key === '+') && way !== undefined) setInserting(way.id);
    else if (key === 'Enter') editing.select(node.id, true);
    else if (key === 'Escape') editing.select(undefined);
    else return;
    event.preventDefault();
  };
}

interface CardTerms extends Pick<FlowCanvasProps, 'marks' | 'taken' | 'missed' | 'turns'> {
  order: ReadonlyMap<string, number>;
  selected: string | undefined;
}

/** The nodes of a graph as cards of the canvas, in reading order. */
function cardsOf(nodes: readonly FlowNode[], { order, selected, marks, taken, missed, turns }: CardTerms): Node[] {
  return nodes
    .toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
    .map((node) => ({
      id: node.id,
      type: 'card',
      position: { x: node.x, y: node.y },
      ...cardSize,
      handles: handlesOf(node),
      focusable: false,
      ariaRole: 'group',
      selected: selected === node.id,
      data: {
        node,
        mark: marks?.get(node.id),
        turns: turns?.get(node.id),
        isOff: missed?.nodes.has(node.id) ?? (taken !== undefined && turns !== undefined && !turns.has(node.id)),
      },
    }));
}

/** Of what moves the canvas, in ms; nothing moves for those who want it still. */
const moveTime = 160;

/** Between a card and the edge of the canvas. */
const revealMargin = 24;

/** How far what lies outside of a length has to be moved to lie within it; its beginning where it is longer. */
function shiftInto(begin: number, size: number, length: number): number {
  if (begin < revealMargin || size + 2 * revealMargin > length) return revealMargin - begin;
  return Math.min(0, length - revealMargin - (begin + size));
}

/** Brings cards into sight, no further than that takes: the selected one, and what the keys reach. */
function useReveal(box: RefObject<HTMLDivElement | null>, nodes: readonly FlowNode[], selected: string | undefined) {
  const flow = useReactFlow();
  const isStill = useMedia('still');
  const reveal = (node: FlowNode): void => {
    const { x, y, zoom } = flow.getViewport();
    const { clientWidth = 0, clientHeight = 0 } = box.current ?? {};
    const [width, height] = [cardSize.width * zoom, cardSize.height * zoom];
    const [left, top] = [node.x * zoom + x, node.y * zoom + y];
    const isSeen = left >= 0 && top >= 0 && left + width <= clientWidth && top + height <= clientHeight;
    if (isSeen || clientWidth === 0) return;
    void flow.setViewport(
      { x: x + shiftInto(left, width, clientWidth), y: y + shiftInto(top, height, clientHeight), zoom },
      { duration: isStill ? 0 : moveTime },
    );
  };
  // the settings beside the canvas make it smaller
  const revealSelected = useEffectEvent(() => {
    const node = nodes.find(({ id }) => id === selected);
    if (node !== undefined) reveal(node);
  });
  useEffect(() => {
    if (selected === undefined) return;
    const frame = requestAnimationFrame(() => revealSelected());
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  return reveal;
}

const wayOf = ({ source, target, sourceHandle }: Pick<Connection, 'source' | 'target' | 'sourceHandle'>) => ({
  from: source,
  to: target,
  port: portOf(sourceHandle),
});

/** What connecting handles does. */
const connectionsOf = (editing: FlowCanvasProps['editing']) => ({
  isValidConnection: (way: Edge | Connection): boolean =>
    editing?.canConnect(wayOf({ ...way, sourceHandle: way.sourceHandle ?? null })) === true,
  onConnect: (way: Connection): void => editing?.connect(wayOf(way)),
  onReconnect: (edge: Edge, way: Connection): void => {
    if (way.source === edge.source && portOf(way.sourceHandle) === portOf(edge.sourceHandle)) editing?.reconnect(edge.id, way.target);
  },
});

/** The graph with nodes where they are dragged to; dropped, they are placed. */
function useDraggedNodes(graph: FlowGraph, editing: FlowCanvasProps['editing']) {
  const [moved, setMoved] = useState<ReadonlyMap<string, Point>>(new Map());
  const placed = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, ...moved.get(node.id) })) };
  const onNodesChange = (changes: NodeChange[]): void => {
    const next = new Map(moved);
    for (const change of changes) if (change.type === 'position' && change.position) next.set(change.id, change.position);
    setMoved(next);
  };
  const onNodeDragStop = (_: unknown, node: { id: string; position: Point }): void => {
    setMoved(new Map());
    editing?.place(node.id, { x: Math.round(node.position.x), y: Math.round(node.position.y) });
  };
  return { placed, onNodesChange, onNodeDragStop };
}

function Canvas({ label, graph: given, words, editing, marks, taken, missed, turns }: FlowCanvasProps): ReactNode {
  const graph = useMemo(() => shownGraph(given), [given]);
  const { placed, onNodesChange, onNodeDragStop } = useDraggedNodes(graph, editing);
  const [inserting, setInserting] = useState<string>();
  const isStill = useMedia('still');
  const isByFinger = useMedia('finger');
  const order = useMemo(() => new Map(layOut(graph).order.map((id, at) => [id, at])), [graph]);
  const onKey = useCanvasKeys(graph, editing, setInserting);
  const nodes = cardsOf(placed.nodes, { order, selected: editing?.selected, marks, taken, missed, turns });
  const lines: Edge[] = linesOf(placed, { taken, missed });
  const isEdited = editing !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const reveal = useReveal(box, placed.nodes, editing?.selected);
  const open = async ({ fitView, setViewport }: ReactFlowInstance): Promise<void> => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {};
    // to fit waits for the nodes to change, which those of a picture need not do
    await (width === 0 ? fitView(fitting) : setViewport(firstView(placed.nodes, { width, height }, waitingNode(placed.nodes, marks))));
  };
  return (
    <CanvasContext value={{ words, graph, editing, inserting, setInserting, onKey, reveal }}>
      <ReactFlow
        ref={box}
        className={styles.canvas ?? ''}
        aria-label={label}
        nodes={nodes}
        edges={lines}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={(instance) => void open(instance)}
        minZoom={0.2}
        maxZoom={1.5}
        disableKeyboardA11y
        nodesFocusable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        preventScrolling={isEdited && !isByFinger}
        nodesDraggable={isEdited && !isByFinger}
        nodesConnectable={isEdited}
        edgesReconnectable={isEdited}
        elementsSelectable={isEdited}
        nodeDragThreshold={4}
        onNodesChange={onNodesChange}
        onNodeDragStop={onNodeDragStop}
        onPaneClick={() => editing?.select(undefined)}
        {...connectionsOf(editing)}
        connectOnClick={false}
      >
        <Background gap={20} size={1} color="var(--line)" />
        <CanvasTools duration={isStill ? 0 : moveTime} />
        {graph.nodes.length > 20 && !isByFinger && (
          <MiniMap pannable zoomable className={styles.map ?? ''} nodeBorderRadius={8} ariaLabel={null} />
        )}
      </ReactFlow>
    </CanvasContext>
  );
}

function CanvasTools({ duration }: { duration: number }): ReactNode {
  const t = useText('designer');
  const { zoomIn, zoomOut, getNodes, setViewport } = useReactFlow();
  const store = useStoreApi();
  // the library's own call waits for the nodes to change
  const fit = (): void =>
    void setViewport(
      wholeView(
        getNodes().map(({ position }) => position),
        store.getState(),
      ),
      { duration },
    );
  return (
    <Panel position="bottom-left">
      <Row className={styles.tools}>
        <ToolButton label={t('zoomOut')} icon={<MinusOutlined />} onClick={() => void zoomOut({ duration })} />
        <ToolButton label={t('zoomIn')} icon={<PlusOutlined />} onClick={() => void zoomIn({ duration })} />
        <ToolButton label={t('zoomFit')} icon={<CompressOutlined />} onClick={fit} />
      </Row>
    </Panel>
  );
}
