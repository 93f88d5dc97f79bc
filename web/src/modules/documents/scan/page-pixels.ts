/*
 * What is done to the pixels of a photographed page: the part within four corners is drawn as a rectangle, and its paper made white. Pixels are four
 * bytes each: red, green, blue, and an opacity that stays full.
 */

/** A place in a picture: its shares of the width and height. */
export interface Point {
  x: number;
  y: number;
}

/** The corners of a page in its picture: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** How a page looks: as photographed, with even white paper, or in black and white. */
export type Look = 'photo' | 'document' | 'mono';

/** A picture in memory. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** The whole picture. */
export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** Below this share of the picture, the turn at a corner is too flat, or the page too small, to be drawn as a rectangle. */
const leastTurn = 0.005;

/** Whether the corners enclose a page: each one turns the same way, so that no side crosses another one. */
export function isPage(corners: Corners): boolean {
  return corners.every((corner, at) => {
    const next = corners[(at + 1) % 4] ?? corner;
    const after = corners[(at + 2) % 4] ?? corner;
    return (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x) > leastTurn;
  });
}

/** The corners after the picture was turned to the right by a quarter. */
export function turnCorners(corners: Corners): Corners {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners.map(({ x, y }) => ({ x: 1 - y, y: x })) as unknown as [
    Point,
    Point,
    Point,
    Point,
  ];
  return [bottomLeft, topLeft, topRight, bottomRight];
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Draws what lies within the corners as a rectangle: its sides are as long as the longer ones of the page in the picture. */
export function straighten(picture: Pixels, corners: Corners): Pixels {
  const [a, b, c, d] = corners.map(({ x, y }) => ({ x: x * picture.width, y: y * picture.height })) as [Point, Point, Point, Point];
  const width = Math.max(1, Math.round(Math.max(distance(a, b), distance(d, c))));
  const height = Math.max(1, Math.round(Math.max(distance(a, d), distance(b, c))));
  const straight = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const placeOf = projection([a, b, c, d]);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = placeOf((x + 0.5) / width, (y + 0.5) / height);
      copyPixel(picture, from, straight.data, (y * width + x) * 4);
    }
  }
  return straight;
}

/** The projection of the unit square onto four corners (Heckbert, Fundamentals of Texture Mapping, 1989, section 2.2.3). */
function projection([a, b, c, d]: readonly [Point, Point, Point, Point]): (u: number, v: number) => Point {
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y };
  const [right, down] = [
    { x: b.x - c.x, y: b.y - c.y },
    { x: d.x - c.x, y: d.y - c.y },
  ];
  const scale = right.x * down.y - down.x * right.y;
  const g = (sum.x * down.y - down.x * sum.y) / scale;
  const h = (right.x * sum.y - sum.x * right.y) / scale;
  return (u, v) => {
    const w = g * u + h * v + 1;
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / w,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / w,
    };
  };
}

/** Copies the colour at a place between pixels, mixed from the four around it. */
function copyPixel({ data, width, height }: Pixels, { x, y }: Point, to: Uint8ClampedArray, at: number): void {
  const left = Math.min(Math.max(x - 0.5, 0), width - 1);
  const top = Math.min(Math.max(y - 0.5, 0), height - 1);
  const [column, line] = [Math.floor(left), Math.floor(top)];
  const [across, along] = [left - column, top - line];
  const first = (line * width + column) * 4;
  const beside = column + 1 < width ? 4 : 0;
  const below = line + 1 < height ? width * 4 : 0;
  for (let part = 0; part < 3; part++) {
    const upper = valueAt(data, first + part) * (1 - across) + valueAt(data, first + beside + part) * across;
    const lower = valueAt(data, first + below + part) * (1 - across) + valueAt(data, first + below + beside + part) * across;
    to[at + part] = upper * (1 - along) + lower * along;
  }
  to[at + 3] = 255;
}

const valueAt = (data: Uint8ClampedArray, at: number): number => data[at] ?? 0;

/** The brightness at a pixel, from 0 to 255 (ITU-R BT.601). */
const brightnessAt = (data: Uint8ClampedArray, at: number): number =>
  valueAt(data, at) * 0.299 + valueAt(data, at + 1) * 0.587 + valueAt(data, at + 2) * 0.114;

/** The paper is looked for in squares of this many pixels: larger than thick letters, smaller than shadows. */
const square = 48;
/** The share of a square that is darker than its paper. */
const inkShare = 0.85;
/** No shadow makes paper darker than this share of that of the page: a square that is, such as one in a picture on the page, stays dark. */
const deepestShadow = 0.55;
/** The share of a page, of which some squares may have no paper, that is darker than its paper. */
const darkShare = 0.75;

/** Makes the paper white and the writing dark, whatever shadow lies on them. */
export function applyLook({ data, width, height }: Pixels, look: Look): void {
  if (look === 'photo') return;
  const paper = paperOf({ data, width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const white = paper(x, y);
      if (look === 'mono') {
        const ink = stretched(brightnessAt(data, at) / white, 0.55, 0.8);
        data.fill(ink * 255, at, at + 3);
      } else {
        for (let part = 0; part < 3; part++) data[at + part] = stretched(valueAt(data, at + part) / white, 0.12, 0.94) * 255;
      }
    }
  }
}

const stretched = (value: number, black: number, white: number): number => Math.min(Math.max((value - black) / (white - black), 0), 1);

/** The brightness of the paper at each pixel: that of the squares around it, mixed by their distance. */
function paperOf({ data, width, height }: Pixels): (x: number, y: number) => number {
  const [columns, lines] = [Math.ceil(width / square), Math.ceil(height / square)];
  const whites = new Float32Array(columns * lines);
  for (let line = 0; line < lines; line++)
    for (let column = 0; column < columns; column++)
      whites[line * columns + column] = whiteOf({ data, width, height }, column * square, line * square);
  const ofPage = whites.toSorted()[Math.floor(whites.length * darkShare)] ?? 255;
  const least = Math.max(ofPage * deepestShadow, 1);
  const white = (column: number, line: number): number =>
    Math.max(whites[Math.min(Math.max(line, 0), lines - 1) * columns + Math.min(Math.max(column, 0), columns - 1)] ?? 255, least);
  return (x, y) => {
    const [across, along] = [x / square - 0.5, y / square - 0.5];
    const [column, line] = [Math.floor(across), Math.floor(along)];
    const [right, down] = [across - column, along - line];
    const upper = white(column, line) * (1 - right) + white(column + 1, line) * right;
    const lower = white(column, line + 1) * (1 - right) + white(column + 1, line + 1) * right;
    return upper * (1 - down) + lower * down;
  };
}

/** The brightness of the paper in a square, from every third pixel of every third line. */
function whiteOf({ data, width, height }: Pixels, left: number, top: number): number {
  const counts = new Uint32Array(256);
  let seen = 0;
  for (let y = top; y < Math.min(top + square, height); y += 3) {
    for (let x = left; x < Math.min(left + square, width); x += 3) {
      const brightness = Math.round(brightnessAt(data, (y * width + x) * 4));
      counts[brightness] = (counts[brightness] ?? 0) + 1;
      seen++;
    }
  }
  let darker = 0;
  return counts.findIndex((count) => (darker += count) >= seen * inkShare);
}
