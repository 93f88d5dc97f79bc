import { areasMeet } from '@dossier/contract/editing/shift-edits';
import type { Area } from '@dossier/contract/editing/workbook-edits';
import { expect, it } from 'vitest';
import { AreaIndex } from './area-index.ts';

it('finds what a look at each area finds', () => {
  let seed = 1;
  const random = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const area = (size: number): Area => {
    const [row, column] = [random(60), random(60)];
    return { row, column, lastRow: row + random(size), lastColumn: column + random(size) };
  };
  for (let round = 0; round < 200; round++) {
    const areas = Array.from({ length: random(30) }, () => area(12));
    const index = new AreaIndex(areas);
    for (let at = 0; at < 50; at++) {
      const asked = area(4);
      expect(index.meets(asked)).toBe(areas.some((one) => areasMeet(one, asked)));
    }
  }
});

it('answers for many cells and many areas at once', () => {
  const areas = Array.from({ length: 200_000 }, (_, row) => ({ row, column: 1, lastRow: row, lastColumn: 1 }));
  const start = performance.now();
  const index = new AreaIndex(areas);
  const found = areas.filter(({ row }) => index.meets({ row, column: 0, lastRow: row, lastColumn: 0 }));
  expect(found).toEqual([]);
  expect(performance.now() - start).toBeLessThan(5000);
});
