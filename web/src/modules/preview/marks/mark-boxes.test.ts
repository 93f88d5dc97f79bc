import { expect, test } from 'vitest';
import { boxBetween, chosenBox, turnedBox } from './mark-boxes.ts';

const box = { x: 0.25, y: 0.5, width: 0.5, height: 0.125 };

test('a box turned with its page, and back again, is where it was', () => {
  expect(turnedBox(box, 90)).toEqual({ x: 0.375, y: 0.25, width: 0.125, height: 0.5 });
  for (const degrees of [0, 90, 180, 270, 360]) expect(turnedBox(turnedBox(box, degrees), -degrees)).toEqual(box);
});

test('a drag in any direction is the box between its ends, cut at the edge of the page', () => {
  expect(boxBetween({ x: 0.75, y: 0.625 }, { x: 0.25, y: 0.5 })).toEqual(box);
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 1.5, y: -1 })).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 });
});

test('a click chooses a small area on the page', () => {
  expect(chosenBox(box)).toEqual(box);
  for (const [x, y] of [
    [0, 0],
    [1, 1],
    [0.5, 0.5],
  ] as const) {
    const { x: left, y: top, width, height } = chosenBox({ x, y, width: 0, height: 0 });
    expect(Math.min(left, top, width, height)).toBeGreaterThanOrEqual(0);
    expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1);
    expect(width * height).toBeGreaterThan(0);
  }
});
