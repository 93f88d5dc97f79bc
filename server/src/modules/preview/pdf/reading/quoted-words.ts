import type { PlaceOf } from '@dossier/contract/comments/places';
import type { PageArea } from '@dossier/contract/preview/pdf-changes';
import { linesOf } from './areas.ts';
import type { Letter, OpenText } from './pdfium-text.ts';

/** Words with those around them, on the page where they were marked. */
export type QuotedWords = Omit<PlaceOf<'words'>, 'kind'>;

/** The letters of a page without spaces, which differ between versions and renderers, and of which letter each sign is. */
interface BareLetters {
  text: string;
  origins: number[];
}

const bare = (text: string): string => text.normalize('NFKC').replace(/[\s\u00ad\u200b-\u200f\ufeff\ufffe\ufffd]+/gu, '');

function bareLetters(letters: readonly Letter[]): BareLetters {
  const signs: string[] = [];
  const origins: number[] = [];
  for (const [index, letter] of letters.entries()) {
    const sign = bare(letter.text);
    for (let unit = 0; unit < sign.length; unit++) {
      signs.push(sign[unit] as string);
      origins.push(index);
    }
  }
  return { text: signs.join(''), origins };
}

/** How many letters before and after a place are those around the quoted words. */
function agreement(text: string, at: number, { quote, before, after }: Pick<QuotedWords, 'quote' | 'before' | 'after'>): number {
  let [agreeing, following] = [0, 0];
  while (agreeing < before.length && before.at(-1 - agreeing) === text[at - 1 - agreeing]) agreeing++;
  while (following < after.length && after[following] === text[at + quote.length + following]) following++;
  return agreeing + following;
}

/** Of several occurrences the one whose surroundings agree best, as in the viewer; -1 where there is none. */
function bestPlace(text: string, words: QuotedWords): number {
  const sought = { quote: bare(words.quote), before: bare(words.before), after: bare(words.after) };
  if (sought.quote === '') return -1;
  let best = { at: -1, agreeing: -1 };
  for (let at = text.indexOf(sought.quote); at >= 0; at = text.indexOf(sought.quote, at + 1)) {
    const agreeing = agreement(text, at, sought);
    if (agreeing > best.agreeing) best = { at, agreeing };
  }
  return best.at;
}

/** The lines of quoted words on their pages, in the order of the quotes: none for words that are not there, or not looked for in time. */
export function locateQuotes(
  pdf: OpenText,
  quotes: readonly QuotedWords[],
  isOver: () => boolean,
): { pages: number; lines: Omit<PageArea, 'page'>[][] } {
  const lines: Omit<PageArea, 'page'>[][] = quotes.map(() => []);
  const byPage = Map.groupBy(quotes.entries(), ([, { page }]) => page);
  for (const [page, here] of byPage) {
    if (page > pdf.pages) continue;
    if (isOver()) break;
    const { letters, toShown } = pdf.letters(page);
    const { text, origins } = bareLetters(letters);
    for (const [index, words] of here) {
      const at = bestPlace(text, words);
      if (at < 0) continue;
      const found = new Set(origins.slice(at, at + bare(words.quote).length));
      lines[index] = linesOf(letters, (one) => found.has(one), toShown);
    }
  }
  return { pages: pdf.pages, lines };
}
