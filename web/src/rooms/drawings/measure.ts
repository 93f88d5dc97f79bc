import type { Point } from './sight.ts';

export const measures = ['distance', 'area', 'angle'] as const;
export type Measure = (typeof measures)[number];

const far = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x1, y2 - y1);

/** The length of a line through points. */
export const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, at) => sum + far(points[at] as Point, point), 0);

/** The area within points, and the way around it. */
export function areaOf(points: readonly Point[]): { area: number; around: number } {
  const [first] = points;
  if (first === undefined) return { area: 0, around: 0 };
  // beside the first point, so that large coordinates cost no digits
  const near = points.map(([x, y]): Point => [x - first[0], y - first[1]]);
  let twice = 0;
  for (const [at, [x, y]] of near.entries()) {
    const [s, t] = near[(at + 1) % near.length] as Point;
    twice += x * t - s * y;
  }
  return { area: Math.abs(twice) / 2, around: lengthOf([...points, first]) };
}

/** The angle at the second of three points, in degrees. */
export function angleOf([a, b, c]: readonly Point[]): number | undefined {
  if (!a || !b || !c) return undefined;
  const turn = Math.abs(Math.atan2(a[1] - b[1], a[0] - b[0]) - Math.atan2(c[1] - b[1], c[0] - b[0])) * (180 / Math.PI);
  return turn > 180 ? 360 - turn : turn;
}

const units: Record<number, string> = { 1: 'in', 2: 'ft', 3: 'mi', 4: 'mm', 5: 'cm', 6: 'm', 7: 'km', 10: 'yd', 14: 'dm' };

/** What a length of 1 is called; nothing where the drawing does not say. */
export const unitName = (unit: number): string => units[unit] ?? '';

/** A length as people write it: as many digits as tell. */
export function lengthText(value: number, { unit, tag, power = 1 }: { unit: number; tag: string; power?: 1 | 2 }): string {
  const digits = Math.abs(value) >= 1000 ? 2 : Math.abs(value) >= 1 ? 3 : 5;
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: digits }).format(value);
  const name = unitName(unit);
  return name === '' ? number : `${number}\u00a0${name}${power === 2 ? '²' : ''}`;
}
