/** A way from one plane to another: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const same: Matrix = [1, 0, 0, 1, 0, 0];

/** First the second, then the first. */
export const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

export const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

export const scaled = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0];

export const turned = (radians: number): Matrix => [Math.cos(radians), Math.sin(radians), -Math.sin(radians), Math.cos(radians), 0, 0];

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;
