import type { PageArea } from '@dossier/contract/preview/pdf-changes';
import type { Letter, OpenText, ToShown } from './pdfium-text.ts';
import { isTelling, packed, searched } from './secret-words.ts';

type Box = Omit<PageArea, 'page'>;

/** Where a letter stands on the page as it is shown. */
export function shownBox({ box: [left, bottom, right, top] }: Pick<Letter, 'box'>, toShown: ToShown): Box {
  const [[x1, y1], [x2, y2]] = [toShown(left, bottom), toShown(right, top)];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** A letter that an area only grazes stands beside it: its line touches that of the letters under the area. */
const leastCovered = 0.15;

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);

/** Whether an area and a box have any point in common. */
const touches = (area: Box, { x, y, width, height }: Box): boolean =>
  overlap(area.x, area.width, x, width) > 0 && overlap(area.y, area.height, y, height) > 0;

/** Whether the middle of a box lies in an area. */
export const holdsMiddle = (area: Box, { x, y, width, height }: Box): boolean =>
  covers(area, { x: x + width / 2, y: y + height / 2, width: 0, height: 0 });

/** Whether an area covers more than the edge of a box. */
export function covers(area: Box, { x, y, width, height }: Box): boolean {
  const across = overlap(area.x, area.width, x, width);
  const down = overlap(area.y, area.height, y, height);
  return across >= 0 && down >= 0 && across >= leastCovered * width && down >= leastCovered * height;
}

/** The most hits of a search, and the most areas of all hits. */
const mostHits = 2000;

/** The areas of all places where one of the words stands. */
export function findWords(pdf: OpenText, words: readonly string[], isOver: () => boolean): { hits: PageArea[][]; cut: boolean } {
  const wanted = [...new Set(words.map(searched))].filter((word) => word !== '');
  const hits: PageArea[][] = [];
  for (let page = 1; page <= pdf.pages; page++) {
    if (isOver()) return { hits, cut: true };
    const { letters, toShown } = pdf.letters(page);
    const { text, origins } = searchedLetters(letters);
    for (const word of wanted) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const found = new Set(origins.slice(at, at + word.length));
        const lines = linesOf(letters, (index) => found.has(index) && letters[index]?.text.trim() !== '', toShown);
        if (lines.length > 0) hits.push(lines.map((line) => ({ page, ...padded(line) })));
        if (hits.length >= mostHits) return { hits, cut: true };
      }
    }
  }
  return { hits, cut: false };
}

/** The lines of some letters, on the page as it is shown. */
export const linesOf = (letters: readonly Letter[], isChosen: (index: number) => boolean, toShown: ToShown): Box[] =>
  joinedLetters(letters, isChosen).map((line) => shownLine(line, toShown));

/** The text of letters as it is searched, and of which letter each of its signs is. */
function searchedLetters(letters: readonly Letter[]): { text: string; origins: number[] } {
  const signs: string[] = [];
  const origins: number[] = [];
  for (const [index, { text }] of letters.entries()) {
    const sign = searched(text);
    if (sign === '' && (signs.length === 0 || signs.at(-1) === ' ')) continue;
    for (const one of sign === '' ? ' ' : sign) {
      for (let unit = 0; unit < one.length; unit++) {
        signs.push(one[unit] as string);
        origins.push(index);
      }
    }
  }
  return withoutGaps(signs, origins);
}

const isIdeograph = (sign: string | undefined): boolean => sign !== undefined && /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(sign);

/** Spaces and line breaks between ideographs do not count. */
function withoutGaps(signs: readonly string[], origins: readonly number[]): { text: string; origins: number[] } {
  const kept = signs.map((sign, at) => sign !== ' ' || !(isIdeograph(signs[at - 1]) && isIdeograph(signs[at + 1])));
  return { text: signs.filter((_, at) => kept[at]).join(''), origins: origins.filter((_, at) => kept[at]) };
}

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** A little larger, so that no edge of a letter stands out. */
function padded({ x, y, width, height }: Box): Box {
  const [across, down] = [0.002, Math.min(0.004, height * 0.15)];
  const [left, top] = [Math.max(0, x - across), Math.max(0, y - down)];
  return { x: left, y: top, width: Math.min(1, x + width + across) - left, height: Math.min(1, y + height + down) - top };
}

/** A word that stays on a page: its place in the units of the page, and the direction of its line in quarter turns. */
export interface KeptWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  quarter: number;
}

/** What a redaction has to keep and to remove. */
export interface RedactionPlan {
  pages: { page: number; words: KeptWord[] }[];
  /** What stands under the areas, as far as it stands nowhere else in the pages. */
  secrets: string[];
}

const mostSecrets = 5000;
const longestSecret = 200;

/** Letters beside the page are seen by nobody, and are not put back. */
const wholePage: Box = { x: 0, y: 0, width: 1, height: 1 };

/** Reads what stands under areas, and the words beside them. */
export function planRedaction(pdf: OpenText, areas: readonly PageArea[]): RedactionPlan {
  const ofPage = Map.groupBy(areas, ({ page }) => page);
  const pages: RedactionPlan['pages'] = [];
  const removed = new Set<string>();
  const rest: string[] = [];
  for (let page = 1; page <= pdf.pages; page++) {
    const here = ofPage.get(page);
    if (here === undefined) {
      rest.push(packed(pdf.text(page)));
      continue;
    }
    const { letters, toShown } = pdf.letters(page);
    const boxes = letters.map((letter) => shownBox(letter, toShown));
    const isUnder = boxes.map((box) => here.some((area) => covers(area, box) || holdsMiddle(area, box)));
    const isKept = (at: number): boolean => !isUnder[at] && holdsMiddle(wholePage, boxes[at] as Box);
    // no word reaches over an area, as its letters are put back at equal distances
    const mayJoin = (word: KeptWord): boolean => !here.some((area) => touches(area, shownLine(word, toShown)));
    pages.push({ page, words: keptWords(letters, isKept, mayJoin) });
    rest.push(packed(letters.map(({ text }, at) => (isUnder[at] ? '\n' : text)).join('')));
    for (const text of removedTexts(letters, isUnder)) if (removed.size < mostSecrets) removed.add(text.slice(0, longestSecret));
  }
  const secrets = [...removed].filter((text) => isTelling(text) && !rest.some((page) => page.includes(packed(text))));
  return { pages, secrets };
}

/** What stands under areas: whole, and word by word. */
function removedTexts(letters: readonly Letter[], isUnder: readonly boolean[]): string[] {
  const pieces = letters
    .map(({ text }, at) => (isUnder[at] || text.trim() === '' ? text : '\0'))
    .join('')
    .split('\0');
  return pieces.flatMap((piece) => [piece.trim(), ...piece.split(/[\s\p{P}]+/u)]).filter((text) => text !== '');
}

const isDrawn = ({ box: [left, bottom, right, top] }: Letter): boolean => right > left && top > bottom;

/** The letters beside areas, as words: they are put back one by one. */
const keptWords = (letters: readonly Letter[], isKept: (at: number) => boolean, mayJoin: (word: KeptWord) => boolean): KeptWord[] =>
  joinedLetters(letters, (at) => isKept(at) && letters[at]?.text.trim() !== '' && letters[at]?.text !== '\ufffd', mayJoin);

/** Chosen letters that follow each other in a line, put together; as words, which any other letter ends, only as far as they may be joined. */
function joinedLetters(letters: readonly Letter[], isChosen: (at: number) => boolean, mayJoin?: (word: KeptWord) => boolean): KeptWord[] {
  const words: KeptWord[] = [];
  let open: KeptWord | undefined;
  for (const [at, letter] of letters.entries()) {
    if (!isChosen(at) || !isDrawn(letter)) {
      if (mayJoin !== undefined) open = undefined;
      continue;
    }
    const { text, angle } = letter;
    const [left, bottom, right, top] = letter.box;
    const quarter = ((Math.round(angle / 90) % 4) + 4) % 4;
    const next = { text, x: left, y: bottom, width: right - left, height: top - bottom, quarter };
    const whole: KeptWord | undefined = open && { ...open, ...union(open, next), text: open.text + text };
    if (open !== undefined && whole !== undefined && open.quarter === quarter && isNear(open, next) && (mayJoin?.(whole) ?? true)) {
      Object.assign(open, whole);
    } else {
      open = next;
      words.push(open);
    }
  }
  return words;
}

const shownLine = ({ x, y, width, height }: KeptWord, toShown: ToShown): Box => shownBox({ box: [x, y, x + width, y + height] }, toShown);

/** Letters of a line overlap across it, and no gap of more than a wide letter is between them. */
function isNear(word: KeptWord, letter: KeptWord): boolean {
  const isLying = word.quarter % 2 === 0;
  const across = isLying ? overlap(word.y, word.height, letter.y, letter.height) : overlap(word.x, word.width, letter.x, letter.width);
  const along = isLying ? overlap(word.x, word.width, letter.x, letter.width) : overlap(word.y, word.height, letter.y, letter.height);
  const tall = isLying ? Math.max(word.height, letter.height) : Math.max(word.width, letter.width);
  return across > -0.2 * tall && along > -2 * tall;
}
