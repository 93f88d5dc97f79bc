import type { Paint } from '@dossier/contract/preview/drawing-file';
import { type DxfObject, boundedNumber, numberOf, pointOf } from '@dossier/formats/dxf/dxf-objects';
import { type Path, bendTo, close, lineTo, moveTo, newPath } from './shapes.ts';

interface Corner {
  at: [number, number];
  bulge: number;
  /** Widths of the segment that starts here. */
  from: number;
  to: number;
}

export interface PaintedPath {
  path: Path;
  paint: Paint;
}

/** An LWPOLYLINE. */
export function lightPolyline(object: DxfObject): PaintedPath[] {
  const width = numberOf(object, 43);
  const corners: Corner[] = [];
  for (const [place, code] of object.codes.entries()) {
    const value = boundedNumber(object.values[place]);
    const last = corners.at(-1);
    if (code === 10) corners.push({ at: [value, 0], bulge: 0, from: width, to: width });
    else if (last === undefined) continue;
    else if (code === 20) last.at[1] = value;
    else if (code === 42) last.bulge = value;
    else if (code === 40) last.from = value;
    else if (code === 41) last.to = value;
  }
  return drawn(corners, (numberOf(object, 70) & 1) !== 0);
}

/** A POLYLINE with separate VERTEX objects. */
export function heavyPolyline(object: DxfObject, vertices: DxfObject[]): PaintedPath[] {
  const flags = numberOf(object, 70);
  if ((flags & 64) !== 0) return polyface(vertices);
  if ((flags & 16) !== 0) return mesh(object, vertices);
  // control points of a spline are not drawn, its fitted points are
  const shown = (flags & 6) === 0 ? vertices : vertices.filter((one) => (numberOf(one, 70) & 16) === 0);
  const [from, to] = [numberOf(object, 40), numberOf(object, 41)];
  const corners = shown.map(
    (one): Corner => ({ at: pointOf(one, 10), bulge: numberOf(one, 42), from: numberOf(one, 40, from), to: numberOf(one, 41, to) }),
  );
  return drawn(corners, (flags & 1) !== 0);
}

function drawn(corners: Corner[], isClosed: boolean): PaintedPath[] {
  const [first] = corners;
  if (first === undefined) return [];
  const pieces = corners.slice(isClosed ? 0 : 1).length;
  const path = newPath();
  moveTo(path, ...first.at);
  for (let at = 0; at < pieces; at++) {
    const [a, b] = [corners[at] as Corner, corners[(at + 1) % corners.length] as Corner];
    bendTo(path, a.at, b.at, a.bulge);
  }
  if (isClosed) close(path);
  const isWide = corners.some(({ from, to }) => from > 0 || to > 0);
  return isWide ? [{ path: wide(corners, pieces), paint: 'whole' }] : [{ path, paint: 'line' }];
}

const bendPieces = 16;

/** A polyline with a width: a filled area for each segment. */
function wide(corners: Corner[], pieces: number): Path {
  const path = newPath();
  for (let at = 0; at < pieces; at++) {
    const [a, b] = [corners[at] as Corner, corners[(at + 1) % corners.length] as Corner];
    const points = along(a, b);
    for (let place = 0; place + 1 < points.length; place++) {
      const part = (share: number): number => (a.from + (a.to - a.from) * share) / 2;
      band(
        path,
        [points[place] as [number, number], points[place + 1] as [number, number]],
        [part(place / (points.length - 1)), part((place + 1) / (points.length - 1))],
      );
    }
  }
  return path;
}

function along(a: Corner, b: Corner): [number, number][] {
  if (a.bulge === 0) return [a.at, b.at];
  const bend = newPath();
  moveTo(bend, ...a.at);
  bendTo(bend, a.at, b.at, a.bulge);
  const [x, y, u, , , v, from, to] = bend.numbers.slice(2) as [number, number, number, number, number, number, number, number];
  if (v === undefined) return [a.at, b.at];
  return Array.from({ length: bendPieces + 1 }, (_, at) => {
    const turn = from + ((to - from) * at) / bendPieces;
    return [x + u * Math.cos(turn), y + v * Math.sin(turn)];
  });
}

function band(path: Path, [[x, y], [s, t]]: [[number, number], [number, number]], [near, far]: [number, number]): void {
  const length = Math.hypot(s - x, t - y) || 1;
  const [nx, ny] = [-(t - y) / length, (s - x) / length];
  moveTo(path, x + nx * near, y + ny * near);
  lineTo(path, s + nx * far, t + ny * far);
  lineTo(path, s - nx * far, t - ny * far);
  lineTo(path, x - nx * near, y - ny * near);
  close(path);
}

/** Faces by vertex indices; a negative index starts an invisible edge. */
function polyface(vertices: DxfObject[]): PaintedPath[] {
  const places = vertices.filter((one) => (numberOf(one, 70) & 64) !== 0).map((one) => pointOf(one, 10));
  const path = newPath();
  for (const face of vertices.filter((one) => (numberOf(one, 70) & 192) === 128)) {
    const corners = [71, 72, 73, 74].map((code) => numberOf(face, code)).filter((corner) => corner !== 0);
    for (const [at, corner] of corners.entries()) {
      const from = places[Math.abs(corner) - 1];
      const to = places[Math.abs(corners[(at + 1) % corners.length] as number) - 1];
      if (corner > 0 && from && to) {
        moveTo(path, ...from);
        lineTo(path, ...to);
      }
    }
  }
  return [{ path, paint: 'line' }];
}

function mesh(object: DxfObject, vertices: DxfObject[]): PaintedPath[] {
  const flags = numberOf(object, 70);
  const [rows, columns] = [numberOf(object, 71), numberOf(object, 72)];
  const places = vertices.map((one) => pointOf(one, 10));
  const path = newPath();
  const edge = (a: number, b: number): void => {
    const [from, to] = [places[a], places[b]];
    if (!from || !to) return;
    moveTo(path, ...from);
    lineTo(path, ...to);
  };
  for (let at = 0; at < Math.min(places.length, rows * columns); at++) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    if (column + 1 < columns) edge(at, at + 1);
    else if ((flags & 32) !== 0) edge(at, row * columns);
    if (row + 1 < rows) edge(at, at + columns);
    else if ((flags & 1) !== 0) edge(at, column);
  }
  return [{ path, paint: 'line' }];
}
