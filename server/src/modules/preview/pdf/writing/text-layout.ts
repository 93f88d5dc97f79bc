import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type PDFDocument, type PDFFont, PDFName } from '@cantoo/pdf-lib';

const require = createRequire(import.meta.url);

/** A font of a PDF that knows each character only once: laying out whole lines takes minutes for a long text. */
export interface EmbeddedFont {
  font: PDFFont;
  /** The text as the font's own codes, in hexadecimal. */
  hex(text: string): string;
  /** Its width in letters of one unit's height. */
  width(text: string): number;
}

function embeddedFont(font: PDFFont): EmbeddedFont {
  const known = new Map<string, { hex: string; width: number }>();
  const letter = (sign: string) => {
    const found = known.get(sign) ?? { hex: font.encodeText(sign).asString(), width: font.widthOfTextAtSize(sign, 1) };
    known.set(sign, found);
    return found;
  };
  return {
    font,
    hex: (text) => Array.from(text, (sign) => letter(sign).hex).join(''),
    width: (text) => Array.from(text).reduce((sum, sign) => sum + letter(sign).width, 0),
  };
}

/** The letters that have Chinese and Japanese as well as Latin, Greek and Cyrillic; of them only those that are used go into the PDF. */
export async function embedFont(pdf: PDFDocument): Promise<EmbeddedFont> {
  pdf.registerFontkit(require('fontkit') as Parameters<PDFDocument['registerFontkit']>[0]);
  const folder = dirname(require.resolve('@expo-google-fonts/noto-sans-sc/package.json'));
  const bytes = await readFile(join(folder, '400Regular', 'NotoSansSC_400Regular.ttf'));
  return embeddedFont(await pdf.embedFont(bytes, { subset: true }));
}

/** Letters of the same width, which every viewer of PDF has: no more than Western Europe needs. */
export async function embedMonospaceFont(pdf: PDFDocument): Promise<EmbeddedFont> {
  const { StandardFonts } = await import('@cantoo/pdf-lib');
  return embeddedFont(await pdf.embedFont(StandardFonts.Courier));
}

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
  letters: EmbeddedFont;
  /** Width of a line. */
  width: number;
  size: number;
}

/** Lines of a program or a table: every letter in a cell, Chinese in two, tabs at every fourth; too long ones are broken. */
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

/** An ideograph, spaces, or what stands between them. */
const wordOrSign = new RegExp(`${ideograph.source}| +|(?:(?!${ideograph.source})[^ ])+`, 'gu');

/** A word that is wider than the page, in parts. */
function* fitting(word: string, { letters, width, size }: Setting): Generator<string> {
  if (letters.width(word) * size <= width) yield word;
  else yield* word;
}

/** A sheet and its margins, in points. */
export const paperSize = { width: 595.28, height: 841.89, left: 54, right: 46, top: 52, bottom: 50 };
const mostPages = 2000;

/** How large the letters of a row are, and how far the next one is. */
export interface TextStyle {
  /** Of the typewriter, and of all others. */
  size: number;
  wide: number;
  leading: number;
}

interface Fonts {
  letters: EmbeddedFont;
  typewriter: EmbeddedFont;
}

/** Sheets of paper that are written from top to bottom. */
export function startPages(pdf: PDFDocument, { letters, typewriter }: Fonts) {
  const { context } = pdf;
  let written: string[] = [];
  let room = paperSize.height - paperSize.top - paperSize.bottom;
  let isFull = false;
  const end = (): void => {
    const page = pdf.addPage([paperSize.width, paperSize.height]);
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(`BT\n${written.join('\n')}\nET`)));
    page.node.set(PDFName.of('Resources'), context.obj({ Font: { W: letters.font.ref, T: typewriter.font.ref } }));
    [written, room] = [[], paperSize.height - paperSize.top - paperSize.bottom];
  };
  return {
    /** Writes a row; answers false where there is no room for it any more. */
    add(pieces: readonly Piece[], { size, wide, leading }: TextStyle): boolean {
      if (room < leading) {
        isFull = pdf.getPageCount() + 1 >= mostPages;
        if (isFull) return false;
        end();
      }
      room -= leading;
      const y = paperSize.bottom + room;
      for (const { text, font, x, bold } of pieces) {
        const hand = font === 'wide' ? { key: 'W', hex: letters.hex(text), size: wide } : { key: 'T', hex: typewriter.hex(text), size };
        const at = `/${hand.key} ${hand.size} Tf 1 0 0 1 ${(paperSize.left + x).toFixed(2)} ${y.toFixed(2)} Tm <${hand.hex}> Tj`;
        // the one font that knows Chinese is written thicker by its outlines
        written.push(bold ? `2 Tr ${(hand.size / 36).toFixed(2)} w ${at} 0 Tr` : at);
      }
      return true;
    },
    /** Leaves a gap, where the sheet is not at its end anyway. */
    skip(length: number): void {
      room = Math.max(0, room - length);
    },
    full: () => isFull,
    end,
  };
}

export type PageWriter = ReturnType<typeof startPages>;
