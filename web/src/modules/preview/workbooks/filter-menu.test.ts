import type { SheetRow } from '@dossier/contract/preview/workbooks';
import { describe, expect, it } from 'vitest';
import { columnKindOf } from './filter-menu.tsx';

const kind = (cells: readonly (string | number)[]) => {
  const rows = ['Head', ...cells].map((cell, row): SheetRow => {
    const value = typeof cell === 'number' ? cell : null;
    return { row, at: 2, texts: [String(cell)], styles: [0], values: [value], extras: [] };
  });
  return columnKindOf((place) => rows[place], 2, 1);
};

describe('the kind of a column', () => {
  it.each([
    ['number', [12, 7.5, '', 3]],
    ['text', ['A-12', 'B-3', 7]],
    ['text', ['Room 101', 'Room 12']],
    ['text', ['']],
    ['text', ['1.2', 'v1.2.3']],
    ['time', ['2026-03-14', '2026/3/1 12:30', '']],
    ['time', ['2026年3月14日', '2026年3月']],
    ['time', ['14 March 2026', 'Mar 2026', 'Mar 3, 2026', '3-Mar-26']],
  ] as const)('is %s for %j', (expected, cells) => {
    expect(kind(cells)).toBe(expected);
  });
});
