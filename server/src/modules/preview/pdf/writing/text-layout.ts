import { type PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { EmbeddedFont } from '../../../../platform/text/embedded-font.ts';

/** A piece of a line in one font, with its offset from the start. */
export interface Piece {
  text: string;
  font: 'wide' | 'typewriter';
  x: number;
  bold?: boolean;
}

/** Words of a paragraph in one style; a line break is a run of its own. */
export interface Run {
  text: string;
  bold: boolean;
}

const tab = 4;
/** Longer lines are truncated; generated files have endless ones. */
const longest = 200_000;
const ideograph =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;
const unprinted = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const latin = /^[\x20-\x7e\xa1-\xff\u20ac]$/;

const cleaned = (line: string): string => line.slice(0, longest).replaceAll('\f', ' ');

interface Setting {
  letters: EmbeddedFont;
  /** Width of a line. */
  width: number;
  size: number;
}

/** Lines of a program or a table: a cell per letter, two for Chinese, tab stops at every fourth; long lines are broken. */
export function* monospaceLines(line: string, { letters, width, size }: Setting, cell: number): Generator<Piece[]> {
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

/** Lines of prose: broken between words, and between any two ideographs. */
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

/** Lines of a paragraph with several styles. */
export function* styledLines(runs: readonly Run[], { letters, width, size }: Setting): Generator<Piece[]> {
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

/** An ideograph, spaces, or a word. */
const wordOrSign = new RegExp(`${ideograph.source}| +|(?:(?!${ideograph.source})[^ ])+`, 'gu');

/** Splits a word that is wider than the page. */
function* fitting(word: string, { letters, width, size }: Setting): Generator<string> {
  if (letters.width(word) * size <= width) yield word;
  else yield* word;
}

/** Page size and margins, in points. */
export const paperSize = { width: 595.28, height: 841.89, left: 54, right: 46, top: 52, bottom: 50 };
const mostPages = 2000;

/** Letter size and line spacing of a row. */
export interface TextStyle {
  /** Of the monospace font, and of the other fonts. */
  size: number;
  wide: number;
  leading: number;
}

interface Fonts {
  letters: EmbeddedFont;
  typewriter: EmbeddedFont;
}

/** Writes rows onto pages from top to bottom. */
export function startPages(pdf: PDFDocument, { letters, typewriter }: Fonts) {
  const { context } = pdf;
  const before = pdf.getPageCount();
  let written: string[] = [];
  let spaceLeft = paperSize.height - paperSize.top - paperSize.bottom;
  let isFull = false;
  const end = (): void => {
    const page = pdf.addPage([paperSize.width, paperSize.height]);
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(`BT\n${written.join('\n')}\nET`)));
    page.node.set(PDFName.of('Resources'), context.obj({ Font: { W: letters.font.ref, T: typewriter.font.ref } }));
    [written, spaceLeft] = [[], paperSize.height - paperSize.top - paperSize.bottom];
  };
  return {
    /** Writes a row; answers false where the page limit is reached. */
    add(pieces: readonly Piece[], { size, wide, leading }: TextStyle): boolean {
      if (spaceLeft < leading) {
        isFull = pdf.getPageCount() - before + 1 >= mostPages;
        if (isFull) return false;
        end();
      }
      spaceLeft -= leading;
      const y = paperSize.bottom + spaceLeft;
      for (const { text, font, x, bold } of pieces) {
        const chosenFont =
          font === 'wide' ? { key: 'W', hex: letters.hex(text), size: wide } : { key: 'T', hex: typewriter.hex(text), size };
        const at = `/${chosenFont.key} ${chosenFont.size} Tf 1 0 0 1 ${(paperSize.left + x).toFixed(2)} ${y.toFixed(2)} Tm <${chosenFont.hex}> Tj`;
        // the font has no bold weight: its outlines are stroked
        written.push(bold ? `2 Tr ${(chosenFont.size / 36).toFixed(2)} w ${at} 0 Tr` : at);
      }
      return true;
    },
    /** Adds a gap, except at the end of a page. */
    skip(length: number): void {
      spaceLeft = Math.max(0, spaceLeft - length);
    },
    full: () => isFull,
    end,
  };
}

export type PageWriter = ReturnType<typeof startPages>;
