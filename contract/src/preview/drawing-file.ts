/**
 * What a drawing became so that it can be looked at: plain shapes, with blocks, colours and line types resolved. The server writes it, the client
 * draws it. After 8 bytes (`DRAWING1`) and the length of the head (4 bytes, 4 of padding) comes the head as JSON of plain letters, padded to 8; then for each space
 * its numbers, its starts and its steps, each padded to 8. All little endian; packed by gzip as a whole.
 */
export interface DrawingHead {
  /** What a length of 1 is, by the number of the format: 0 nothing, 1 inch, 2 feet, 4 mm, 5 cm, 6 m, 7 km … */
  unit: number;
  layers: { name: string; colour: number; hidden: boolean }[];
  styles: DrawingStyle[];
  spaces: DrawingSpaceHead[];
  /** There was more than can be shown. */
  cut: boolean;
}

/** How shapes look: the layer's place, the colour (-1: the ink of the ground), line widths in hundredths of a millimetre, dashes in lengths of the drawing. */
export interface DrawingStyle {
  layer: number;
  colour: number;
  weight: number;
  paint: Paint;
  dashes?: number[];
}

/** What is done with a shape: its line drawn, also where it has no end; filled by even and odd, or whole; filled lightly; or left blank, for what covers others. */
export type Paint = 'line' | 'endless' | 'fill' | 'whole' | 'tint' | 'blank';

export interface DrawingText {
  style: number;
  /** From letters 1 high on the base line at 0,0 to the plan. */
  at: number[];
  lines: string[];
  across: 'left' | 'middle' | 'right' | 'fit';
  down: 'base' | 'bottom' | 'middle' | 'top';
  /** Of letters 1 high: how wide lines may be before they are broken, or with `fit` how wide the one is drawn. */
  width?: number;
  /** From base line to base line. */
  leading: number;
}

/** A window of a sheet into the model: where it is on the sheet, and the middle and height of what is seen, turned by radians. */
export interface DrawingViewport {
  x: number;
  y: number;
  width: number;
  height: number;
  seen: { x: number; y: number; height: number; turn: number };
  hiddenLayers: number[];
}

interface DrawingSpaceHead {
  name: string;
  /** Left, bottom, right, top of the paper, where it is a sheet. */
  paper?: [number, number, number, number];
  texts: DrawingText[];
  viewports: DrawingViewport[];
  items: number;
  numbers: number;
  steps: number;
}

/** Steps of a path and how many numbers each takes: to a point, a line to a point, an arc (middle, two half axes, from and to in radians), back to the start. */
export const step = { move: 0, line: 1, arc: 2, close: 3 } as const;
const taken = [2, 2, 8, 0] as const;

/** The model or one sheet: item `n` has the style `starts[3n]`, its steps begin at `starts[3n+1]`, their numbers at `starts[3n+2]`. */
export interface DrawingSpace extends DrawingSpaceHead {
  numbersOf: Float64Array;
  starts: Uint32Array;
  stepsOf: Uint8Array;
}

export interface Drawing extends Omit<DrawingHead, 'spaces'> {
  spaces: DrawingSpace[];
}

const magic = 'DRAWING1';
const padded = (length: number): number => (length + 7) & ~7;

const escape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON, or a word, a byte for each of its characters. */
function toBytes(text: string): Uint8Array {
  const plain = text.replace(/[^\x20-\x7e]/g, escape);
  return Uint8Array.from({ length: plain.length }, (_, at) => plain.charCodeAt(at));
}

function toText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

const headOf = ({ name, paper, texts, viewports, items, numbers, steps }: DrawingSpace): DrawingSpaceHead => ({
  name,
  ...(paper && { paper }),
  texts,
  viewports,
  items,
  numbers,
  steps,
});

/** Writes a drawing. */
export function writeDrawing({ spaces, ...rest }: Drawing): Uint8Array {
  const heads = spaces.map(headOf);
  const head = toBytes(JSON.stringify({ ...rest, spaces: heads } satisfies DrawingHead));
  const parts: Uint8Array[] = [head];
  for (const { numbersOf, starts, stepsOf } of spaces) {
    for (const { buffer, byteOffset, byteLength } of [numbersOf, starts, stepsOf])
      parts.push(new Uint8Array(buffer, byteOffset, byteLength));
  }
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + padded(part.length), 16));
  whole.set(toBytes(magic));
  new DataView(whole.buffer).setUint32(8, head.length, true);
  let at = 16;
  for (const part of parts) {
    whole.set(part, at);
    at += padded(part.length);
  }
  return whole;
}

/** Reads a drawing; throws where it is none. */
export function readDrawing(bytes: ArrayBuffer): Drawing {
  if (toText(new Uint8Array(bytes, 0, 8)) !== magic) throw new Error('not a drawing');
  const length = new DataView(bytes).getUint32(8, true);
  const { spaces, ...rest } = JSON.parse(toText(new Uint8Array(bytes, 16, length))) as DrawingHead;
  let at = 16 + padded(length);
  const next = (size: number): number => {
    const start = at;
    at += padded(size);
    return start;
  };
  return {
    ...rest,
    spaces: spaces.map((head) => ({
      ...head,
      numbersOf: new Float64Array(bytes, next(head.numbers * 8), head.numbers),
      starts: new Uint32Array(bytes, next(head.items * 12), head.items * 3),
      stepsOf: new Uint8Array(bytes, next(head.steps), head.steps),
    })),
  };
}

/** What follows a path. */
export interface Tracer {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

/** Follows item `n` of a space, its arcs by chords that leave them by no more than `error`. */
export function traceItem(space: DrawingSpace, n: number, { to, error }: { to: Tracer; error: number }): void {
  const { starts, stepsOf, numbersOf } = space;
  const end = n + 1 < space.items ? (starts[3 * n + 4] as number) : space.steps;
  let at = starts[3 * n + 2] as number;
  for (let place = starts[3 * n + 1] as number; place < end; place++) {
    const kind = stepsOf[place] as 0 | 1 | 2 | 3;
    if (kind === step.close) to.closePath();
    else if (kind === step.arc) traceArc(numbersOf, at, { to, error });
    else if (kind === step.move) to.moveTo(numbersOf[at] as number, numbersOf[at + 1] as number);
    else to.lineTo(numbersOf[at] as number, numbersOf[at + 1] as number);
    at += taken[kind];
  }
}

const mostChords = 400;

function traceArc(numbers: Float64Array, at: number, { to, error }: { to: Tracer; error: number }): void {
  const [x, y, ux, uy, vx, vy, from, until] = numbers.subarray(at, at + 8) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const radius = Math.max(Math.hypot(ux, uy), Math.hypot(vx, vy));
  const widest = radius <= error ? Math.PI / 2 : 2 * Math.acos(Math.max(0, 1 - error / radius));
  const chords = Math.min(mostChords, Math.max(2, Math.ceil(Math.abs(until - from) / Math.max(widest, 1e-4))));
  for (let chord = 1; chord <= chords; chord++) {
    const turn = from + ((until - from) * chord) / chords;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    to.lineTo(x + ux * cos + vx * sin, y + uy * cos + vy * sin);
  }
}
