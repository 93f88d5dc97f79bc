import type { DemoLanguage } from '../company/demo-language.ts';

// widths of Helvetica from space to tilde, in thousandths
const widths =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
const closing = /^[，。、；：？！）」』”’％]/;

/** Letters of the Latin fonts; all others are set in the font of the language. */
const isLatin = (letter: string): boolean => letter <= 'ÿ';

const widthOf = (letter: string): number => (isLatin(letter) ? (widths[(letter.codePointAt(0) ?? 0) - 32] ?? 556) / 1000 : 1);

/** The width of a text at size 1. */
export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + widthOf(letter), 0);

/** Lines no wider than `width` at size 1: broken between words, and anywhere between Chinese and Japanese letters except before punctuation. */
export function breakLines(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[\u0020-\u00ff]+?(?:\s+|$|(?=[^\u0020-\u00ff]))|[^\u0020-\u00ff]/gu) ?? []) {
    if (line !== '' && textWidth((line + piece).trimEnd()) > width && !closing.test(piece)) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

export interface Style {
  x: number;
  y: number;
  size: number;
  lang: DemoLanguage;
  bold?: boolean;
  grey?: number;
}

/** The operators that show one line: runs in the Latin font and in that of the language. */
export function showLine(text: string, { x, y, size, lang, bold = false, grey = 0.1 }: Style): string {
  const runs = text.match(/[\u0020-\u00ff]+|[^\u0020-\u00ff]+/gu) ?? [];
  // the Chinese and Japanese fonts have no bold: their outline is drawn as well
  const weight = bold ? `2 Tr ${(size / 40).toFixed(2)} w` : '0 Tr';
  const shown = runs.map((run) => {
    if (isLatin(run)) return `0 Tr /${bold ? 'B' : 'R'} ${size} Tf <${Buffer.from(run, 'latin1').toString('hex')}> Tj`;
    const codes = Buffer.from(run, 'utf16le').swap16().toString('hex');
    return `${weight} /${lang === 'ja' ? 'J' : 'C'} ${size} Tf <${codes}> Tj`;
  });
  return `BT ${grey} g ${grey} G 1 0 0 1 ${x.toFixed(1)} ${y.toFixed(1)} Tm ${shown.join(' ')} ET\n`;
}
