import { forward, splinePoints } from './curves.ts';
import type { Cursor } from './hatch-cursor.ts';
import { radians } from './matrix.ts';
import { type Arc, arcTo, bendTo, circle, close, lineTo, moveTo, newPath, type Path } from './shape.ts';

const mostEdges = 200_000;
const byPolyline = 2;

/** Adds one border of a hatch to a path. */
export function hatchLoop(path: Path, cursor: Cursor): void {
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
  for (const step of loop.steps) path.steps.push(step);
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

/** The first point of a border begins it; a gap between two edges is bridged. */
const reach = (path: Path, point: [number, number]): void => (path.steps.length === 0 ? moveTo(path, ...point) : lineTo(path, ...point));

function lineEdge(path: Path, cursor: Cursor): void {
  const [from, to] = [pointAt(cursor, 10), pointAt(cursor, 11)];
  if (from === undefined || to === undefined) return;
  reach(path, from);
  lineTo(path, ...to);
}

/** Angles of an edge that goes with the clock are told as seen from below. */
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
