import { step } from '@dossier/contract/preview/drawing-file';
import { type DxfObject, boundedNumber } from '@dossier/formats/dxf/dxf-objects';
import { radians } from '@dossier/formats/dxf/transforms';
import type { PaintedPath } from './polylines.ts';
import { type Arc, type Path, arcTo, bendTo, circle, close, forward, lineTo, moveTo, newPath, splinePoints } from './shapes.ts';

/** Bounds the search for a missing code. */
const farthest = 2000;

/** Reads the pairs of an object in order: in a hatch, the meaning of a code depends on the preceding ones. */
interface Cursor {
  /** Advances to the next pair of this code and answers its value; at `until`, or at the end, it stops and answers undefined. */
  to(code: number, until?: number): number | undefined;
  /** The code of the next pair. */
  peek(): number | undefined;
}

function cursorOf({ codes, values }: DxfObject, start: number): Cursor {
  let at = start;
  return {
    to(code, until) {
      const end = Math.min(codes.length, at + farthest);
      for (let place = at; place < end; place++) {
        if (codes[place] === code) {
          at = place + 1;
          return boundedNumber(values[place]);
        }
        if (codes[place] === until) return undefined;
      }
      return undefined;
    },
    peek: () => codes[at],
  };
}

const mostEdges = 200_000;
const byPolyline = 2;

/** Adds a boundary of a hatch to a path. */
function hatchLoop(path: Path, cursor: Cursor): void {
  const flags = cursor.to(92);
  if (flags === undefined) return;
  const loop = newPath();
  if ((flags & byPolyline) !== 0) polylineLoop(loop, cursor);
  else {
    const count = Math.min(mostEdges, cursor.to(93) ?? 0);
    for (let at = 0; at < count; at++) if (!edge(loop, cursor)) break;
  }
  if (loop.steps.length === 0) return;
  close(loop);
  for (const kind of loop.steps) path.steps.push(kind);
  for (const number of loop.numbers) path.numbers.push(number);
}

function polylineLoop(path: Path, cursor: Cursor): void {
  const hasBulges = (cursor.to(72) ?? 0) !== 0;
  const count = Math.min(mostEdges, cursor.to(93) ?? 0);
  const corners: { at: [number, number]; bulge: number }[] = [];
  for (let at = 0; at < count; at++) {
    const place = pointAt(cursor, 10);
    if (place === undefined) break;
    corners.push({ at: place, bulge: hasBulges && cursor.peek() === 42 ? (cursor.to(42) ?? 0) : 0 });
  }
  const [first] = corners;
  if (first === undefined) return;
  moveTo(path, ...first.at);
  for (const [at, corner] of corners.entries()) bendTo(path, corner.at, (corners[at + 1] ?? first).at, corner.bulge);
}

function pointAt(cursor: Cursor, code: number): [number, number] | undefined {
  const x = cursor.to(code, 97);
  return x === undefined ? undefined : [x, cursor.to(code + 10) ?? 0];
}

function edge(path: Path, cursor: Cursor): boolean {
  const kind = cursor.to(72, 97);
  if (kind === 1) lineEdge(path, cursor);
  else if (kind === 2) arcEdge(path, cursor);
  else if (kind === 3) ellipseEdge(path, cursor);
  else if (kind === 4) splineEdge(path, cursor);
  return kind !== undefined;
}

/** The first point of a boundary starts the path; a gap between two edges is bridged. */
const reach = (path: Path, point: [number, number]): void => (path.steps.length === 0 ? moveTo(path, ...point) : lineTo(path, ...point));

function lineEdge(path: Path, cursor: Cursor): void {
  const [from, to] = [pointAt(cursor, 10), pointAt(cursor, 11)];
  if (from === undefined || to === undefined) return;
  reach(path, from);
  lineTo(path, ...to);
}

/** Angles of a clockwise edge are mirrored. */
function sweep(cursor: Cursor): { from: number; to: number } {
  const [start, end] = [radians(cursor.to(50) ?? 0), radians(cursor.to(51) ?? 360)];
  const against = (cursor.to(73) ?? 1) !== 0;
  return against ? { from: start, to: forward(start, end) } : { from: -start, to: -forward(start, end) };
}

function arcEdge(path: Path, cursor: Cursor): void {
  const middle = pointAt(cursor, 10);
  const radius = cursor.to(40) ?? 0;
  const { from, to } = sweep(cursor);
  if (middle === undefined) return;
  addArc(path, circle(middle, radius, from, to));
}

function ellipseEdge(path: Path, cursor: Cursor): void {
  const [middle, u] = [pointAt(cursor, 10), pointAt(cursor, 11)];
  const ratio = cursor.to(40) ?? 1;
  const { from, to } = sweep(cursor);
  if (middle === undefined || u === undefined) return;
  addArc(path, { middle, u, v: [-u[1] * ratio, u[0] * ratio], from, to });
}

function addArc(path: Path, arc: Arc): void {
  const { middle, u, v, from } = arc;
  if (path.steps.length > 0) {
    const [cos, sin] = [Math.cos(from), Math.sin(from)];
    lineTo(path, middle[0] + u[0] * cos + v[0] * sin, middle[1] + u[1] * cos + v[1] * sin);
  }
  arcTo(path, arc);
}

function splineEdge(path: Path, cursor: Cursor): void {
  const degree = cursor.to(94) ?? 3;
  const isRational = (cursor.to(73) ?? 0) !== 0;
  const knotCount = Math.min(mostEdges, cursor.to(95) ?? 0);
  const pointCount = Math.min(mostEdges, cursor.to(96) ?? 0);
  const knots = Array.from({ length: knotCount }, () => cursor.to(40, 10) ?? 0);
  const weights: number[] = [];
  const points: [number, number][] = [];
  for (let at = 0; at < pointCount; at++) {
    const point = pointAt(cursor, 10);
    if (point === undefined) break;
    points.push(point);
    weights.push(isRational && cursor.peek() === 42 ? (cursor.to(42) ?? 1) : 1);
  }
  if (points.length < 2) return;
  for (const point of splinePoints({ degree, knots, points, weights })) reach(path, point);
}

/** A family of parallel lines: angle in degrees, base point, offset of the next line, and dashes (negative: gaps, 0: points). */
interface PatternLine {
  angle: number;
  base: [number, number];
  offset: [number, number];
  dashes: number[];
}

type Point = [number, number];

/** Lines of one family, and pieces of all families. */
const mostLines = 3000;
const mostPieces = 60_000;
const arcChords = 24;

/** The lines of a pattern clipped to a path by the even-odd rule; undefined where there would be too many. */
function patternLines(border: Path, lines: PatternLine[]): Path | undefined {
  const loops = polygonsOf(border);
  const path = newPath();
  for (const line of lines) if (!addFamily(path, loops, line)) return undefined;
  return path;
}

function addFamily(path: Path, loops: Point[][], { angle, base, offset, dashes }: PatternLine): boolean {
  const turn = radians(angle);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  // coordinates along and across the lines
  const turned = loops.map((loop) =>
    loop.map(([x, y]): Point => [(x - base[0]) * cos + (y - base[1]) * sin, (y - base[1]) * cos - (x - base[0]) * sin]),
  );
  const [shift, apart] = [offset[0] * cos + offset[1] * sin, offset[1] * cos - offset[0] * sin];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const loop of turned) for (const [, y] of loop) [low, high] = [Math.min(low, y), Math.max(high, y)];
  if (!(Math.abs(apart) > 0) || (high - low) / Math.abs(apart) > mostLines) return false;
  const first = Math.ceil(Math.min(low / apart, high / apart));
  const last = Math.floor(Math.max(low / apart, high / apart));
  const put = (from: Point, to: Point): void => {
    moveTo(path, base[0] + from[0] * cos - from[1] * sin, base[1] + from[0] * sin + from[1] * cos);
    lineTo(path, base[0] + to[0] * cos - to[1] * sin, base[1] + to[0] * sin + to[1] * cos);
  };
  for (let row = first; row <= last; row++) {
    const y = row * apart;
    for (const [from, to] of insideRuns(turned, y)) {
      for (const [start, end] of dashed(from, to, { start: row * shift, dashes })) {
        put([start, y], [end, y]);
        if (path.steps.length > mostPieces) return false;
      }
    }
  }
  return true;
}

/** The ranges of a horizontal line that are inside. */
function insideRuns(loops: Point[][], y: number): [number, number][] {
  const crossings: number[] = [];
  for (const loop of loops) {
    for (const [at, [x1, y1]] of loop.entries()) {
      const [x2, y2] = loop[(at + 1) % loop.length] as Point;
      if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) * (x2 - x1)) / (y2 - y1));
    }
  }
  crossings.sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (let at = 0; at + 1 < crossings.length; at += 2) runs.push([crossings[at] as number, crossings[at + 1] as number]);
  return runs;
}

function* dashed(from: number, to: number, { start, dashes }: { start: number; dashes: number[] }): Generator<[number, number]> {
  const whole = dashes.reduce((sum, dash) => sum + Math.abs(dash), 0);
  if (dashes.length === 0 || !(whole > 0) || (to - from) / whole > mostLines) {
    yield [from, to];
    return;
  }
  for (let at = start + Math.floor((from - start) / whole) * whole; at < to; at += whole) {
    let place = at;
    for (const dash of dashes) {
      const end = place + Math.abs(dash);
      if (dash >= 0 && end >= from && place <= to) yield [Math.max(place, from), Math.min(end, to)];
      place = end;
    }
  }
}

function polygonsOf({ steps, numbers }: Path): Point[][] {
  const loops: Point[][] = [];
  let at = 0;
  for (const kind of steps) {
    if (kind === step.close) continue;
    if (kind === step.arc) {
      const [x, y, ux, uy, vx, vy, from, to] = numbers.slice(at, at + 8) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      at += 8;
      for (let chord = 1; chord <= arcChords; chord++) {
        const turn = from + ((to - from) * chord) / arcChords;
        loops.at(-1)?.push([x + ux * Math.cos(turn) + vx * Math.sin(turn), y + uy * Math.cos(turn) + vy * Math.sin(turn)]);
      }
      continue;
    }
    const point: Point = [numbers[at] as number, numbers[at + 1] as number];
    at += 2;
    if (kind === step.move) loops.push([point]);
    else loops.at(-1)?.push(point);
  }
  return loops;
}

const mostLoops = 20_000;

/** A hatch: filled, or as clipped pattern lines. */
export function hatchOf(object: DxfObject): PaintedPath[] {
  const start = object.codes.indexOf(91);
  if (start < 0) return [];
  const cursor = cursorOf(object, start);
  const count = Math.min(mostLoops, cursor.to(91) ?? 0);
  const path = newPath();
  for (let at = 0; at < count; at++) hatchLoop(path, cursor);
  if (path.steps.length === 0) return [];
  const isSolid = boundedNumber(object.values[object.codes.indexOf(70)]) !== 0;
  if (isSolid) return [{ path, paint: 'fill' }];
  const lines = patternOf(cursor);
  const drawn = lines.length === 0 ? undefined : patternLines(path, lines);
  // a tint replaces a pattern too fine to be drawn line by line
  return [drawn === undefined ? { path, paint: 'tint' } : { path: drawn, paint: 'line' }];
}

const mostFamilies = 64;
const mostDashes = 32;

function patternOf(cursor: Cursor): PatternLine[] {
  const count = Math.min(mostFamilies, cursor.to(78) ?? 0);
  return Array.from({ length: count }, () => {
    const angle = cursor.to(53) ?? 0;
    const base: [number, number] = [cursor.to(43) ?? 0, cursor.to(44) ?? 0];
    const offset: [number, number] = [cursor.to(45) ?? 0, cursor.to(46) ?? 0];
    const dashes = Array.from({ length: Math.min(mostDashes, cursor.to(79) ?? 0) }, () => cursor.to(49, 53) ?? 0);
    return { angle, base, offset, dashes };
  });
}
