import type { PlaceOf } from '@dossier/contract/comments/places';
import { findQuote } from '@dossier/formats/text/quoted-words';

type WordsPlace = PlaceOf<'words'>;

/** Words are compared by their letters alone: line breaks and spaces differ between versions and renderers. */
const isSpace = (letter: string): boolean => /\s/.test(letter);

/** The letters of a text without spaces, each with the node and offset where it stands. */
export interface Letters {
  letters: string;
  places: { node: Text; at: number }[];
}

/** The letters of an element's text: read once for all the places on a page. */
export function lettersOf(element: HTMLElement): Letters {
  const places: Letters['places'] = [];
  let letters = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    for (let at = 0; at < node.data.length; at++) {
      const letter = node.data[at] ?? '';
      if (isSpace(letter)) continue;
      letters += letter;
      places.push({ node, at });
    }
  }
  return { letters, places };
}

const bare = (text: string): string => [...text].filter((letter) => !isSpace(letter)).join('');

/** Where the words of a place begin in a text without spaces; -1 where they are not in it. */
export const findWords = (text: string, { quote, before, after }: Pick<WordsPlace, 'quote' | 'before' | 'after'>): number =>
  findQuote(text, { quote: bare(quote), before: bare(before), after: bare(after) });

/** The words of a place in the letters of a page, as a range of the document; undefined where they are not in it. */
export function rangeOfWords({ letters, places }: Letters, place: WordsPlace): Range | undefined {
  const at = findWords(letters, place);
  const [first, last] = [places[at], places[at + bare(place.quote).length - 1]];
  if (at < 0 || first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(first.node, first.at);
  range.setEnd(last.node, last.at + 1);
  return range;
}

/** The words of a place in a text without marks, from one offset to another; undefined where they are not in it. */
export function wordsInText(text: string): (place: WordsPlace) => { from: number; to: number } | undefined {
  const letters: string[] = [];
  const offsets: number[] = [];
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    letters.push(run);
    for (let at = 0; at < run.length; at++) offsets.push(index + at);
  }
  const joined = letters.join('');
  return (place) => {
    const at = findWords(joined, place);
    const [from, last] = [offsets[at], offsets[at + bare(place.quote).length - 1]];
    return from === undefined || last === undefined ? undefined : { from, to: last + 1 };
  };
}

/** The longest quote of a place, and what is kept of the words before it and behind it. */
const mostQuoted = 1000;
const mostAround = 60;

/** A part of a text without pages as a place; undefined where it is empty or too long. */
export function quotedPart(text: string, from: number, to: number): WordsPlace | undefined {
  const quote = text.slice(from, to).trim();
  if (quote === '' || quote.length > mostQuoted) return undefined;
  return {
    kind: 'words',
    page: 1,
    quote,
    before: text.slice(Math.max(0, from - mostAround), from),
    after: text.slice(to, to + mostAround),
  };
}

/** What is selected within the text of a page, as a place; undefined where nothing is. */
export function selectedWords(element: HTMLElement, page: number, range: Range): WordsPlace | undefined {
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return undefined;
  const quote = range.toString().trim();
  if (quote === '' || quote.length > mostQuoted) return undefined;
  const [before, after] = [document.createRange(), document.createRange()];
  before.setStart(element, 0);
  before.setEnd(range.startContainer, range.startOffset);
  after.selectNodeContents(element);
  after.setStart(range.endContainer, range.endOffset);
  return { kind: 'words', page, quote, before: before.toString().slice(-mostAround), after: after.toString().slice(0, mostAround) };
}
