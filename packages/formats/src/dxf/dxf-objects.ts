import { TaskFailure } from '../task.ts';

/** The current pair; `next` returns false at the end of the file. */
interface Pairs {
  code: number;
  value: string | number;
  next(): boolean;
}

const sentinel = Buffer.from('AutoCAD Binary DXF\r\n\x1a\0', 'latin1');

/** A binary DXF; undefined where it is none. The oldest releases write a code in one byte, all others in two. */
function binaryPairs(bytes: Buffer): Pairs | undefined {
  if (!bytes.subarray(0, sentinel.length).equals(sentinel)) return undefined;
  let at = sentinel.length;
  // the first pair is `0 SECTION`: with codes of two bytes the second one is zero
  const isOld = bytes[at + 1] !== 0;
  const need = (count: number): number => {
    const start = at;
    at += count;
    if (at > bytes.length) throw new TaskFailure('broken');
    return start;
  };
  const code = (): number => {
    if (!isOld) return bytes.readUInt16LE(need(2));
    const short = bytes.readUInt8(need(1));
    return short === 255 ? bytes.readUInt16LE(need(2)) : short;
  };
  const read: Record<Kind, () => string | number> = {
    text() {
      const end = bytes.indexOf(0, at);
      if (end < 0) throw new TaskFailure('broken');
      const text = bytes.toString('latin1', at, end);
      at = end + 1;
      return text;
    },
    double: () => bytes.readDoubleLE(need(8)),
    short: () => bytes.readInt16LE(need(2)),
    long: () => bytes.readInt32LE(need(4)),
    huge: () => Number(bytes.readBigInt64LE(need(8))),
    flag: () => bytes.readUInt8(need(1)),
    chunk() {
      const length = bytes.readUInt8(need(1));
      need(length);
      return '';
    },
  };
  const pairs: Pairs = {
    code: 0,
    value: '',
    next() {
      if (at + 2 > bytes.length) return false;
      pairs.code = code();
      pairs.value = read[kindOf(pairs.code)]();
      return true;
    },
  };
  return pairs;
}

type Kind = 'text' | 'double' | 'short' | 'long' | 'huge' | 'flag' | 'chunk';

/** The first code of each kind of value, by the DXF reference. */
const kinds: [from: number, kind: Kind][] = [
  [0, 'text'],
  [10, 'double'],
  [60, 'short'],
  [90, 'long'],
  [100, 'text'],
  [110, 'double'],
  [160, 'huge'],
  [170, 'short'],
  [210, 'double'],
  [270, 'short'],
  [290, 'flag'],
  [300, 'text'],
  [310, 'chunk'],
  [320, 'text'],
  [370, 'short'],
  [390, 'text'],
  [400, 'short'],
  [410, 'text'],
  [420, 'long'],
  [430, 'text'],
  [440, 'long'],
  [460, 'double'],
  [470, 'text'],
  [1004, 'chunk'],
  [1005, 'text'],
  [1010, 'double'],
  [1060, 'short'],
  [1071, 'long'],
];

function kindOf(code: number): Kind {
  let found: Kind = 'text';
  for (const [from, kind] of kinds) {
    if (code < from) break;
    found = kind;
  }
  return found;
}

/** An object of a DXF: its type, and its pairs of a code and a value. Texts are undecoded: a character a byte. */
export interface DxfObject {
  type: string;
  codes: number[];
  values: (string | number)[];
}

/** The objects of a DXF in order, of either form (text or binary). */
export function* dxfObjects(bytes: Buffer): Generator<DxfObject> {
  const pairs = binaryPairs(bytes) ?? textPairs(bytes);
  let object: DxfObject | undefined;
  while (pairs.next()) {
    if (pairs.code === 0) {
      if (object !== undefined) yield object;
      object = { type: String(pairs.value).trim().toUpperCase(), codes: [], values: [] };
      if (object.type === 'EOF') return;
    } else if (object !== undefined && pairs.code !== 999) {
      object.codes.push(pairs.code);
      object.values.push(pairs.value);
    }
  }
  if (object !== undefined) yield object;
}

const lineFeed = 10;
const carriageReturn = 13;

/** A DXF in text form: a line with the code, a line with the value. */
function textPairs(bytes: Buffer): Pairs {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const line = (): string | undefined => {
    if (at >= bytes.length) return undefined;
    let end = bytes.indexOf(lineFeed, at);
    if (end < 0) end = bytes.length;
    const to = end > at && bytes[end - 1] === carriageReturn ? end - 1 : end;
    const text = bytes.toString('latin1', at, to);
    at = end + 1;
    return text;
  };
  const pairs: Pairs = {
    code: 0,
    value: '',
    next() {
      const code = line();
      const value = line();
      if (code === undefined || value === undefined) return false;
      pairs.code = Number(code);
      // a file that is no DXF fails at its first line
      if (!Number.isInteger(pairs.code)) throw new TaskFailure('broken');
      pairs.value = value;
      return true;
    },
  };
  return pairs;
}

/** The first number of this code; lengths and coordinates beyond all reason count as none. */
export function numberOf(object: DxfObject, code: number, otherwise = 0): number {
  const at = object.codes.indexOf(code);
  return at < 0 ? otherwise : boundedNumber(object.values[at], otherwise);
}

export function boundedNumber(value: string | number | undefined, otherwise = 0): number {
  const number = Number(value);
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number : otherwise;
}

/** The first text of this code, undecoded and trimmed: for type names and handles. */
export function stringOf(object: DxfObject, code: number): string {
  const at = object.codes.indexOf(code);
  return at < 0 ? '' : String(object.values[at]).trim();
}

/** The points given by two consecutive codes; all of them where the first code repeats. */
export function pointsOf(object: DxfObject, code: number): [number, number][] {
  const points: [number, number][] = [];
  for (const [at, found] of object.codes.entries()) {
    if (found === code) points.push([boundedNumber(object.values[at]), 0]);
    else if (found === code + 10 && points.length > 0) (points.at(-1) as [number, number])[1] = boundedNumber(object.values[at]);
  }
  return points;
}

/** The first point of this code. */
export const pointOf = (object: DxfObject, code: number): [number, number] => [numberOf(object, code), numberOf(object, code + 10)];
