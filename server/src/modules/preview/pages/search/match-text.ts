import type { PageBox, PagePiece } from '@dossier/contract/preview/pages';

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;

/** The relative width of a letter within its piece, as in common fonts. */
export function letterWeight(letter: string): number {
  if (cjk.test(letter)) return 1.8;
  if (/[fijlrtI.,:;'|!()[\] ]/.test(letter)) return 0.55;
  if (/[mwMW@%]/.test(letter)) return 1.5;
  return /[A-Z]/.test(letter) ? 1.25 : 1;
}

interface Letter {
  /** The letter for comparison; empty where it is ignored. */
  key: string;
  piece: number;
  /** Its range within the piece, as fractions. */
  from: number;
  to: number;
}

/** The letters of a page in order and lower case; blanks and line breaks are ignored, as justified text has any number of them. */
function lettersOf(pieces: PagePiece[]): Letter[] {
  const letters: Letter[] = [];
  for (const [piece, { text }] of pieces.entries()) {
    const all = [...text.replace(/\n$/, '')];
    const whole = all.reduce((sum, letter) => sum + letterWeight(letter), 0) || 1;
    let passed = 0;
    for (const letter of all) {
      const from = passed / whole;
      passed += letterWeight(letter);
      for (const key of keyOf(letter)) letters.push({ key, piece, from, to: passed / whole });
    }
  }
  return letters;
}

const keyOf = (text: string): string[] => [...text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')];

/** The matches of a text on a page: for each the boxes that it covers, one per piece. */
export function matchText(pieces: PagePiece[], keyword: string): PageBox[][] {
  const wanted = keyOf(keyword);
  if (wanted.length === 0) return [];
  const letters = lettersOf(pieces);
  const haystack = letters.map(({ key }) => key).join('');
  const needle = wanted.join('');
  // letters outside the BMP take two code units
  const starts = new Map<number, number>();
  let place = 0;
  for (const [index, { key }] of letters.entries()) {
    starts.set(place, index);
    place += key.length;
  }
  const found: PageBox[][] = [];
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
    const first = starts.get(at);
    if (first !== undefined) found.push(boxesOf(pieces, letters.slice(first, first + wanted.length)));
  }
  return found;
}

function boxesOf(pieces: PagePiece[], letters: Letter[]): PageBox[] {
  const spans = new Map<number, { from: number; to: number }>();
  for (const { piece, from, to } of letters) spans.set(piece, { from: spans.get(piece)?.from ?? from, to });
  return [...spans].flatMap(([piece, { from, to }]) => {
    const whole = pieces[piece];
    return whole === undefined ? [] : [partOfBox(whole, from, to)];
  });
}

/** A range of a piece, given as fractions of its length. */
export function partOfBox({ x, y, width, height, turn }: PagePiece, from: number, to: number): PageBox {
  // a rotated piece turns around its upper left corner, so it keeps that corner and its whole length
  if (turn !== undefined) return { x, y, width, height, turn };
  return { x: x + width * from, y, width: width * (to - from), height };
}
