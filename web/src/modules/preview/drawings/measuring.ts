import { type DrawingSpace, step } from '@dossier/contract/preview/drawing-file';
import { type Scene, styleAt } from './scene.ts';
import type { Point } from './viewport.ts';

const measures = ['distance', 'area', 'angle'] as const;
export type Measure = (typeof measures)[number];

const distance = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x1, y2 - y1);

/** The length of a line through points. */
export const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, at) => sum + distance(points[at] as Point, point), 0);

/** The area of a polygon, and its perimeter. */
export function areaOf(points: readonly Point[]): { area: number; around: number } {
  const [first] = points;
  if (first === undefined) return { area: 0, around: 0 };
  // relative to the first point, so that large coordinates cost no precision
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

/** The unit of lengths; empty where the drawing states none. */
export const unitName = (unit: number): string => units[unit] ?? '';

/** A length as text, with significant digits only. */
export function lengthText(value: number, { unit, tag, power = 1 }: { unit: number; tag: string; power?: 1 | 2 }): string {
  const digits = Math.abs(value) >= 1000 ? 2 : Math.abs(value) >= 1 ? 3 : 5;
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: digits }).format(value);
  const name = unitName(unit);
  return name === '' ? number : `${number}\u00a0${name}${power === 2 ? '²' : ''}`;
}

/** A point to which a measurement snaps. */
export interface SnapPoint {
  at: Point;
  kind: 'end' | 'middle' | 'centre';
}

const mostItems = 400;
const mostSteps = 20_000;

/** The nearest end, middle or centre within `reach`; ends take precedence. */
export function snapPointNear({ plan, shown, drawing }: Scene, [x, y]: Point, reach: number): SnapPoint | undefined {
  const { space, boxes } = plan;
  let best: (SnapPoint & { far: number }) | undefined;
  const see = (kind: SnapPoint['kind'], px: number, py: number): void => {
    const far = Math.hypot(px - x, py - y) * (kind === 'end' ? 0.7 : 1);
    if (far <= reach && (best === undefined || far < best.far)) best = { kind, at: [px, py], far };
  };
  let [items, steps] = [0, 0];
  for (let n = 0; n < space.items && items < mostItems && steps < mostSteps; n++) {
    const at = 4 * n;
    if ((boxes[at] as number) > x + reach || (boxes[at + 2] as number) < x - reach) continue;
    if ((boxes[at + 1] as number) > y + reach || (boxes[at + 3] as number) < y - reach) continue;
    if (shown[drawing.styles[styleAt(space, n)]?.layer ?? 0] === false) continue;
    items++;
    steps += seeSnapPoints(space, n, see);
  }
  return best && { at: best.at, kind: best.kind };
}

function seeSnapPoints(
  { starts, stepsOf, numbersOf, items, steps }: DrawingSpace,
  n: number,
  see: (kind: SnapPoint['kind'], x: number, y: number) => void,
): number {
  const first = starts[3 * n + 1] as number;
  const end = n + 1 < items ? (starts[3 * n + 4] as number) : steps;
  let at = starts[3 * n + 2] as number;
  let [lastX, lastY, startX, startY] = [0, 0, 0, 0];
  const lineTo = (x: number, y: number): void => {
    see('middle', (lastX + x) / 2, (lastY + y) / 2);
    [lastX, lastY] = [x, y];
  };
  for (let place = first; place < end; place++) {
    const kind = stepsOf[place];
    if (kind === step.close) {
      if (lastX !== startX || lastY !== startY) lineTo(startX, startY);
      continue;
    }
    const [x, y] = [numbersOf[at] as number, numbersOf[at + 1] as number];
    if (kind === step.arc) {
      const [ux, uy, vx, vy, from, to] = numbersOf.subarray(at + 2, at + 8) as unknown as [number, number, number, number, number, number];
      const on = (turn: number): [number, number] => [
        x + ux * Math.cos(turn) + vx * Math.sin(turn),
        y + uy * Math.cos(turn) + vy * Math.sin(turn),
      ];
      see('centre', x, y);
      see('end', ...on(from));
      see('end', ...on(to));
      see('middle', ...on((from + to) / 2));
      [lastX, lastY] = on(to);
      at += 8;
      continue;
    }
    see('end', x, y);
    if (kind === step.line) lineTo(x, y);
    else [lastX, lastY, startX, startY] = [x, y, x, y];
    at += 2;
  }
  return end - first;
}
