/** A rectangle in parts of a page, from 0 to 1. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A rectangle of an upright page, on the page turned clockwise by a multiple of 90 degrees. */
export function turnedBox({ x, y, width, height }: Box, degrees: number): Box {
  const turn = ((degrees % 360) + 360) % 360;
  if (turn === 90) return { x: 1 - y - height, y: x, width: height, height: width };
  if (turn === 180) return { x: 1 - x - width, y: 1 - y - height, width, height };
  if (turn === 270) return { x: y, y: 1 - x - width, width: height, height: width };
  return { x, y, width, height };
}

export interface Point {
  x: number;
  y: number;
}

const inside = (part: number): number => Math.min(1, Math.max(0, part));

/** The rectangle between two points, as far as it is on the page. */
export function boxBetween(one: Point, other: Point): Box {
  const [left, right] = [inside(Math.min(one.x, other.x)), inside(Math.max(one.x, other.x))];
  const [top, bottom] = [inside(Math.min(one.y, other.y)), inside(Math.max(one.y, other.y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A click without a drag marks a small area around it. */
const clickSize = 0.04;
const dragged = 0.01;

/** Whether a drag was none: it chose a point. */
export const isClick = ({ width, height }: Box): boolean => width < dragged || height < dragged;

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** What a drag chose: at least a small area around its point. */
export function chosenBox(box: Box): Box {
  if (!isClick(box)) return box;
  const middle = middleOf(box);
  const x = Math.min(Math.max(0, middle.x - clickSize / 2), 1 - clickSize);
  const y = Math.min(Math.max(0, middle.y - clickSize / 2), 1 - clickSize);
  return { x, y, width: clickSize, height: clickSize };
}

/** How a layer is turned and mirrored on the screen, as a picture with it: first turned, then mirrored on the axes of the screen. */
export interface LayerPose {
  scale: number;
  turn: number;
  flipX: boolean;
  flipY: boolean;
}

const upright: LayerPose = { scale: 1, turn: 0, flipX: false, flipY: false };

/** The transform of what stays upright, unmirrored and of one size on a layer. */
export const uprightOn = ({ scale, turn, flipX, flipY }: LayerPose): string =>
  `rotate(${-turn}deg) scale(${(flipX ? -1 : 1) / scale}, ${(flipY ? -1 : 1) / scale})`;

/** A step on the screen, as a step on a layer. */
export function stepOnLayer(step: Point, { turn: degrees, flipX, flipY }: LayerPose = upright): Point {
  const [x, y] = [flipX ? -step.x : step.x, flipY ? -step.y : step.y];
  const turn = ((degrees % 360) + 360) % 360;
  if (turn === 90) return { x: y, y: -x };
  if (turn === 180) return { x: -x, y: -y };
  if (turn === 270) return { x: -y, y: x };
  return { x, y };
}

/** A box moved by a step, as far as the page goes. */
export function movedBox({ x, y, width, height }: Box, by: Point): Box {
  return { x: Math.min(1 - width, Math.max(0, x + by.x)), y: Math.min(1 - height, Math.max(0, y + by.y)), width, height };
}

/** A box that a step made wider or higher, or narrower or lower, as far as the page goes. */
export function sizedBox({ x, y, width, height }: Box, by: Point): Box {
  return { x, y, width: Math.min(1 - x, Math.max(0, width + by.x)), height: Math.min(1 - y, Math.max(0, height + by.y)) };
}
