/** What a page's content leaves open, or closes too often, so that what is written after it would stand in its state. */
export interface Balance {
  /** How often it gives back a state that it never kept. */
  under: number;
  /** What has to be written after it, so that nothing of it is open any more. */
  closing: string;
}

const code = (sign: string): number => sign.charCodeAt(0);
const [open, close, less, more, slash, percent, backslash] = ['(', ')', '<', '>', '/', '%', '\\'].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0 || byte === undefined;
const signs = new Set([...'()<>[]{}/%'].map(code));
const longestOperator = 3;

/** Reads the operators of a page's content and keeps count of what is nested. */
export function balanceOf(bytes: Uint8Array): Balance {
  const count = { depth: 0, lowest: 0, marked: 0, text: false };
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (isSpace(byte)) at++;
    else if (byte === percent) at = lineEnd(bytes, at);
    else if (byte === open) {
      const string = stringEnd(bytes, at);
      if (string.missing > 0) return ended(count, ')'.repeat(string.missing));
      at = string.at;
    } else if (byte === less && bytes[at + 1] !== less) {
      const end = bytes.indexOf(more, at);
      if (end < 0) return ended(count, '>');
      at = end + 1;
    } else if (byte === slash) at = wordEnd(bytes, at + 1);
    else if (signs.has(byte)) at++;
    else {
      const end = wordEnd(bytes, at);
      const word = end - at <= longestOperator ? String.fromCharCode(...bytes.subarray(at, end)) : '';
      at = end;
      if (word === 'ID') {
        const picture = pictureEnd(bytes, at);
        if (picture === undefined) return ended(count, ' EI');
        at = picture;
      } else note(count, word);
    }
  }
  return ended(count, '');
}

type Count = { depth: number; lowest: number; marked: number; text: boolean };

function note(count: Count, word: string): void {
  if (word === 'q') count.depth++;
  else if (word === 'Q') count.lowest = Math.min(count.lowest, --count.depth);
  else if (word === 'BT') count.text = true;
  else if (word === 'ET') count.text = false;
  else if (word === 'BMC' || word === 'BDC') count.marked++;
  else if (word === 'EMC') count.marked = Math.max(0, count.marked - 1);
}

function ended({ depth, lowest, marked, text }: Count, first: string): Balance {
  const closing = [first, text ? 'ET' : '', 'EMC '.repeat(marked), 'Q '.repeat(depth - lowest)].join('\n');
  return { under: -lowest, closing };
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}

function wordEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !isSpace(bytes[at]) && !signs.has(bytes[at] as number)) at++;
  return at;
}

/** Behind a text in brackets, which may hold brackets; `missing` tells how many it lacks where the content ends before. */
function stringEnd(bytes: Uint8Array, from: number): { at: number; missing: number } {
  let deep = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === backslash) at++;
    else if (byte === open) deep++;
    else if (byte === close && --deep === 0) return { at: at + 1, missing: 0 };
  }
  return { at: bytes.length, missing: deep };
}

/** Behind a picture that stands in the content itself. */
function pictureEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0x45, from); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
    if (bytes[at + 1] === 0x49 && isSpace(bytes[at - 1]) && isSpace(bytes[at + 2])) return at + 2;
  }
  return undefined;
}
