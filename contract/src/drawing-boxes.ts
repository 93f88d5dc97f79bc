import { type DrawingSpace, type DrawingStyle, type DrawingText, traceItem } from './drawing-file.ts';

/** Left, bottom, right, top; empty where the right is not beyond the left. */
export type Box = [left: number, bottom: number, right: number, top: number];

export const emptyBox = (): Box => [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

export const isEmptyBox = ([left, , right]: Box): boolean => !(right >= left);

function see(box: Box, x: number, y: number): void {
  if (x < box[0]) box[0] = x;
  if (y < box[1]) box[1] = y;
  if (x > box[2]) box[2] = x;
  if (y > box[3]) box[3] = y;
}

/** Arcs are followed in a few steps: a little is missing, which nobody sees who fits a drawing into a window. */
const coarse = 0.02;

/** The boxes of all items, four numbers each. */
export function itemBoxes(space: DrawingSpace): Float64Array {
  const boxes = new Float64Array(space.items * 4);
  let box = emptyBox();
  const to = {
    moveTo: (x: number, y: number) => see(box, x, y),
    lineTo: (x: number, y: number) => see(box, x, y),
    closePath: () => undefined,
  };
  for (let n = 0; n < space.items; n++) {
    box = emptyBox();
    traceItem(space, n, { to, error: errorOf(space, n) });
    boxes.set(box, n * 4);
  }
  return boxes;
}

function errorOf(space: DrawingSpace, n: number): number {
  const at = space.starts[3 * n + 2] as number;
  const place = space.starts[3 * n + 1] as number;
  // where an item is an arc: a part of its radius
  return space.stepsOf[place + 1] === 2 ? Math.hypot(space.numbersOf[at + 4] ?? 0, space.numbersOf[at + 5] ?? 0) * coarse : coarse;
}

/** Letters are taken to be so wide where nobody measures them. */
export const guessedWidth = (line: string): number => [...line].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1.36 : 0.78), 0);

/** Roughly where a text stands. */
export function textBox({ at, lines, across, down, width, leading }: DrawingText): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = at;
  const wide = Math.max(0.5, across === 'fit' ? (width ?? 1) : Math.max(...lines.map(guessedWidth)));
  const tall = 1 + leading * (lines.length - 1);
  const left = across === 'middle' ? -wide / 2 : across === 'right' ? -wide : 0;
  const top = down === 'top' ? 0 : down === 'middle' ? tall / 2 : tall;
  const box = emptyBox();
  for (const x of [left, left + wide]) for (const y of [top, top - tall]) see(box, a * x + c * y + e, b * x + d * y + f);
  return box;
}

interface Seen {
  styles: readonly DrawingStyle[];
  isShown: (layer: number) => boolean;
}

/** The box around everything of a space that is shown, windows of sheets with it; nothing where nothing is. */
export function boxAround(space: DrawingSpace, ...[boxes, { styles, isShown }]: [boxes: Float64Array, seen: Seen]): Box | undefined {
  const whole = emptyBox();
  const add = ([left, bottom, right, top]: Box): void => {
    if (!(right >= left) || !(top >= bottom)) return;
    see(whole, left, bottom);
    see(whole, right, top);
  };
  for (let n = 0; n < space.items; n++) {
    const style = styles[space.starts[3 * n] as number];
    if (style === undefined || style.paint === 'endless' || !isShown(style.layer)) continue;
    add([boxes[4 * n] as number, boxes[4 * n + 1] as number, boxes[4 * n + 2] as number, boxes[4 * n + 3] as number]);
  }
  for (const text of space.texts) if (isShown(styles[text.style]?.layer ?? 0)) add(textBox(text));
  for (const { x, y, width, height } of space.viewports) add([x, y, x + width, y + height]);
  return isEmptyBox(whole) ? undefined : whole;
}
