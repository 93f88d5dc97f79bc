import { type DrawingSpace, type DrawingStyle, type DrawingText, traceItem } from './drawing-file.ts';

/** Left, bottom, right, top; empty where the right is not beyond the left. */
export type Box = [left: number, bottom: number, right: number, top: number];

const emptyBox = (): Box => [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

const isEmptyBox = ([left, , right]: Box): boolean => !(right >= left);

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
const guessedWidth = (line: string): number => [...line].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1.36 : 0.78), 0);

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
export function boxAround(space: DrawingSpace, boxes: Float64Array, { styles, isShown }: Seen): Box | undefined {
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

/** How large a font is whose capitals are 1 high. */
export const fontOfHeight = 1.36;
const below = 0.3;
const mostLines = 2000;

/** A line of a text: where it begins on its base line, of letters 1 high, and how much its letters are stretched. */
export interface SetLine {
  line: string;
  x: number;
  y: number;
  width: number;
  stretch: number;
}

/** Sets a text: its lines broken where they are too long, each in its place. `measure` tells how wide a line is in letters 1 high. */
export function setText(text: DrawingText, measure: (line: string) => number): SetLine[] {
  const { across, down, leading, width } = text;
  if (across === 'fit') {
    const line = text.lines[0] ?? '';
    const own = measure(line) || 1;
    return [{ line, x: 0, y: 0, width: width ?? own, stretch: (width ?? own) / own }];
  }
  const lines = (width === undefined ? text.lines : text.lines.flatMap((line) => broken(line, width, measure))).slice(0, mostLines);
  const depth = leading * (lines.length - 1);
  const first = { base: 0, bottom: below + depth, middle: depth / 2 - 0.5, top: -1 }[down] ?? 0;
  return lines.map((line, at) => {
    const own = measure(line);
    const x = across === 'left' ? 0 : across === 'right' ? -own : -own / 2;
    return { line, x, y: first - at * leading, width: own, stretch: 1 };
  });
}

/** A line in pieces that are no wider than they may be, if it can be broken: between words, and between signs of Chinese. */
function broken(line: string, width: number, measure: (line: string) => number): string[] {
  // a border that was measured with other letters is not broken at for a hair
  if (measure(line) <= width * 1.08) return [line];
  const pieces: string[] = [];
  let now = '';
  for (const word of line.match(/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|\s+/g) ?? []) {
    if (now !== '' && measure(now + word.trimEnd()) > width * 1.02) {
      pieces.push(now.trimEnd());
      now = word.trimStart();
    } else now += word;
  }
  return [...pieces, now];
}

/** On what a drawing lies: its own black, or paper. */
export type DrawingGround = 'dark' | 'light';

/** The colours of the grounds themselves. */
export const groundColours = { dark: '#1b1f24', light: '#ffffff' } as const;

const hex = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;
const brightness = (colour: number): number =>
  (0.299 * ((colour >> 16) & 255) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255)) / 255;

const scaled = (colour: number, by: number): number =>
  (Math.round(((colour >> 16) & 255) * by) << 16) | (Math.round(((colour >> 8) & 255) * by) << 8) | Math.round((colour & 255) * by);

/** A colour as it can be seen on a ground: -1 is its ink, and what is nearly as bright or as dark as the ground stands out from it. */
export function colourOn(colour: number, ground: DrawingGround): string {
  if (colour < 0) return ground === 'light' ? '#16191d' : '#e8eaed';
  const bright = brightness(colour);
  if (ground === 'light') return hex(bright > 0.62 ? scaled(colour, 0.62 / bright) : colour);
  if (bright > 0.2) return hex(colour);
  // lifted evenly, so that dark blue stays blue
  const lift = Math.round((0.34 - bright) * 255);
  const part = (shift: number): number => Math.min(255, ((colour >> shift) & 255) + lift);
  return hex((part(16) << 16) | (part(8) << 8) | part(0));
}
