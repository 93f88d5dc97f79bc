import { expect, test } from 'vitest';
import { categoryNodes, categoryPath } from './category-nodes.ts';

const of = (id: string, parentId?: string) => ({ id, name: id, sortNumber: 99, count: 0, ...(parentId && { parentId }) });
const list = [of('a'), of('b', 'a'), of('c', 'b'), of('d')];

test('nodes are listed in order, and a collapsed node hides its descendants', () => {
  expect(categoryNodes(list, new Set()).map(({ category, level, open }) => [category.id, level, open])).toEqual([
    ['a', 1, true],
    ['b', 2, true],
    ['c', 3, false],
    ['d', 1, false],
  ]);
  expect(categoryNodes(list, new Set(['a'])).map(({ category }) => category.id)).toEqual(['a', 'd']);
  expect(categoryPath(list, 'c')).toEqual(['a', 'b', 'c']);
});
