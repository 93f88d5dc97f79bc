import { expect, test } from 'vitest';
import { hoverPlacement, parseShape } from './hover-placement.ts';

const room = { width: 1400, height: 900 };

test('a larger picture stands on the side with room, within the window', () => {
  const tile = { left: 200, top: 10, right: 360, bottom: 200 };
  expect(hoverPlacement(tile, { width: 320, height: 240 }, room)).toEqual({ left: 370, top: 12, width: 480, height: 360 });
  const last = { left: 1200, top: 800, right: 1390, bottom: 890 };
  expect(hoverPlacement(last, { width: 240, height: 320 }, room)).toEqual({ left: 830, top: 408, width: 360, height: 480 });
});

test('where there is no room for one, there is none', () => {
  expect(
    hoverPlacement({ left: 60, top: 10, right: 340, bottom: 200 }, { width: 320, height: 240 }, { width: 390, height: 844 }),
  ).toBeUndefined();
});

test('a shape is two numbers', () => {
  expect([parseShape('320/240'), parseShape('0/3'), parseShape(undefined)]).toEqual([{ width: 320, height: 240 }, undefined, undefined]);
});
