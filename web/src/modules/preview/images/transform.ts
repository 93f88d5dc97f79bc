/** The transform of an image on its stage: rotation, mirroring, scale and offset from the centre (pixels). */
export interface ImageTransform {
  scale: number;
  x: number;
  y: number;
  turn: number;
  flipX: boolean;
  flipY: boolean;
}

export interface Size {
  width: number;
  height: number;
}

const smallest = 0.05;
const largest = 20;

/** The scale at which a rotated image fits its stage; at most 1. */
export function fitScale(picture: Size, stage: Size, turn: number): number {
  if (picture.width <= 0 || picture.height <= 0 || stage.width <= 0 || stage.height <= 0) return 1;
  const lying = turn % 180 !== 0;
  const width = lying ? picture.height : picture.width;
  const height = lying ? picture.width : picture.height;
  return Math.min(1, stage.width / width, stage.height / height);
}

/** An image centred on its stage, fitted. */
export function fitted(picture: Size, stage: Size): ImageTransform {
  return { scale: fitScale(picture, stage, 0), x: 0, y: 0, turn: 0, flipX: false, flipY: false };
}

/** Zooms by a factor; the point under the pointer (relative to the stage's centre) stays fixed. */
export function zoomAt(transform: ImageTransform, factor: number, point: { x: number; y: number }): ImageTransform {
  const scale = Math.min(largest, Math.max(smallest, transform.scale * factor));
  const grown = scale / transform.scale;
  return { ...transform, scale, x: point.x - (point.x - transform.x) * grown, y: point.y - (point.y - transform.y) * grown };
}

/** Rotates by 90° to the right (1) or left (-1), and fits the image again. */
export function rotated(transform: ImageTransform, step: -1 | 1, sizes: { picture: Size; stage: Size }): ImageTransform {
  const turn = transform.turn + step * 90;
  return { ...transform, turn, x: 0, y: 0, scale: fitScale(sizes.picture, sizes.stage, turn) };
}

/** Moves an image, within the stage. */
export function moved(transform: ImageTransform, by: { x: number; y: number }, sizes: { picture: Size; stage: Size }): ImageTransform {
  const lying = transform.turn % 180 !== 0;
  const width = (lying ? sizes.picture.height : sizes.picture.width) * transform.scale;
  const height = (lying ? sizes.picture.width : sizes.picture.height) * transform.scale;
  const reachX = (width + sizes.stage.width) / 2 - 40;
  const reachY = (height + sizes.stage.height) / 2 - 40;
  return { ...transform, x: clamp(transform.x + by.x, reachX), y: clamp(transform.y + by.y, reachY) };
}

/** The CSS transform; mirrors on the visible axis, whatever the rotation. */
export function toTransform(transform: ImageTransform): string {
  const mirror = `scale(${transform.flipX ? -1 : 1}, ${transform.flipY ? -1 : 1})`;
  return `translate(${transform.x}px, ${transform.y}px) ${mirror} rotate(${transform.turn}deg) scale(${transform.scale})`;
}

function clamp(value: number, reach: number): number {
  const most = Math.max(0, reach);
  return Math.min(most, Math.max(-most, value));
}
