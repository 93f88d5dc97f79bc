import { expect, it } from 'vitest';
import { bytesStep, everyPoint } from './chart-points.ts';

const period = { from: new Date(2026, 0, 1).toISOString(), to: new Date(2026, 0, 4).toISOString() };

it('fills missing days with empty points, and keeps the others in place', () => {
  const points = everyPoint({ unit: 'day', points: [{ at: '2026-01-02', values: [3, 4] }] }, period, 2);
  expect(points).toEqual([
    { at: '2026-01-01', values: [0, 0] },
    { at: '2026-01-02', values: [3, 4] },
    { at: '2026-01-03', values: [0, 0] },
  ]);
});

it('matches hours by instant, whatever their notation', () => {
  const hour = new Date(2026, 0, 1, 5);
  const points = everyPoint({ unit: 'hour', points: [{ at: hour.toISOString(), values: [7] }] }, period, 1);
  expect(points.length).toBe(72);
  expect(points.filter(({ values }) => values[0] === 7).map(({ at }) => Date.parse(at))).toEqual([hour.getTime()]);
});

it('ends at the present time', () => {
  const from = new Date(Date.now() - 3_600_000 * 5).toISOString();
  const to = new Date(Date.now() + 3_600_000 * 50).toISOString();
  expect(everyPoint({ unit: 'hour', points: [] }, { from, to }, 1).length).toBeLessThanOrEqual(6);
});

it.each([
  [0, 1],
  [900, 200],
  [9 * 1024 ** 2, 2 * 1024 ** 2],
  [17.2 * 1024 ** 2, 5 * 1024 ** 2],
  [700 * 1024 ** 3, 200 * 1024 ** 3],
])('an axis up to %d bytes has lines every %d', (highest, step) => {
  expect(bytesStep(highest)).toBe(step);
});
