import { closeUp } from '../../../../platform/text/snippet.ts';

/** A line of text on a page: left, top, width and height in parts of the page, and what it says. */
export type Piece = [x: number, y: number, width: number, height: number, text: string];

/** What was found on a page, and how sure the recogniser is of it on the whole (of 100). */
export interface RecognisedText {
  pieces: Piece[];
  sure: number;
}

/** Trees and walls have letters too, to a recogniser: of what it is this little sure (of 100) nothing is kept. */
const leastOfWord = 10;
const leastOfLine = 60;
const mostPieces = 5000;

interface Word {
  line: string;
  box: [left: number, top: number, right: number, bottom: number];
  sure: number;
  text: string;
}

/** The lines in a table of the recogniser: rows with level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
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

/** How sure the recogniser is of these words on the whole, longer ones counting for more. */
function sureOf(words: Word[]): number {
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  return length === 0 ? 0 : words.reduce((sum, { text, sure }) => sum + sure * text.length, 0) / length;
}

/** Whether a line is one: some letters in a row, and on the whole rather sure. */
const isText = (words: Word[]): boolean =>
  sureOf(words) >= leastOfLine && /[\p{L}\p{N}]{2}/u.test(closeUp(words.map(({ text }) => text).join(' ')));

/** How much was found, what is unsure counting for less. */
export const weightOf = ({ pieces, sure }: RecognisedText): number => sure * pieces.reduce((sum, [, , , , text]) => sum + text.length, 0);

/** Whether so little was found that the page may be the wrong way up. */
export const isWeak = (found: RecognisedText): boolean => found.sure < 75 || weightOf(found) < 40 * 75;

/** What was found on a page that was turned upside down for it, in its places as it lies. */
export const turnedOver = ({ pieces, sure }: RecognisedText): RecognisedText => ({
  pieces: pieces.map(([x, y, width, height, text]): Piece => [part(1 - x - width), part(1 - y - height), width, height, text]),
  sure,
});

/** Whether there is hardly any Chinese among this. */
export function isLatin(pieces: Piece[]): boolean {
  const text = pieces.map((piece) => piece[4]).join('');
  return (text.match(/\p{Script=Han}/gu)?.length ?? 0) < (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / 20;
}

const part = (value: number): number => Math.round(value * 100_000) / 100_000;
