/** The imbalance of a content stream, whose graphics state would apply to what is appended. */
export interface Balance {
  /** How often it restores a state that it never saved. */
  under: number;
  /** The operators that close what it leaves open. */
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

/** Counts the nested operators of a content stream. */
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

/** The end of a literal string, which may contain parentheses; `missing` is the number of unclosed ones at the end of the content. */
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

/** The end of an inline image. */
function pictureEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0x45, from); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
    if (bytes[at + 1] === 0x49 && isSpace(bytes[at - 1]) && isSpace(bytes[at + 2])) return at + 2;
  }
  return undefined;
}
