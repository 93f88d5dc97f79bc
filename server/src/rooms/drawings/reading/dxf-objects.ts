import { GiveUp } from '../../../ground/confined/job.ts';
import { binaryPairs, type Pairs } from './binary-pairs.ts';

/** One thing of a DXF: its type, and the pairs of a code and a value that say what it is. Texts are undecoded: a character a byte. */
export interface DxfObject {
  type: string;
  codes: number[];
  values: (string | number)[];
}

/** The things of a DXF in their order, of text or of bytes. */
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

/** A DXF of text: a line with the code, a line with the value. */
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
      // a file that is no DXF is found out by its first line
      if (!Number.isInteger(pairs.code)) throw new GiveUp('broken');
      pairs.value = value;
      return true;
    },
  };
  return pairs;
}

/** The first number of this code; lengths and places beyond all reason count as none. */
export function numberOf(object: DxfObject, code: number, otherwise = 0): number {
  const at = object.codes.indexOf(code);
  return at < 0 ? otherwise : saneNumber(object.values[at], otherwise);
}

export function saneNumber(value: string | number | undefined, otherwise = 0): number {
  const number = Number(value);
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number : otherwise;
}

/** The first text of this code, undecoded and without blanks around it: for names of types and handles. */
export function wordOf(object: DxfObject, code: number): string {
  const at = object.codes.indexOf(code);
  return at < 0 ? '' : String(object.values[at]).trim();
}

/** Where two codes in a row give a point, and where those of one code give several: all of them. */
export function pointsOf(object: DxfObject, code: number): [number, number][] {
  const points: [number, number][] = [];
  for (const [at, found] of object.codes.entries()) {
    if (found === code) points.push([saneNumber(object.values[at]), 0]);
    else if (found === code + 10 && points.length > 0) (points.at(-1) as [number, number])[1] = saneNumber(object.values[at]);
  }
  return points;
}

/** The first point of this code. */
export const pointOf = (object: DxfObject, code: number): [number, number] => [numberOf(object, code), numberOf(object, code + 10)];
