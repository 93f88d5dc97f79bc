import type { Box } from '@dossier/contract/preview/drawing-rendering';

/** What part of a plan is seen: its middle, and how many pixels a length of 1 takes. */
export interface Viewport {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** From the plan, whose second axis goes up, to pixels. */
export const matrixOf = ({ x, y, scale }: Viewport, { width, height }: Size): Matrix => [
  scale,
  0,
  0,
  -scale,
  width / 2 - x * scale,
  height / 2 + y * scale,
];

/** First the second, then the first. */
export const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

export type Point = readonly [x: number, y: number];

export const toPixels = (sight: Viewport, size: Size, [x, y]: Point): Point => [
  (x - sight.x) * sight.scale + size.width / 2,
  size.height / 2 - (y - sight.y) * sight.scale,
];

export const toPlan = (sight: Viewport, size: Size, [px, py]: Point): Point => [
  (px - size.width / 2) / sight.scale + sight.x,
  (size.height / 2 - py) / sight.scale + sight.y,
];

const margin = 0.94;
const [leastScale, mostScale] = [1e-12, 1e12];
const sane = (scale: number): number => Math.min(mostScale, Math.max(leastScale, scale));

/** All of a box, as large as it fits. */
export function fitTo([left, bottom, right, top]: Box, { width, height }: Size): Viewport {
  const [across, up] = [Math.max(right - left, 1e-9), Math.max(top - bottom, 1e-9)];
  return { x: (left + right) / 2, y: (bottom + top) / 2, scale: sane(Math.min(width / across, height / up) * margin) };
}

/** Nearer or further, with the place under the pointer where it is. */
export function zoomedAt(sight: Viewport, size: Size, { by, at }: { by: number; at: Point }): Viewport {
  const [x, y] = toPlan(sight, size, at);
  const scale = sane(sight.scale * by);
  return { scale, x: x - (at[0] - size.width / 2) / scale, y: y + (at[1] - size.height / 2) / scale };
}

export const movedBy = (sight: Viewport, [dx, dy]: Point): Viewport => ({
  ...sight,
  x: sight.x - dx / sight.scale,
  y: sight.y + dy / sight.scale,
});
