import type { Box } from '@dossier/contract/preview/drawing-rendering';

/** The visible part of a plan: its centre, and pixels per unit. */
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

/** From plan coordinates, with the second axis upward, to pixels. */
export const matrixOf = ({ x, y, scale }: Viewport, { width, height }: Size): Matrix => [
  scale,
  0,
  0,
  -scale,
  width / 2 - x * scale,
  height / 2 + y * scale,
];

/** Composes two transforms: the second is applied first. */
export const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

export type Point = readonly [x: number, y: number];

export const toPixels = (viewport: Viewport, size: Size, [x, y]: Point): Point => [
  (x - viewport.x) * viewport.scale + size.width / 2,
  size.height / 2 - (y - viewport.y) * viewport.scale,
];

export const toPlan = (viewport: Viewport, size: Size, [px, py]: Point): Point => [
  (px - size.width / 2) / viewport.scale + viewport.x,
  (size.height / 2 - py) / viewport.scale + viewport.y,
];

const margin = 0.94;
const [leastScale, mostScale] = [1e-12, 1e12];
const sane = (scale: number): number => Math.min(mostScale, Math.max(leastScale, scale));

/** Fits a whole box into the window. */
export function fitTo([left, bottom, right, top]: Box, { width, height }: Size): Viewport {
  const [across, up] = [Math.max(right - left, 1e-9), Math.max(top - bottom, 1e-9)];
  return { x: (left + right) / 2, y: (bottom + top) / 2, scale: sane(Math.min(width / across, height / up) * margin) };
}

/** Zooms with the point under the pointer fixed. */
export function zoomedAt(viewport: Viewport, size: Size, { by, at }: { by: number; at: Point }): Viewport {
  const [x, y] = toPlan(viewport, size, at);
  const scale = sane(viewport.scale * by);
  return { scale, x: x - (at[0] - size.width / 2) / scale, y: y + (at[1] - size.height / 2) / scale };
}

export const movedBy = (viewport: Viewport, [dx, dy]: Point): Viewport => ({
  ...viewport,
  x: viewport.x - dx / viewport.scale,
  y: viewport.y + dy / viewport.scale,
});
