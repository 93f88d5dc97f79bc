import type { PlaceOf } from '@dossier/contract/comments/places';
import type { PageArea } from '@dossier/contract/preview/pdf-changes';
import { findQuote } from '@dossier/formats/text/quoted-words';
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

/** Where quoted words begin in the letters of a page, found as the viewer finds them; -1 where they are not there. */
const placeIn = (text: string, { quote, before, after }: QuotedWords): number =>
  findQuote(text, { quote: bare(quote), before: bare(before), after: bare(after) });

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
      // a long page where a quote may begin at each letter takes half a second for each of its quotes
      if (isOver()) break;
      const at = placeIn(text, words);
      if (at < 0) continue;
      const found = new Set(origins.slice(at, at + bare(words.quote).length));
      lines[index] = linesOf(letters, (one) => found.has(one), toShown);
    }
  }
  return { pages: pdf.pages, lines };
}
