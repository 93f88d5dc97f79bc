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

/** Arcs are approximated coarsely: the error is invisible when a drawing is fitted into a window. */
const coarse = 0.02;

/** The bounding boxes of all items, four numbers each. */
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
  // for an arc: relative to its radius
  return space.stepsOf[place + 1] === 2 ? Math.hypot(space.numbersOf[at + 4] ?? 0, space.numbersOf[at + 5] ?? 0) * coarse : coarse;
}

/** Estimated letter width, where no font measures it. */
const guessedWidth = (line: string): number => [...line].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1.36 : 0.78), 0);

/** The approximate bounding box of a text. */
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

/** The bounding box of everything visible in a space, viewports included; undefined where nothing is visible. */
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

/** Font size for capitals of height 1. */
export const fontOfHeight = 1.36;
const below = 0.3;
const mostLines = 2000;

/** A laid out line: its start on the base line, in letters of height 1, and its horizontal scale. */
export interface SetLine {
  line: string;
  x: number;
  y: number;
  width: number;
  stretch: number;
}

/** Lays out a text: breaks lines that are too wide. `measure` returns the width of a line in letters of height 1. */
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

/** Breaks a line into pieces of at most `width`, where possible: between words, and between Chinese characters. */
function broken(line: string, width: number, measure: (line: string) => number): string[] {
  // 8 % tolerance: the width was measured with another font
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

/** The background of a drawing: dark or light. */
export type DrawingGround = 'dark' | 'light';

/** Background colours. */
export const groundColours = { dark: '#1b1f24', light: '#ffffff' } as const;

const hex = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;
const brightness = (colour: number): number =>
  (0.299 * ((colour >> 16) & 255) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255)) / 255;

const scaled = (colour: number, by: number): number =>
  (Math.round(((colour >> 16) & 255) * by) << 16) | (Math.round(((colour >> 8) & 255) * by) << 8) | Math.round((colour & 255) * by);

/** A colour made visible on a background: -1 is the foreground, and colours close to the background are adjusted. */
export function colourOn(colour: number, background: DrawingGround): string {
  if (colour < 0) return background === 'light' ? '#16191d' : '#e8eaed';
  const bright = brightness(colour);
  if (background === 'light') return hex(bright > 0.62 ? scaled(colour, 0.62 / bright) : colour);
  if (bright > 0.2) return hex(colour);
  // shifted evenly, so that dark blue stays blue
  const lift = Math.round((0.34 - bright) * 255);
  const part = (shift: number): number => Math.min(255, ((colour >> shift) & 255) + lift);
  return hex((part(16) << 16) | (part(8) << 8) | part(0));
}
