import type { BookWriter } from './book-writer.ts';
import type { NewCell } from './stored-row.ts';

const letter = 7.2;
const line = 17;
const mostLines = 20;

/** Chinese letters are nearly twice as wide as others. */
function breadthOf(text: string, most: number): number {
  let breadth = 0;
  for (let at = 0; at < text.length && breadth < most; at++) breadth += text.charCodeAt(at) > 0x2e7f ? letter * 1.8 : letter;
  return breadth;
}

/** How many lines a text takes in so many pixels; where none are given, only those that it breaks itself. */
function linesOf(text: string, width: number | undefined): number {
  const room = Math.max(letter * 2, (width ?? 0) - 8);
  const parts = text.split('\n', mostLines);
  if (width === undefined) return parts.length;
  const lines = parts.reduce((sum, part) => sum + Math.max(1, Math.ceil(breadthOf(part, room * mostLines) / room)), 0);
  return Math.min(lines, mostLines);
}

/** The height of a row that the file gives none: spreadsheets fit it to its texts when they open the file. Undefined where one line is enough. */
export function fittedHeight(cells: NewCell[], book: BookWriter, widthOf: (column: number) => number): number | undefined {
  let lines = 1;
  for (const { column, text, style, value } of cells) {
    if (value !== undefined || text === '') continue;
    const wraps = book.styleAt(style).wrap === true;
    if (wraps || text.includes('\n')) lines = Math.max(lines, linesOf(text, wraps ? widthOf(column) : undefined));
  }
  return lines === 1 ? undefined : lines * line + 3;
}
