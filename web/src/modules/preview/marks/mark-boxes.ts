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

interface Point {
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

/** What a drag chose: at least a small area around its point. */
export function chosenBox(box: Box): Box {
  if (box.width >= dragged && box.height >= dragged) return box;
  const x = Math.min(Math.max(0, box.x + box.width / 2 - clickSize / 2), 1 - clickSize);
  const y = Math.min(Math.max(0, box.y + box.height / 2 - clickSize / 2), 1 - clickSize);
  return { x, y, width: clickSize, height: clickSize };
}
