import { expect, test } from 'vitest';
import { hoverPlacement, parseShape } from './thumbnail-hover.tsx';

const viewport = { width: 1400, height: 900 };

test('a larger image is placed on the side with room, within the window', () => {
  const tile = { left: 200, top: 10, right: 360, bottom: 200 };
  expect(hoverPlacement(tile, { width: 320, height: 240 }, viewport)).toEqual({ left: 370, top: 12, width: 480, height: 360 });
  const last = { left: 1200, top: 800, right: 1390, bottom: 890 };
  expect(hoverPlacement(last, { width: 240, height: 320 }, viewport)).toEqual({ left: 830, top: 408, width: 360, height: 480 });
});

test('without room there is no larger image', () => {
  expect(
    hoverPlacement({ left: 60, top: 10, right: 340, bottom: 200 }, { width: 320, height: 240 }, { width: 390, height: 844 }),
  ).toBeUndefined();
});

test('a shape is two numbers', () => {
  expect([parseShape('320/240'), parseShape('0/3'), parseShape(undefined)]).toEqual([{ width: 320, height: 240 }, undefined, undefined]);
});
