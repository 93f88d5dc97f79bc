import type { DrawingText } from './drawing-file.ts';

/** How large a font is whose capitals are 1 high. */
export const fontOfHeight = 1.36;
const below = 0.3;
const mostLines = 2000;

/** A line of a text: where it begins on its base line, of letters 1 high, and how much its letters are stretched. */
export interface SetLine {
  line: string;
  x: number;
  y: number;
  width: number;
  stretch: number;
}

/** Sets a text: its lines broken where they are too long, each in its place. `measure` tells how wide a line is in letters 1 high. */
export function setText(text: DrawingText, measure: (line: string) => number): SetLine[] {
  const { across, down, leading, width } = text;
  if (across === 'fit') {
    const line = text.lines[0] ?? '';
    const own = measure(line) || 1;
    return [{ line, x: 0, y: 0, width: width ?? own, stretch: (width ?? own) / own }];
  }
  const lines = (width === undefined ? text.lines : text.lines.flatMap((line) => broken(line, width, measure))).slice(0, mostLines);
  const depth = leading * (lines.length - 1);
  const first = { base: 0, bottom: below + depth, middle: depth / 2 - 0.5, top: -1 }[down] ?? 0;
  return lines.map((line, at) => {
    const own = measure(line);
    const x = across === 'left' ? 0 : across === 'right' ? -own : -own / 2;
    return { line, x, y: first - at * leading, width: own, stretch: 1 };
  });
}

/** A line in pieces that are no wider than they may be, if it can be broken: between words, and between signs of Chinese. */
function broken(line: string, width: number, measure: (line: string) => number): string[] {
  // a border that was measured with other letters is not broken at for a hair
  if (measure(line) <= width * 1.08) return [line];
  const pieces: string[] = [];
  let now = '';
  for (const word of line.match(/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|\s+/g) ?? []) {
    if (now !== '' && measure(now + word.trimEnd()) > width * 1.02) {
      pieces.push(now.trimEnd());
      now = word.trimStart();
    } else now += word;
  }
  return [...pieces, now];
}
