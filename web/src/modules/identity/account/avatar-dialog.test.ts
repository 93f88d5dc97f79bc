import { expect, test } from 'vitest';
import { cutOf, middle, mostZoom, moved, withinPicture } from './avatar-dialog.tsx';

const wide = { width: 400, height: 200 };

test('the initial crop is the middle of the shorter side', () => {
  expect(cutOf(wide, middle)).toEqual({ left: 100, top: 0, side: 200 });
});

test('the image always covers the window', () => {
  expect(cutOf(wide, moved(wide, middle, { x: 9999, y: 50, shown: 280 }))).toEqual({ left: 0, top: 0, side: 200 });
  expect(cutOf(wide, moved(wide, middle, { x: -9999, y: -50, shown: 280 }))).toEqual({ left: 200, top: 0, side: 200 });
});

test('zooming out at an edge pulls the image back in', () => {
  const corner = withinPicture(wide, { x: 0, y: 0, zoom: 4 });
  expect(cutOf(wide, corner)).toEqual({ left: 0, top: 0, side: 50 });
  expect(cutOf(wide, withinPicture(wide, { ...corner, zoom: 1 }))).toEqual({ left: 0, top: 0, side: 200 });
  expect(withinPicture(wide, { ...middle, zoom: 99 }).zoom).toBe(mostZoom);
});

test('what is under the pointer follows it', () => {
  const before = cutOf(wide, middle);
  const after = cutOf(wide, moved(wide, middle, { x: 28, y: 0, shown: 280 }));
  expect(before.left - after.left).toBeCloseTo(20);
});
