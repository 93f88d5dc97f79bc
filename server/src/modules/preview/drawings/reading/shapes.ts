import { type DrawingText, type Paint, step } from '@dossier/contract/preview/drawing-file';
import { type DxfObject, boundedNumber, numberOf, pointOf, pointsOf, stringOf } from '@dossier/formats/dxf/dxf-objects';
import type { Decode } from '@dossier/formats/dxf/dxf-text';
import { type Matrix, identity, radians } from '@dossier/formats/dxf/transforms';

/** Special values besides the palette indices 1 to 255. */
export const byBlock = 0;
export const byLayer = 256;
/** Offset of a true colour: added to its 24-bit RGB value. */
export const trueColour = 0x1000000;

/** The style of an object as the file states it. */
export interface EntityStyle {
  layer: string;
  colour: number;
  weight: number;
  lineType: string;
  lineScale: number;
}

/** A path: its steps, and their coordinates in order. */
export interface Path {
  steps: number[];
  numbers: number[];
}

/** Shapes of the objects of a drawing, in the coordinates of their block. */
export type Shape = { ink: EntityStyle } & (
  | { kind: 'path'; path: Path; paint: Paint }
  | { kind: 'endless'; at: [number, number]; along: [number, number]; both: boolean }
  | { kind: 'text'; text: Omit<DrawingText, 'style' | 'at'>; at: Matrix }
  | { kind: 'insert'; block: string; at: Matrix[] }
  | { kind: 'viewport'; object: DxfObject }
);

export const newPath = (): Path => ({ steps: [], numbers: [] });

export function moveTo({ steps, numbers }: Path, ...point: [number, number]): void {
  steps.push(step.move);
  numbers.push(...point);
}

export function lineTo({ steps, numbers }: Path, ...point: [number, number]): void {
  steps.push(step.line);
  numbers.push(...point);
}

export const close = ({ steps }: Path): void => void steps.push(step.close);

/** An elliptical arc: its centre, two half axes, and its range in radians. */
export interface Arc {
  middle: [number, number];
  u: [number, number];
  v: [number, number];
  from: number;
  to: number;
}

export const circle = (middle: [number, number], radius: number, from: number, to: number): Arc => ({
  middle,
  u: [radius, 0],
  v: [0, radius],
  from,
  to,
});

const pointOn = ({ middle, u, v }: Arc, turn: number): [number, number] => [
  middle[0] + u[0] * Math.cos(turn) + v[0] * Math.sin(turn),
  middle[1] + u[1] * Math.cos(turn) + v[1] * Math.sin(turn),
];

/** Adds an arc; an empty path moves to its start first. */
export function arcTo(path: Path, arc: Arc): void {
  if (path.steps.length === 0) moveTo(path, ...pointOn(arc, arc.from));
  path.steps.push(step.arc);
  path.numbers.push(...arc.middle, ...arc.u, ...arc.v, arc.from, arc.to);
}

/** Adds the arc of a polyline segment; `bulge` is the tangent of a quarter of its angle. */
export function bendTo(path: Path, from: [number, number], to: [number, number], bulge: number): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const chord = Math.hypot(dx, dy);
  if (bulge === 0 || chord === 0) return lineTo(path, ...to);
  const angle = 4 * Math.atan(bulge);
  const radius = chord / (2 * Math.sin(angle / 2));
  const off = radius * Math.cos(angle / 2);
  const middle: [number, number] = [(from[0] + to[0]) / 2 - (off * dy) / chord, (from[1] + to[1]) / 2 + (off * dx) / chord];
  const start = Math.atan2(from[1] - middle[1], from[0] - middle[0]);
  arcTo(path, circle(middle, Math.abs(radius), start, start + angle));
}

/** The style of an object. */
export function entityStyleOf(object: DxfObject, decode: Decode): EntityStyle {
  const true24 = numberOf(object, 420, -1);
  return {
    layer: decode(stringOf(object, 8)) || '0',
    colour: true24 >= 0 ? trueColour + (true24 & 0xffffff) : Math.abs(numberOf(object, 62, byLayer)),
    weight: numberOf(object, 370, -1),
    lineType: (decode(stringOf(object, 6)) || 'BYLAYER').toUpperCase(),
    lineScale: numberOf(object, 48, 1) || 1,
  };
}

const fullTurn = 2 * Math.PI;

/** A line between two points. */
export function lineOf(object: DxfObject): Path {
  const path = newPath();
  moveTo(path, ...pointOf(object, 10));
  lineTo(path, ...pointOf(object, 11));
  return path;
}

export function circleOf(object: DxfObject): Path {
  const path = newPath();
  arcTo(path, circle(pointOf(object, 10), numberOf(object, 40), 0, fullTurn));
  close(path);
  return path;
}

/** An arc, counterclockwise. */
export function arcOf(object: DxfObject): Path {
  const path = newPath();
  const from = radians(numberOf(object, 50));
  const to = radians(numberOf(object, 51, 360));
  arcTo(path, circle(pointOf(object, 10), numberOf(object, 40), from, forward(from, to)));
  return path;
}

/** The equivalent angle after `from`. */
export const forward = (from: number, to: number): number => {
  const turn = (to - from) % fullTurn;
  return from + (turn <= 1e-9 ? turn + fullTurn : turn);
};

export function ellipseOf(object: DxfObject): Path {
  const path = newPath();
  const u = pointOf(object, 11);
  const ratio = numberOf(object, 40, 1) * (numberOf(object, 230, 1) < 0 ? -1 : 1);
  const from = numberOf(object, 41);
  const v: [number, number] = [-u[1] * ratio, u[0] * ratio];
  arcTo(path, { middle: pointOf(object, 10), u, v, from, to: forward(from, numberOf(object, 42, fullTurn)) });
  return path;
}

/** A curve by its control points and knots. */
interface Spline {
  degree: number;
  knots: number[];
  points: [number, number][];
  weights: number[];
}

export function splineOf(object: DxfObject): Path {
  const points = pointsOf(object, 10);
  const fitted = pointsOf(object, 11);
  const knots = numbersOf(object, 40);
  const path = newPath();
  if (points.length < 2) followAll(path, fitted);
  else followAll(path, splinePoints({ degree: numberOf(object, 71, 3), knots, points, weights: numbersOf(object, 41) }));
  if ((numberOf(object, 70) & 1) !== 0) close(path);
  return path;
}

export const numbersOf = (object: DxfObject, code: number): number[] =>
  object.values.flatMap((value, at) => (object.codes[at] === code ? [boundedNumber(value)] : []));

function followAll(path: Path, [first, ...rest]: [number, number][]): void {
  if (first === undefined) return;
  moveTo(path, ...first);
  for (const point of rest) lineTo(path, ...point);
}

const mostPoints = 4000;
const mostDegree = 25;

/** Points of a spline, dense enough to look smooth. */
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

/** De Boor's algorithm. */
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

/** Transforms a path into another plane. */
export function transformPath(plane: Matrix, path: Path): Path {
  if (plane === identity) return path;
  const [a, b, c, d, e, f] = plane;
  const { steps, numbers } = path;
  const found: number[] = [];
  const put = (at: number, isPlace: boolean): void => {
    const [x, y] = [numbers[at] as number, numbers[at + 1] as number];
    found.push(a * x + c * y + (isPlace ? e : 0), b * x + d * y + (isPlace ? f : 0));
  };
  let at = 0;
  for (const kind of steps) {
    if (kind === step.close) continue;
    put(at, true);
    if (kind === step.arc) {
      put(at + 2, false);
      put(at + 4, false);
      found.push(numbers[at + 6] as number, numbers[at + 7] as number);
    }
    at += kind === step.arc ? 8 : 2;
  }
  return { steps, numbers: found };
}
