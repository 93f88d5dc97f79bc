import { step } from '@dossier/contract/drawing-file';
import { radians } from './matrix.ts';
import { lineTo, moveTo, newPath, type Path } from './shape.ts';

/** Lines side by side: their angle in degrees, a point of one of them, how far the next one lies, and dashes (negative: gaps, 0: points). */
export interface PatternLine {
  angle: number;
  base: [number, number];
  offset: [number, number];
  dashes: number[];
}

type Point = [number, number];

/** So many lines of one family, and so many pieces of all. */
const mostLines = 3000;
const mostPieces = 60_000;
const arcChords = 24;

/** The lines of a pattern as far as they lie within a path, by even and odd; nothing where there would be too many. */
export function patternLines(border: Path, lines: PatternLine[]): Path | undefined {
  const loops = polygonsOf(border);
  const path = newPath();
  for (const line of lines) if (!addFamily(path, loops, line)) return undefined;
  return path;
}

function addFamily(path: Path, loops: Point[][], { angle, base, offset, dashes }: PatternLine): boolean {
  const turn = radians(angle);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  // along and across the lines
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
    for (const [from, to] of within(turned, y)) {
      for (const [start, end] of dashed(from, to, { start: row * shift, dashes })) {
        put([start, y], [end, y]);
        if (path.steps.length > mostPieces) return false;
      }
    }
  }
  return true;
}

/** From where to where a level line runs inside. */
function within(loops: Point[][], y: number): [number, number][] {
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
