import { checkFlowGraph } from '@dossier/contract/workflows/check-flow-graph';
import { linearGraph } from '@dossier/contract/workflows/flow-graph';
import { expect, test } from 'vitest';
import { newStep } from '../templates/template-draft.ts';
import {
  type FlowDesign,
  type InsertedKind,
  addWay,
  canConnect,
  canEndOn,
  connect,
  inReadingOrder,
  insertOn,
  moveWay,
  reconnect,
  removeNode,
  removeWay,
  setRejected,
} from './graph-editing.ts';
import { isLaidOut } from './graph-layout.ts';

const terms = { stepName: (count: number) => `Step ${count}`, fields: [] };
const linear = (): FlowDesign => ({ graph: linearGraph(1), steps: [newStep('First')] });
const insert = (design: FlowDesign, kind: InsertedKind, way = design.graph.edges.at(-1)?.id ?? '') => insertOn(design, way, kind, terms);
const problemsOf = ({ graph, steps }: FlowDesign) =>
  checkFlowGraph({ kind: 'normal', graph, fields: [], steps: steps.map(() => ({ managersOnly: false })) }).map(({ kind }) => kind);
const kindsOf = ({ graph }: FlowDesign) => graph.nodes.map(({ kind }) => kind).toSorted();
const stepsOf = ({ graph, steps }: FlowDesign) =>
  graph.nodes.flatMap(({ kind, step = -1 }) => (kind === 'approval' ? [steps[step]?.name] : []));

test.each(['approval', 'branch', 'parallel', 'timer'] as const)('an inserted %s leaves nothing to mend', (kind) => {
  const { design } = insert(linear(), kind);
  expect(problemsOf(design)).toEqual([]);
  expect(isLaidOut(design.graph)).toBe(true);
});

test('a notification and another flow ask for their settings', () => {
  expect(problemsOf(insert(linear(), 'notify').design)).toEqual(['notifyWrong']);
  expect(problemsOf(insert(linear(), 'subflow').design)).toEqual(['subflowWrong']);
});

test('an approval that is taken out takes its step along, and the way leads on', () => {
  const { design, node } = insert(linear(), 'approval', 'way1');
  expect(stepsOf(design)).toEqual(['First', 'Step 2']);
  const after = removeNode(design, node);
  expect(stepsOf(after)).toEqual(['First']);
  expect(problemsOf(after)).toEqual([]);
  const other = removeNode(design, 'step1');
  expect(stepsOf(other)).toEqual(['Step 2']);
  expect(problemsOf(other)).toEqual([]);
});

test('steps are numbered in reading order', () => {
  const { design } = insert(linear(), 'approval', 'way1');
  expect(inReadingOrder(design).steps.map(({ name }) => name)).toEqual(['Step 2', 'First']);
  expect(problemsOf(inReadingOrder(design))).toEqual([]);
});

test('a parallel part goes with its join and all of its ways but the first', () => {
  const { design, node } = insert(linear(), 'parallel');
  expect(kindsOf(design)).toEqual(['approval', 'approval', 'approval', 'end', 'join', 'parallel', 'start']);
  const after = removeNode(design, node);
  expect(kindsOf(after)).toEqual(['approval', 'approval', 'end', 'start']);
  expect(problemsOf(after)).toEqual([]);
});

test('a way is added to a branch before the last one, and moved, but never behind it', () => {
  const { design, node } = insert(linear(), 'branch');
  const { design: wider } = addWay(design, node, terms);
  const conditions = ({ graph }: FlowDesign) =>
    graph.edges.filter(({ from }) => from === node).map(({ id, condition }) => [id, condition !== undefined]);
  expect(conditions(wider).map(([, has]) => has)).toEqual([true, true, false]);
  expect(problemsOf(wider)).toEqual([]);
  const [first, second] = conditions(wider).map(([id]) => String(id));
  const moved = moveWay(wider, first ?? '', 5);
  expect(conditions(moved).map(([id]) => id)).toEqual([second, first, conditions(wider)[2]?.[0]]);
  expect(problemsOf(moved)).toEqual([]);
});

test('of two ways of a branch one is taken out with what only it leads to, and the branch with it', () => {
  const { design, node } = insert(linear(), 'branch');
  const [first] = design.graph.edges.filter(({ from }) => from === node);
  const after = removeWay(design, first?.id ?? '');
  expect(kindsOf(after)).toEqual(['approval', 'end', 'start']);
  expect(problemsOf(after)).toEqual([]);
});

test('a way out of a parallel part is added and taken out again', () => {
  const { design, node } = insert(linear(), 'parallel');
  const { design: wider } = addWay(design, node, terms);
  expect(problemsOf(wider)).toEqual([]);
  expect(wider.steps).toHaveLength(4);
  const last = wider.graph.edges.findLast(({ from }) => from === node);
  const after = removeWay(wider, last?.id ?? '');
  expect(problemsOf(after)).toEqual([]);
  expect(after.steps).toHaveLength(3);
});

test('a rejection leads back, elsewhere, or ends the flow again', () => {
  const { design, node } = insert(linear(), 'approval');
  const back = setRejected(design, node, 'step1');
  expect(problemsOf(back)).toEqual([]);
  expect(isLaidOut(back.graph)).toBe(true);
  expect(setRejected(back, node, 'end').graph.edges.filter(({ port }) => port === 'rejected')).toMatchObject([{ to: 'end' }]);
  expect(setRejected(back, node, undefined).graph.edges).toHaveLength(design.graph.edges.length);
});

test('only where nothing is lost a way can end', () => {
  const { design } = insert(linear(), 'branch');
  const [, otherwise] = design.graph.edges.filter(({ from }) =>
    design.graph.nodes.some(({ id, kind }) => id === from && kind === 'branch'),
  );
  expect(canEndOn(design.graph, otherwise?.id ?? '')).toBe(true);
  expect(canEndOn(design.graph, 'way1')).toBe(false);
  const { design: ended } = insert(design, 'end', otherwise?.id);
  expect(kindsOf(ended).filter((kind) => kind === 'end')).toHaveLength(2);
  expect(problemsOf(ended)).toEqual([]);
});

test('nothing leads into the start, out of an end, or to itself', () => {
  const { graph } = linear();
  expect(canConnect(graph, { from: 'step1', to: 'start', port: 'next' })).toBe(false);
  expect(canConnect(graph, { from: 'end', to: 'step1', port: 'next' })).toBe(false);
  expect(canConnect(graph, { from: 'step1', to: 'step1', port: 'next' })).toBe(false);
  expect(canConnect(graph, { from: 'start', to: 'end', port: 'rejected' })).toBe(false);
  expect(canConnect(graph, { from: 'step1', to: 'end', port: 'rejected' })).toBe(true);
});

test('a connection replaces the way of an approval, and is one more of a branch', () => {
  const { design, node } = insert(linear(), 'branch');
  const wider = connect(design, { from: node, to: 'step1', port: 'next' }, []);
  expect(wider.graph.edges.filter(({ from }) => from === node)).toHaveLength(3);
  expect(problemsOf(wider)).toEqual([]);
  const { design: longer, node: second } = insert(linear(), 'approval');
  const shorter = connect(longer, { from: 'step1', to: 'end', port: 'next' }, []);
  expect(shorter.graph.nodes.some(({ id }) => id === second)).toBe(false);
});

test('what was placed by hand stays there, and the rest makes room', () => {
  const { graph, steps } = linear();
  const moved = { graph: { ...graph, nodes: graph.nodes.map((one) => (one.id === 'step1' ? { ...one, x: 300 } : one)) }, steps };
  const { design, node } = insert(moved, 'approval');
  const place = (id: string) => design.graph.nodes.find((one) => one.id === id);
  expect(place('step1')).toMatchObject({ x: 300, y: 120 });
  expect(place(node)).toMatchObject({ y: 240 });
  expect(place('end')).toMatchObject({ y: 360 });
  expect(reconnect(design, design.graph.edges[0]?.id ?? '', 'end').graph.nodes.find(({ id }) => id === 'step1')).toBeUndefined();
});
