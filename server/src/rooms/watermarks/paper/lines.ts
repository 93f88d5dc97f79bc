import type { Letters } from './letters.ts';

/** A piece of a line in one font, so many units from its beginning. */
export interface Piece {
  text: string;
  font: 'wide' | 'typewriter';
  x: number;
  bold?: boolean;
}

/** Some words of a paragraph that look alike; a line break stands alone. */
export interface Run {
  text: string;
  bold: boolean;
}

const tab = 4;
/** So much of a line is looked at; programs write endless ones. */
const longest = 200_000;
const ideograph =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;
const unprinted = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const latin = /^[\x20-\x7e\xa1-\xff\u20ac]$/;

const cleaned = (line: string): string => line.slice(0, longest).replaceAll('\f', ' ');

interface Setting {
  letters: Letters;
  /** Width of a line. */
  width: number;
  size: number;
}

/** Lines of a program or a table: every letter in a cell, Chinese in two, tabs at every fourth; too long ones are broken. */
export function* gridLines(line: string, { letters, width, size }: Setting, cell: number): Generator<Piece[]> {
  const columns = Math.max(8, Math.floor(width / cell));
  let pieces: Piece[] = [];
  let column = 0;
  for (const sign of cleaned(line)) {
    if (sign === '\t') {
      column += tab - (column % tab);
      continue;
    }
    const text = sign.replace(unprinted, '');
    if (text === '') continue;
    const isLatin = latin.test(text);
    const cells = ideograph.test(text) || (!isLatin && letters.width(text) * size > cell * 1.1) ? 2 : 1;
    if (column + cells > columns) {
      yield pieces;
      [pieces, column] = [[], 0];
    }
    const last = pieces.at(-1);
    if (isLatin && last?.font === 'typewriter' && Math.abs(last.x + last.text.length * cell - column * cell) < 0.01) last.text += text;
    else if (text !== ' ') {
      const inset = isLatin ? 0 : Math.max(0, (cells * cell - letters.width(text) * size) / 2);
      pieces.push({ text, font: isLatin ? 'typewriter' : 'wide', x: column * cell + inset });
    }
    column += cells;
  }
  yield pieces;
}

/** Lines of prose: broken between words, and between any two characters where there are none. */
export function* proseLines(line: string, { letters, width, size }: Setting): Generator<Piece[]> {
  const text = cleaned(line).replaceAll('\t', ' '.repeat(tab)).replace(unprinted, '');
  let [row, rowWidth] = ['', 0];
  for (const word of text.match(wordOrSign) ?? []) {
    for (const part of fitting(word, { letters, width, size })) {
      const partWidth = letters.width(part) * size;
      if (rowWidth + partWidth > width && row !== '') {
        yield [{ text: row, font: 'wide', x: 0 }];
        [row, rowWidth] = ['', 0];
        if (part.trim() === '') continue;
      }
      row += part;
      rowWidth += partWidth;
    }
  }
  yield row === '' ? [] : [{ text: row, font: 'wide', x: 0 }];
}

/** Lines of a paragraph whose words do not all look alike. */
export function* runLines(runs: readonly Run[], { letters, width, size }: Setting): Generator<Piece[]> {
  let row: Piece[] = [];
  let filled = 0;
  for (const { text, bold } of runs) {
    if (text === '\n') {
      yield row;
      [row, filled] = [[], 0];
      continue;
    }
    const words = cleaned(text).replaceAll('\t', ' ').replace(unprinted, '').match(wordOrSign) ?? [];
    for (const part of words.flatMap((word) => [...fitting(word, { letters, width, size })])) {
      const partWidth = letters.width(part) * size;
      if (filled + partWidth > width && row.length > 0) {
        yield row;
        [row, filled] = [[], 0];
      }
      if (row.length === 0 && part.trim() === '') continue;
      const last = row.at(-1);
      if (last !== undefined && (last.bold ?? false) === bold) last.text += part;
      else row.push({ text: part, font: 'wide', x: filled, bold });
      filled += partWidth;
    }
  }
  yield row;
}

/** An ideograph, spaces, or what stands between them. */
const wordOrSign = new RegExp(`${ideograph.source}| +|(?:(?!${ideograph.source})[^ ])+`, 'gu');

/** A word that is wider than the page, in parts. */
function* fitting(word: string, { letters, width, size }: Setting): Generator<string> {
  if (letters.width(word) * size <= width) yield word;
  else yield* word;
}
