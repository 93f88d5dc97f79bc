import { expect, it } from 'vitest';
import { outlineTree } from './pages-side.tsx';

it('makes a tree of entries in order, whatever the jumps in depth', () => {
  const entry = (title: string, depth: number) => ({ title, page: 1, depth });
  const names = (nodes: ReturnType<typeof outlineTree>): unknown[] =>
    nodes.map(({ title, children }) => (children.length > 0 ? [title, names(children)] : title));
  expect(names(outlineTree([entry('1', 0), entry('1.1', 1), entry('1.2', 1), entry('2', 0), entry('2.x', 5)]))).toEqual([
    ['1', ['1.1', '1.2']],
    ['2', ['2.x']],
  ]);
  expect(outlineTree([])).toEqual([]);
});
