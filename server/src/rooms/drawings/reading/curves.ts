import { type DxfObject, numberOf, pointOf, pointsOf, saneNumber } from './dxf-objects.ts';
import { radians } from './matrix.ts';
import { arcTo, circle, close, lineTo, moveTo, newPath, type Path } from './shape.ts';

const whole = 2 * Math.PI;

/** A line from one point to another. */
export function lineOf(object: DxfObject): Path {
  const path = newPath();
  moveTo(path, ...pointOf(object, 10));
  lineTo(path, ...pointOf(object, 11));
  return path;
}

export function circleOf(object: DxfObject): Path {
  const path = newPath();
  arcTo(path, circle(pointOf(object, 10), numberOf(object, 40), 0, whole));
  close(path);
  return path;
}

/** An arc goes against the clock. */
export function arcOf(object: DxfObject): Path {
  const path = newPath();
  const from = radians(numberOf(object, 50));
  const to = radians(numberOf(object, 51, 360));
  arcTo(path, circle(pointOf(object, 10), numberOf(object, 40), from, forward(from, to)));
  return path;
}

/** The same place, after the start. */
export const forward = (from: number, to: number): number => {
  const turn = (to - from) % whole;
  return from + (turn <= 1e-9 ? turn + whole : turn);
};

export function ellipseOf(object: DxfObject): Path {
  const path = newPath();
  const u = pointOf(object, 11);
  const ratio = numberOf(object, 40, 1) * (numberOf(object, 230, 1) < 0 ? -1 : 1);
  const from = numberOf(object, 41);
  const v: [number, number] = [-u[1] * ratio, u[0] * ratio];
  arcTo(path, { middle: pointOf(object, 10), u, v, from, to: forward(from, numberOf(object, 42, whole)) });
  return path;
}

/** A curve by its points and knots. */
export interface Spline {
  degree: number;
  knots: number[];
  points: [number, number][];
  weights: number[];
}

export function splineOf(object: DxfObject): Path {
  const points = pointsOf(object, 10);
  const fitted = pointsOf(object, 11);
  const knots = allOf(object, 40);
  const path = newPath();
  if (points.length < 2) followAll(path, fitted);
  else followAll(path, splinePoints({ degree: numberOf(object, 71, 3), knots, points, weights: allOf(object, 41) }));
  if ((numberOf(object, 70) & 1) !== 0) close(path);
  return path;
}

export const allOf = (object: DxfObject, code: number): number[] =>
  object.values.flatMap((value, at) => (object.codes[at] === code ? [saneNumber(value)] : []));

function followAll(path: Path, [first, ...rest]: [number, number][]): void {
  if (first === undefined) return;
  moveTo(path, ...first);
  for (const point of rest) lineTo(path, ...point);
}

const mostPoints = 4000;
const mostDegree = 25;

/** Points along a spline, close enough that its chords are not seen. */
export function splinePoints({ degree, knots, points, weights }: Spline): [number, number][] {
  const n = points.length;
  const p = Math.max(1, Math.min(Math.trunc(degree), n - 1, mostDegree));
  const isUsable = knots.length === n + p + 1 && knots.every((knot, at) => at === 0 || knot >= (knots[at - 1] ?? 0));
  const own = isUsable ? knots : Array.from({ length: n + p + 1 }, (_, at) => Math.max(0, Math.min(n - p, at - p)));
  const [from, to] = [own[p] as number, own[n] as number];
  const count = Math.min(mostPoints, Math.max(16, (n - p) * 10));
  const found: [number, number][] = [];
  for (let at = 0; at <= count; at++) found.push(splineAt({ degree: p, knots: own, points, weights }, from + ((to - from) * at) / count));
  return found;
}

/** De Boor's way. */
function splineAt({ degree: p, knots, points, weights }: Spline, at: number): [number, number] {
  let span = p;
  while (span < points.length - 1 && at >= (knots[span + 1] as number)) span++;
  const d = Array.from({ length: p + 1 }, (_, j): [number, number, number] => {
    const [x, y] = points[span - p + j] as [number, number];
    const w = weights[span - p + j] || 1;
    return [x * w, y * w, w];
  });
  for (let r = 1; r <= p; r++) {
    for (let j = p; j >= r; j--) {
      const low = knots[span - p + j] as number;
      const width = (knots[span + 1 + j - r] as number) - low;
      const t = width === 0 ? 0 : (at - low) / width;
      const [a, b] = [d[j - 1] as [number, number, number], d[j] as [number, number, number]];
      d[j] = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
    }
  }
  const [x, y, w] = d[p] as [number, number, number];
  return [x / w, y / w];
}
