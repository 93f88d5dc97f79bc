import { linearGraph } from '@dossier/contract/workflows/flow-graph';
import { expect, test } from 'vitest';
import { newStep } from '../templates/template-draft.ts';
import { type FlowDesign, type InsertedKind, addWay, insertOn, setRejected } from './graph-editing.ts';
import { cardSize, isLaidOut, layOut } from './graph-layout.ts';

const terms = { stepName: (count: number) => `Step ${count}`, fields: [] };
const linear = (): FlowDesign => ({ graph: linearGraph(2), steps: [newStep('First'), newStep('Second')] });
const insert = (design: FlowDesign, kind: InsertedKind, way: string) => insertOn(design, way, kind, terms);

/** Pairs of cards that cover each other. */
function covered({ graph }: FlowDesign): string[] {
  const places = [...layOut(graph).places];
  return places.flatMap(([one, a], at) =>
    places
      .slice(at + 1)
      .flatMap(([other, b]) => (Math.abs(a.x - b.x) < cardSize.width && Math.abs(a.y - b.y) < cardSize.height ? [`${one} ${other}`] : [])),
  );
}

test('a template of steps alone lies as the server laid it out', () => {
  expect(isLaidOut(linearGraph(3))).toBe(true);
  expect(layOut(linearGraph(2)).order).toEqual(['start', 'step1', 'step2', 'end']);
});

test('ways of a branch stand beside each other, and what they share below them in the middle', () => {
  const { design, node } = insert(linear(), 'branch', 'way3');
  const { design: wide } = addWay(design, node, terms);
  const { places, lanes, order } = layOut(wide.graph);
  expect(covered(wide)).toEqual([]);
  expect(places.get('end')?.x).toBe(places.get(node)?.x);
  // the way that has no step of its own passes beside the others
  expect(lanes.size).toBe(1);
  expect(order.at(-1)).toBe('end');
});

test('a parallel part within a branch covers nothing', () => {
  const { design } = insert(linear(), 'branch', 'way3');
  const way = design.graph.edges.findLast(({ condition }) => condition === undefined)?.id ?? '';
  const { design: inner } = insert(design, 'parallel', way);
  const { design: ended } = insert(inner, 'notify', 'way1');
  expect(covered(ended)).toEqual([]);
});

test('a way back is no part of the order, and does not move anything', () => {
  const before = linear();
  const after = setRejected(before, 'step2', 'step1');
  const { back, order } = layOut(after.graph);
  expect(back.size).toBe(1);
  expect(order).toEqual(['start', 'step1', 'step2', 'end']);
  expect(isLaidOut(after.graph)).toBe(true);
});

test('rejections of several steps share their end below them', () => {
  const { graph, steps } = linear();
  const end = { id: 'refused', kind: 'end' as const, name: '', x: 0, y: 0, passed: false };
  const both = ['step1', 'step2'].reduce<FlowDesign>((design, step) => setRejected(design, step, 'refused'), {
    graph: { ...graph, nodes: [...graph.nodes, end] },
    steps,
  });
  expect(covered(both)).toEqual([]);
  expect(layOut(both.graph).places.get('refused')?.x).toBeGreaterThan(layOut(both.graph).places.get('step1')?.x ?? 0);
});
