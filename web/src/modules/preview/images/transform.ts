/** How a picture lies on its stage: turned, mirrored, enlarged and moved from the middle (pixels). */
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

/** The scale at which a picture, turned as it is, just fits its stage; never larger than life. */
export function fitScale(picture: Size, stage: Size, turn: number): number {
  if (picture.width <= 0 || picture.height <= 0 || stage.width <= 0 || stage.height <= 0) return 1;
  const lying = turn % 180 !== 0;
  const width = lying ? picture.height : picture.width;
  const height = lying ? picture.width : picture.height;
  return Math.min(1, stage.width / width, stage.height / height);
}

/** A picture in the middle of its stage, fitting. */
export function fitted(picture: Size, stage: Size): ImageTransform {
  return { scale: fitScale(picture, stage, 0), x: 0, y: 0, turn: 0, flipX: false, flipY: false };
}

/** Enlarges by a factor so that the point under the pointer (from the stage's middle) stays where it is. */
export function zoomAt(pose: ImageTransform, factor: number, point: { x: number; y: number }): ImageTransform {
  const scale = Math.min(largest, Math.max(smallest, pose.scale * factor));
  const grown = scale / pose.scale;
  return { ...pose, scale, x: point.x - (point.x - pose.x) * grown, y: point.y - (point.y - pose.y) * grown };
}

/** Turns by a right angle to the right (1) or left (-1) and fits the picture again. */
export function rotated(pose: ImageTransform, step: -1 | 1, sizes: { picture: Size; stage: Size }): ImageTransform {
  const turn = pose.turn + step * 90;
  return { ...pose, turn, x: 0, y: 0, scale: fitScale(sizes.picture, sizes.stage, turn) };
}

/** Moves, but never so far that the picture leaves the stage. */
export function moved(pose: ImageTransform, by: { x: number; y: number }, sizes: { picture: Size; stage: Size }): ImageTransform {
  const lying = pose.turn % 180 !== 0;
  const width = (lying ? sizes.picture.height : sizes.picture.width) * pose.scale;
  const height = (lying ? sizes.picture.width : sizes.picture.height) * pose.scale;
  const reachX = (width + sizes.stage.width) / 2 - 40;
  const reachY = (height + sizes.stage.height) / 2 - 40;
  return { ...pose, x: clamp(pose.x + by.x, reachX), y: clamp(pose.y + by.y, reachY) };
}

/** The CSS transform of a pose; mirrored in what the eye sees, whichever way the picture is turned. */
export function toTransform(pose: ImageTransform): string {
  const mirror = `scale(${pose.flipX ? -1 : 1}, ${pose.flipY ? -1 : 1})`;
  return `translate(${pose.x}px, ${pose.y}px) ${mirror} rotate(${pose.turn}deg) scale(${pose.scale})`;
}

function clamp(value: number, reach: number): number {
  const most = Math.max(0, reach);
  return Math.min(most, Math.max(-most, value));
}
