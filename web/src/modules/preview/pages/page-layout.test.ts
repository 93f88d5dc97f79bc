import { expect, it } from 'vitest';
import { pageAt, scaleFor, shownSize, sizesOf, thumbnailRow, topsOf, turned } from './page-layout.ts';

const upright = { width: 600, height: 900 };

it('lays pages out vertically and finds them again', () => {
  const sizes = sizesOf([
    { ...upright, count: 2 },
    { width: 900, height: 600, count: 1 },
  ]);
  const tops = topsOf(sizes, { rotation: 0, scale: 0.75 });
  expect(tops).toEqual([10, 920, 1830, 2440]);
  expect([0, 10, 919, 920, 2000, 9999].map((height) => pageAt(tops, height))).toEqual([1, 1, 1, 2, 3, 3]);
  expect(topsOf(sizes, { rotation: 90, scale: 0.75 })).toEqual([10, 620, 1230, 2140]);
});

it('fits pages into a window', () => {
  const box = { width: 824, height: 470 };
  expect(scaleFor('page-width', box, { widest: 600, current: upright })).toBe(1);
  expect(scaleFor('page-fit', box, { widest: 600, current: upright })).toBe(0.375);
  expect(shownSize(turned(upright, 90), 0.75)).toEqual({ width: 900, height: 600 });
});

it('gives a thumbnail the room that its page needs', () => {
  expect([upright, { width: 1600, height: 900 }, { width: 100, height: 900 }].map(thumbnailRow)).toEqual([208, 110, 208]);
});
