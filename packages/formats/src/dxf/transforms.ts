import { type DxfObject, numberOf } from './dxf-objects.ts';

/** An affine transform: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies the second, then the first. */
export const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

export const scaling = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0];

export const rotation = (radians: number): Matrix => [Math.cos(radians), Math.sin(radians), -Math.sin(radians), Math.cos(radians), 0, 0];

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The limit of the arbitrary axis algorithm in the DXF reference. */
const nearlyUp = 1 / 64;

/** The transform from the plane of a flat object to the plan, seen from above: by its normal and elevation. */
export function planeOf(object: DxfObject, elevation = numberOf(object, 38)): Matrix {
  const n = [numberOf(object, 210), numberOf(object, 220), numberOf(object, 230, 1)] as const;
  const length = Math.hypot(...n);
  if (length === 0 || (n[0] === 0 && n[1] === 0 && n[2] > 0)) return identity;
  const [nx, ny, nz] = [n[0] / length, n[1] / length, n[2] / length];
  const isUp = Math.abs(nx) < nearlyUp && Math.abs(ny) < nearlyUp;
  const [ax, ay, az] = unit(isUp ? [nz, 0, -nx] : [-ny, nx, 0]);
  const [bx, by] = unit([ny * az - nz * ay, nz * ax - nx * az, nx * ay - ny * ax]);
  return [ax, ay, bx, by, nx * elevation, ny * elevation];
}

function unit([x, y, z]: [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
