/**
 * The drawing format: plain shapes, with blocks, colours and line types resolved. The server writes it, the client draws it. After 8 bytes
 * (`DRAWING1`) and the length of the head (4 bytes, 4 of padding) comes the head as ASCII JSON, padded to 8; then for each space its
 * numbers, its starts and its steps, each padded to 8. All little endian; the whole is gzipped.
 */
export interface DrawingHead {
  /** The unit of lengths, by its number in DXF: 0 none, 1 inch, 2 feet, 4 mm, 5 cm, 6 m, 7 km … */
  unit: number;
  layers: { name: string; colour: number; hidden: boolean }[];
  styles: DrawingStyle[];
  spaces: DrawingSpaceHead[];
  /** Truncated: there was more than can be shown. */
  cut: boolean;
}

/** Style of shapes: index of the layer, colour (-1: foreground), line width in hundredths of a millimetre, dashes in drawing units. */
export interface DrawingStyle {
  layer: number;
  colour: number;
  weight: number;
  paint: Paint;
  dashes?: number[];
}

/**
 * How a shape is painted: its line, finite or `endless`; filled by even-odd (`fill`) or `whole`; filled lightly (`tint`); or with the
 * background (`blank`), to cover others.
 */
export type Paint = 'line' | 'endless' | 'fill' | 'whole' | 'tint' | 'blank';

export interface DrawingText {
  style: number;
  /** Transform to the plan from letters of height 1 on a base line at 0,0. */
  at: number[];
  lines: string[];
  across: 'left' | 'middle' | 'right' | 'fit';
  down: 'base' | 'bottom' | 'middle' | 'top';
  /** In letter heights: the width at which lines break, or with `fit` the width of the single line. */
  width?: number;
  /** Distance between base lines. */
  leading: number;
}

/** A viewport of a layout into the model: its place on the layout, and centre, height and rotation (radians) of what it shows. */
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
  /** Left, bottom, right, top of the paper, for a layout. */
  paper?: [number, number, number, number];
  texts: DrawingText[];
  viewports: DrawingViewport[];
  items: number;
  numbers: number;
  steps: number;
}

/** Steps of a path and how many numbers each takes: move to, line to, arc (centre, two half axes, from and to in radians), close. */
export const step = { move: 0, line: 1, arc: 2, close: 3 } as const;
const taken = [2, 2, 8, 0] as const;

/** The model or one layout: item `n` has the style `starts[3n]`, its steps begin at `starts[3n+1]`, their numbers at `starts[3n+2]`. */
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

/** ASCII to bytes, one byte a character; JSON is escaped to ASCII first. */
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

/** Writes the drawing format. */
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

/** Reads the drawing format; throws on other bytes. */
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

/** Receiver of a path. */
export interface Tracer {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

/** Traces item `n` of a space; arcs become chords that deviate by `error` at most. */
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
