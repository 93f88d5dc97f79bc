import { expect, test } from 'vitest';
import { boxBetween, chosenBox, movedBox, sizedBox, stepOnLayer, turnedBox } from './mark-boxes.ts';

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

test('a box is moved and sized by keys as far as its page goes', () => {
  expect(movedBox(box, { x: 0.125, y: -0.25 })).toEqual({ ...box, x: 0.375, y: 0.25 });
  expect(movedBox(box, { x: 1, y: -1 })).toEqual({ ...box, x: 0.5, y: 0 });
  expect(sizedBox(box, { x: 0.25, y: -0.0625 })).toEqual({ ...box, width: 0.75, height: 0.0625 });
  expect(sizedBox(box, { x: 1, y: -1 })).toEqual({ ...box, width: 0.75, height: 0 });
});

test('a key moves in its direction on the screen, however a picture is turned and mirrored', () => {
  const right = { x: 1, y: 0 };
  const on = (turn: number, flipX = false) =>
    Object.values(stepOnLayer(right, { scale: 2, turn, flipX, flipY: false })).map((part) => part + 0);
  expect([on(0), on(90), on(180), on(-90), on(0, true), on(90, true)]).toEqual([
    [1, 0],
    [0, -1],
    [-1, 0],
    [0, 1],
    [-1, 0],
    [0, 1],
  ]);
});
