import { expect, test } from 'vitest';
import { type Corners, type Pixels, applyLook, isPage, straighten, turnCorners, wholePicture } from './page-pixels.ts';

/** A grey picture whose pixels have this brightness. */
function picture(width: number, height: number, brightness: (x: number, y: number) => number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++) data.fill(brightness(at % width, Math.floor(at / width)), at * 4, at * 4 + 3);
  return { data, width, height };
}

const at = ({ data, width }: Pixels, x: number, y: number): number => data[(y * width + x) * 4] ?? -1;

test('the whole picture stays as it is', () => {
  const given = picture(7, 5, (x, y) => x * 30 + y);
  expect(straighten(given, wholePicture)).toEqual(given);
});

test('what lies within four corners becomes a rectangle, its edges to the edges', () => {
  // a page of 200 on a table of 20, narrower at its top as it lies away from the camera, with a black line down its middle
  const corners: Corners = [
    { x: 0.3, y: 0.2 },
    { x: 0.7, y: 0.2 },
    { x: 0.9, y: 0.9 },
    { x: 0.1, y: 0.9 },
  ];
  const given = picture(200, 200, (x, y) => {
    const half = 40 + ((y - 40) / 140) * 40;
    if (y < 40 || y >= 180 || Math.abs(x + 0.5 - 100) > half) return 20;
    return Math.abs(x - 100) < 4 ? 0 : 200;
  });
  const page = straighten(given, corners);
  expect([page.width, page.height]).toEqual([160, Math.round(Math.hypot(40, 140))]);
  for (const y of [2, 70, page.height - 3]) {
    expect([at(page, 4, y), at(page, 40, y), at(page, 80, y), at(page, 120, y), at(page, 155, y)]).toEqual([200, 200, 0, 200, 200]);
  }
  expect(page.data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
});

test('corners that cross, or enclose next to nothing, are no page', () => {
  const [a, b, c, d] = wholePicture;
  expect(isPage(wholePicture)).toBe(true);
  expect(isPage([b, a, c, d])).toBe(false);
  expect(isPage([a, b, { x: 0.1, y: 0.1 }, d])).toBe(false);
  expect(isPage([a, { x: 0.001, y: 0 }, { x: 0.001, y: 1 }, d])).toBe(false);
});

test('four turns bring the corners back, and one brings the lower left one to the top', () => {
  const corners: Corners = [
    { x: 0.25, y: 0.125 },
    { x: 0.875, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 0.75 },
  ];
  const once = turnCorners(corners);
  expect(once[0]).toEqual({ x: 0.25, y: 0 });
  expect(turnCorners(turnCorners(turnCorners(once)))).toEqual(corners);
});

test.each(['document', 'mono'] as const)('as a %s the paper is white and the writing black, also in a shadow', (look) => {
  const paperAt = (x: number): number => (x < 200 ? 210 : 130);
  const given = picture(400, 200, (x, y) => (y % 20 < 3 ? paperAt(x) * 0.1 : paperAt(x)));
  applyLook(given, look);
  for (const x of [60, 340]) {
    expect(at(given, x, 110)).toBeGreaterThan(250);
    expect(at(given, x, 101)).toBeLessThan(10);
  }
});

test.each(['document', 'mono'] as const)('as a %s a dark area stays dark to its middle', (look) => {
  const isDark = (x: number, y: number): boolean => x >= 100 && x < 300 && y >= 100 && y < 300;
  const given = picture(400, 400, (x, y) => (isDark(x, y) ? 40 : 200));
  applyLook(given, look);
  expect([at(given, 50, 50) > 250, at(given, 120, 120) < 90, at(given, 200, 200) < 90]).toEqual([true, true, true]);
});

test('as a photo nothing is changed', () => {
  const given = picture(4, 4, (x) => x * 50);
  const before = given.data.slice();
  applyLook(given, 'photo');
  expect(given.data).toEqual(before);
});
