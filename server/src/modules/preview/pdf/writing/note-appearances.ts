import type { PageArea } from '@dossier/contract/preview/pdf-changes';

/** A rectangle: left, bottom, right and top in the units of a page. */
export type Rect = [left: number, bottom: number, right: number, top: number];

type Part = Omit<PageArea, 'page'>;

/** A page as it is shown: the part of it that is seen, and its quarter turns, clockwise. */
export interface ShownPage {
  box: { x: number; y: number; width: number; height: number };
  turn: number;
}

/** A point of the page from its place in parts of the page as it is shown, where y grows downwards. */
function pointOf({ box: { x, y, width, height }, turn }: ShownPage, across: number, down: number): [number, number] {
  if (turn === 1) return [x + down * width, y + across * height];
  if (turn === 2) return [x + (1 - across) * width, y + down * height];
  if (turn === 3) return [x + (1 - down) * width, y + (1 - across) * height];
  return [x + across * width, y + (1 - down) * height];
}

/** A rectangle of the page from an area of the page as it is shown. */
export function rectOf(page: ShownPage, { x, y, width, height }: Part): Rect {
  const [[x1, y1], [x2, y2]] = [pointOf(page, x, y), pointOf(page, x + width, y + height)];
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** The corners of an area in the order that programs expect, whatever the standard says: upper left and right, lower left and right. */
export const quadOf = (page: ShownPage, { x, y, width, height }: Part): number[] =>
  [pointOf(page, x, y), pointOf(page, x + width, y), pointOf(page, x, y + height), pointOf(page, x + width, y + height)].flat();

export const unionOf = (rects: readonly Rect[]): Rect => [
  Math.min(...rects.map(([left]) => left)),
  Math.min(...rects.map(([, bottom]) => bottom)),
  Math.max(...rects.map(([, , right]) => right)),
  Math.max(...rects.map(([, , , top]) => top)),
];

const digits = (value: number): string => String(Math.round(value * 1000) / 1000);
const numbers = (...values: number[]): string => values.map(digits).join(' ');

/** Amber for open threads, grey for resolved ones. */
export const colourOf = (isResolved: boolean): [number, number, number] => (isResolved ? [0.45, 0.45, 0.45] : [0.9, 0.55, 0]);

/** Of the label with the number of a thread, in points. */
const [labelHeight, letterSize, letterWidth] = [12, 8, 0.556];

interface Label {
  /** What the label covers. */
  rect: Rect;
  drawn: string;
}

/** The number of a thread at a corner of its place, upright on the page as it is shown; `F0` is Helvetica. */
export function labelAt(
  page: ShownPage,
  { x, y }: { x: number; y: number },
  { number, isResolved }: { number: number; isResolved: boolean },
): Label {
  const text = String(number);
  const wide = Math.max(labelHeight, text.length * letterSize * letterWidth + 5);
  const { box, turn } = page;
  const [shownWidth, shownHeight] = turn % 2 === 0 ? [box.width, box.height] : [box.height, box.width];
  const [partWide, partHigh] = [wide / shownWidth, labelHeight / shownHeight];
  const inside = (from: number, size: number): number => Math.min(Math.max(0, from - size / 2), Math.max(0, 1 - size));
  const area = { x: inside(x, partWide), y: inside(y, partHigh), width: partWide, height: partHigh };
  const [left, bottom] = pointOf(page, area.x, area.y + area.height);
  const upright = [
    [1, 0, 0, 1],
    [0, 1, -1, 0],
    [-1, 0, 0, -1],
    [0, -1, 1, 0],
  ][turn] as number[];
  const textAt = numbers((wide - text.length * letterSize * letterWidth) / 2, labelHeight / 2 - letterSize * 0.36);
  const drawn = [
    `q ${numbers(...upright, left, bottom)} cm`,
    `${numbers(...colourOf(isResolved))} rg 0 0 ${numbers(wide, labelHeight)} re f`,
    `BT 0 g /F0 ${letterSize} Tf ${textAt} Td (${text}) Tj ET Q`,
  ];
  return { rect: rectOf(page, area), drawn: drawn.join(' ') };
}

/** A frame around a rectangle. */
export function frameOf([left, bottom, right, top]: Rect, isResolved: boolean): string {
  const inset = Math.min(0.75, (right - left) / 2, (top - bottom) / 2);
  const size = numbers(left + inset, bottom + inset, right - left - 2 * inset, top - bottom - 2 * inset);
  return `q ${numbers(...colourOf(isResolved))} RG 1.5 w ${size} re S Q`;
}

/** Lines that shine through what stands under them; `G0` multiplies. */
export const linesOf = (rects: readonly Rect[], isResolved: boolean): string =>
  `q /G0 gs ${numbers(...(isResolved ? [0.85, 0.85, 0.85] : [1, 0.85, 0.4]))} rg ${rects
    .map(([left, bottom, right, top]) => `${numbers(left, bottom, right - left, top - bottom)} re`)
    .join(' ')} f Q`;
