import { describe, expect, test } from 'vitest';
import { fitScale, fitted, moved, rotated, toTransform, zoomAt } from './image-stage.tsx';

const picture = { width: 2000, height: 1000 };
const stage = { width: 1000, height: 800 };

describe('fitting', () => {
  test('shrinks to the stage but never enlarges', () => {
    expect(fitScale(picture, stage, 0)).toBe(0.5);
    expect(fitScale({ width: 16, height: 16 }, stage, 0)).toBe(1);
  });
  test('follows the rotation', () => {
    expect(fitScale(picture, stage, 90)).toBe(0.4);
    expect(rotated(fitted(picture, stage), -1, { picture, stage })).toMatchObject({ turn: -90, scale: 0.4 });
  });
  test('has a scale before the sizes are known', () => expect(fitScale({ width: 0, height: 0 }, stage, 0)).toBe(1));
});

describe('zooming', () => {
  test('keeps the point under the pointer', () => {
    const before = { ...fitted(picture, stage), x: 30, y: -20 };
    const point = { x: 200, y: 100 };
    const after = zoomAt(before, 2, point);
    expect((point.x - after.x) / after.scale).toBeCloseTo((point.x - before.x) / before.scale);
    expect((point.y - after.y) / after.scale).toBeCloseTo((point.y - before.y) / before.scale);
  });
  test('has limits', () => {
    expect(zoomAt(fitted(picture, stage), 1e6, { x: 0, y: 0 }).scale).toBe(20);
    expect(zoomAt(fitted(picture, stage), 1e-6, { x: 0, y: 0 }).scale).toBe(0.05);
  });
});

test('an image cannot be moved out of sight', () => {
  const transform = moved(fitted(picture, stage), { x: 1e5, y: -1e5 }, { picture, stage });
  expect(transform.x).toBe(960);
  expect(transform.y).toBe(-610);
});

test('mirrors what is visible', () => {
  const transform = { ...fitted(picture, stage), turn: 90, flipX: true };
  expect(toTransform(transform)).toBe('translate(0px, 0px) scale(-1, 1) rotate(90deg) scale(0.5)');
});
