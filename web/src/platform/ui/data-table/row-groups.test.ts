import { expect, test } from 'vitest';
import type { RowGroup } from './paged-rows.ts';
import { linesOf } from './row-groups.ts';

const group = (key: string, count: number, folded = false): RowGroup => ({ key, count, folded, rows: folded ? 0 : count });

test('each group has a line before its rows, a folded one only that', () => {
  const lines = linesOf([group('a', 2), group('b', 9, true), group('c', 1)]);
  const shown = Array.from({ length: 6 }, (_, line) => {
    const found = lines.at(line);
    return 'head' in found ? found.head.group.key : found.row;
  });
  expect(shown).toEqual(['a', 0, 1, 'b', 'c', 2]);
  expect([0, 1, 2].map(lines.lineOf)).toEqual([1, 2, 5]);
  expect(lines.headOf(2)?.group.key).toBe('a');
});

test('without groups rows are lines', () => {
  const lines = linesOf();
  expect([lines.lineOf(7), lines.at(7), lines.headOf(7)]).toEqual([7, { row: 7 }, undefined]);
});
