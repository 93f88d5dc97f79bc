import { type DrawingText, type Paint, step } from '@dossier/contract/drawing-file';
import { type DxfObject, numberOf, wordOf } from './dxf-objects.ts';
import type { Decode } from './dxf-text.ts';
import type { Matrix } from './matrix.ts';

/** What colours are, apart from the numbers of the palette (1 to 255). */
export const byBlock = 0;
export const byLayer = 256;
/** Added to a colour of its own, red by 65,536 and so on. */
export const trueColour = 0x1000000;

/** How a thing says that it looks. */
export interface Ink {
  layer: string;
  colour: number;
  weight: number;
  lineType: string;
  lineScale: number;
}

/** A path: its steps, and their numbers in a row. */
export interface Path {
  steps: number[];
  numbers: number[];
}

/** What things of a drawing become, in the plane of their block. */
export type Shape = { ink: Ink } & (
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

/** An arc of an ellipse: its middle, two half axes, and from where to where in radians. */
export interface Arc {
  middle: [number, number];
  u: [number, number];
  v: [number, number];
  from: number;
  to: number;
}

export const circle = (middle: [number, number], radius: number, ...[from, to]: [number, number]): Arc => ({
  middle,
  u: [radius, 0],
  v: [0, radius],
  from,
  to,
});

export const pointOn = ({ middle, u, v }: Arc, turn: number): [number, number] => [
  middle[0] + u[0] * Math.cos(turn) + v[0] * Math.sin(turn),
  middle[1] + u[1] * Math.cos(turn) + v[1] * Math.sin(turn),
];

/** Adds an arc; at the beginning of a path it is moved to first. */
export function arcTo(path: Path, arc: Arc): void {
  if (path.steps.length === 0) moveTo(path, ...pointOn(arc, arc.from));
  path.steps.push(step.arc);
  path.numbers.push(...arc.middle, ...arc.u, ...arc.v, arc.from, arc.to);
}

/** A polyline's bend between two points: the tangent of a quarter of the angle that it takes. */
export function bendTo(path: Path, from: [number, number], ...[to, bulge]: [[number, number], number]): void {
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

/** How an object says that it looks. */
export function inkOf(object: DxfObject, decode: Decode): Ink {
  const true24 = numberOf(object, 420, -1);
  return {
    layer: decode(wordOf(object, 8)) || '0',
    colour: true24 >= 0 ? trueColour + (true24 & 0xffffff) : Math.abs(numberOf(object, 62, byLayer)),
    weight: numberOf(object, 370, -1),
    lineType: (decode(wordOf(object, 6)) || 'BYLAYER').toUpperCase(),
    lineScale: numberOf(object, 48, 1) || 1,
  };
}
