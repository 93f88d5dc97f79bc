import { expect, test } from 'vitest';
import { lengthsOf } from './grid-layout.ts';

test('places and pixels correspond, hidden rows have no size', () => {
  const lengths = lengthsOf({ count: 10, usual: 20, runs: [4, 5, 0, 1, 1, 50], zoom: 1 });
  expect([lengths.total, lengths.sizeOf(1), lengths.sizeOf(4), lengths.sizeOf(9), lengths.sizeOf(10)]).toEqual([190, 50, 0, 20, 0]);
  expect([0, 1, 2, 4, 6, 10].map(lengths.startOf)).toEqual([0, 20, 70, 110, 110, 190]);
  expect([0, 19, 20, 69, 70, 109, 110, 500].map(lengths.at)).toEqual([0, 0, 1, 1, 2, 3, 6, 9]);
});

test('sizes set by the user take precedence, and all are zoomed', () => {
  const lengths = lengthsOf({ count: 4, usual: 10, runs: [0, 3, 30], own: new Map([[2, 100]]), zoom: 2 });
  expect([0, 1, 2, 3].map(lengths.sizeOf)).toEqual([60, 60, 200, 60]);
  expect(lengthsOf({ count: 0, usual: 10, runs: [], zoom: 1 })).toMatchObject({ total: 0 });
});
