import type { Matrix } from '@dossier/formats/dxf/transforms';

/** Beyond any page, and written without an exponent, which PDF does not know. */
const farthest = 1e9;
const short = (value: number): string =>
  Number.isNaN(value) ? '0' : String(Math.round(Math.min(farthest, Math.max(-farthest, value)) * 10_000) / 10_000);

/** Numbers as operands of PDF. */
export const operands = (...values: readonly number[]): string => values.map(short).join(' ');

type Point = readonly [number, number];

const mostParts = 200_000;
const arity: Record<string, number> = { S: 2, M: 2, L: 2, Q: 4, B: 6, A: 7, C: 0 };

/** The operators of PDF for the abbreviated data of a path (GB/T 33190, 9.1); what is not understood ends it. */
export function pathOps(data: string): string {
  const parts = data.trim().split(/[\s,]+/, mostParts);
  const ops: string[] = [];
  let [last, first]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  let isOpen = false;
  for (let at = 0; at < parts.length; ) {
    const command = parts[at] ?? '';
    const count = arity[command];
    if (count === undefined) break;
    const v = parts.slice(at + 1, at + 1 + count).map(Number);
    if (v.length < count || v.some((value) => !Number.isFinite(value))) break;
    at += 1 + count;
    if (command === 'C') {
      if (isOpen) ops.push('h');
      last = first;
      continue;
    }
    const end: Point = [v[count - 2] as number, v[count - 1] as number];
    if (command === 'M' || command === 'S') {
      ops.push(`${operands(...end)} m`);
      [first, isOpen] = [end, true];
    } else {
      if (!isOpen) ops.push(`${operands(...last)} m`);
      isOpen = true;
      if (command === 'L') ops.push(`${operands(...end)} l`);
      else if (command === 'B') ops.push(`${operands(...v)} c`);
      else if (command === 'Q') ops.push(quadratic(last, [v[0] as number, v[1] as number], end));
      else ops.push(...arc(last, v, end));
    }
    last = end;
  }
  return ops.join('\n');
}

/** The same path in the space that a matrix leads to. */
export function placedOps(ops: string, [a, b, c, d, e, f]: Matrix): string {
  if (ops === '') return '';
  const place = (line: string): string => {
    const parts = line.split(' ');
    const operator = parts.pop() ?? '';
    const points: number[] = [];
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [x, y] = [Number(parts[at]), Number(parts[at + 1])];
      points.push(a * x + c * y + e, b * x + d * y + f);
    }
    return points.length === 0 ? operator : `${operands(...points)} ${operator}`;
  };
  return ops.split('\n').map(place).join('\n');
}

/** A quadratic curve as a cubic one. */
export function quadratic([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): string {
  return `${operands(x0 + ((x1 - x0) * 2) / 3, y0 + ((y1 - y0) * 2) / 3, x2 + ((x1 - x2) * 2) / 3, y2 + ((y1 - y2) * 2) / 3, x2, y2)} c`;
}

/** An elliptic arc by its ends as cubic curves, as in SVG 1.1, F.6.5. */
function arc([x0, y0]: Point, [rawRx = 0, rawRy = 0, degrees = 0, large = 0, sweep = 0]: readonly number[], [x1, y1]: Point): string[] {
  let [rx, ry] = [Math.abs(rawRx), Math.abs(rawRy)];
  if (rx === 0 || ry === 0 || (x0 === x1 && y0 === y1)) return [`${operands(x1, y1)} l`];
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [hx, hy] = [(x0 - x1) / 2, (y0 - y1) / 2];
  const [px, py] = [cos * hx + sin * hy, -sin * hx + cos * hy];
  const grow = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2);
  if (grow > 1) [rx, ry] = [rx * grow, ry * grow];
  const below = (rx * py) ** 2 + (ry * px) ** 2;
  const root = Math.sqrt(Math.max(0, (rx * ry) ** 2 / below - 1)) * ((large !== 0) === (sweep !== 0) ? -1 : 1);
  const [qx, qy] = [(root * rx * py) / ry, (-root * ry * px) / rx];
  const [cx, cy] = [cos * qx - sin * qy + (x0 + x1) / 2, sin * qx + cos * qy + (y0 + y1) / 2];
  const start = Math.atan2((py - qy) / ry, (px - qx) / rx);
  let turn = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - start;
  if (sweep !== 0 && turn < 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
  const pieces = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2)));
  const step = turn / pieces;
  const reach = (4 / 3) * Math.tan(step / 4);
  const place = (x: number, y: number): Point => [cos * rx * x - sin * ry * y + cx, sin * rx * x + cos * ry * y + cy];
  return Array.from({ length: pieces }, (_, at) => {
    const [from, to] = [start + at * step, start + (at + 1) * step];
    const one = place(Math.cos(from) - reach * Math.sin(from), Math.sin(from) + reach * Math.cos(from));
    const two = place(Math.cos(to) + reach * Math.sin(to), Math.sin(to) - reach * Math.cos(to));
    return `${operands(...one, ...two, ...place(Math.cos(to), Math.sin(to)))} c`;
  });
}
