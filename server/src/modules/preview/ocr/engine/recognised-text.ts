import { closeUp } from '../../../../platform/text/snippet.ts';

/** A line of text on a page: left, top, width and height as fractions of the page, and its text. */
export type Piece = [x: number, y: number, width: number, height: number, text: string];

/** The text found on a page, and its mean confidence (0 to 100). */
export interface RecognisedText {
  pieces: Piece[];
  sure: number;
}

/** Photos yield random letters: results below these confidences (0 to 100) are dropped. */
const leastOfWord = 10;
const leastOfLine = 60;
const mostPieces = 5000;

interface Word {
  line: string;
  box: [left: number, top: number, right: number, bottom: number];
  sure: number;
  text: string;
}

/** Parses the TSV of tesseract: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function recognisedText(table: string): RecognisedText {
  const rows = table.split('\n').map((row) => row.split('\t'));
  const page = rows.find(([level]) => level === '1');
  const [width, height] = [Number(page?.[8]), Number(page?.[9])];
  if (!(width > 0 && height > 0)) return { pieces: [], sure: 0 };
  const words = rows.filter(([level]) => level === '5').map(wordOf);
  const pieces: Piece[] = [];
  const kept: Word[] = [];
  for (const line of Map.groupBy(words, (word) => word.line).values()) {
    const sure = line.filter((word) => word.sure >= leastOfWord && word.text !== '');
    if (!isText(sure) || pieces.length >= mostPieces) continue;
    const [left, top] = [0, 1].map((side) => Math.min(...sure.map(({ box }) => box[side] as number))) as [number, number];
    const [right, bottom] = [2, 3].map((side) => Math.max(...sure.map(({ box }) => box[side] as number))) as [number, number];
    const text = closeUp(sure.map((word) => word.text).join(' '));
    kept.push(...sure);
    pieces.push([part(left / width), part(top / height), part((right - left) / width), part((bottom - top) / height), text]);
  }
  return { pieces, sure: sureOf(kept) };
}

function wordOf(row: string[]): Word {
  const [left = 0, top = 0, width = 0, height = 0, sure = 0] = row.slice(6, 11).map(Number);
  return { line: row.slice(1, 5).join(' '), box: [left, top, left + width, top + height], sure, text: (row[11] ?? '').trim() };
}

/** The mean confidence, weighted by the length of words. */
function sureOf(words: Word[]): number {
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  return length === 0 ? 0 : words.reduce((sum, { text, sure }) => sum + sure * text.length, 0) / length;
}

/** Whether a line is text: some consecutive letters, and a sufficient confidence. */
const isText = (words: Word[]): boolean =>
  sureOf(words) >= leastOfLine && /[\p{L}\p{N}]{2}/u.test(closeUp(words.map(({ text }) => text).join(' ')));

/** The amount of text, weighted by confidence. */
export const weightOf = ({ pieces, sure }: RecognisedText): number => sure * pieces.reduce((sum, [, , , , text]) => sum + text.length, 0);

/** Whether there is so little text that the page may be upside down. */
export const isWeak = (found: RecognisedText): boolean => found.sure < 75 || weightOf(found) < 40 * 75;

/** The text of a page that was recognised upside down, with boxes in the page's orientation. */
export const turnedOver = ({ pieces, sure }: RecognisedText): RecognisedText => ({
  pieces: pieces.map(([x, y, width, height, text]): Piece => [part(1 - x - width), part(1 - y - height), width, height, text]),
  sure,
});

/** Whether the text contains hardly any Chinese. */
export function isLatin(pieces: Piece[]): boolean {
  const text = pieces.map((piece) => piece[4]).join('');
  return (text.match(/\p{Script=Han}/gu)?.length ?? 0) < (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / 20;
}

const part = (value: number): number => Math.round(value * 100_000) / 100_000;
