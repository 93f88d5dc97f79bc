import { type DxfObject, numberOf } from './dxf-objects.ts';
import { type Matrix, same } from './matrix.ts';

/** Nearly upwards, by the reference of the format. */
const nearlyUp = 1 / 64;

/** The way from the plane that a flat thing was drawn in to the plan, seen from above: by its normal, and how high it lies. */
export function planeOf(object: DxfObject, elevation = numberOf(object, 38)): Matrix {
  const n = [numberOf(object, 210), numberOf(object, 220), numberOf(object, 230, 1)] as const;
  const length = Math.hypot(...n);
  if (length === 0 || (n[0] === 0 && n[1] === 0 && n[2] > 0)) return same;
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
