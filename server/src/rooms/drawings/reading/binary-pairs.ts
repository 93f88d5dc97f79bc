import { GiveUp } from '../../../ground/confined/job.ts';

/** One pair; `next` answers false at the end of the file. */
export interface Pairs {
  code: number;
  value: string | number;
  next(): boolean;
}

const sentinel = Buffer.from('AutoCAD Binary DXF\r\n\x1a\0', 'latin1');

/** A DXF of bytes; undefined where it is none. The oldest write a code in one byte, all others in two. */
export function binaryPairs(bytes: Buffer): Pairs | undefined {
  if (!bytes.subarray(0, sentinel.length).equals(sentinel)) return undefined;
  let at = sentinel.length;
  // the first pair is `0 SECTION`: in two bytes the second one is zero
  const isOld = bytes[at + 1] !== 0;
  const need = (count: number): number => {
    const start = at;
    at += count;
    if (at > bytes.length) throw new GiveUp('broken');
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
      if (end < 0) throw new GiveUp('broken');
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

/** From which code on values are of which kind, by the reference of the format. */
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
