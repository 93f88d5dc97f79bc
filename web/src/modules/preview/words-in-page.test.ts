import { expect, test } from 'vitest';
import { findWords, lettersOf, quotedPart, rangeOfWords, selectedWords, wordsInText } from './words-in-page.ts';

const around = (before: string, after: string, quote = 'May') => ({ quote, before, after });

test('of several occurrences the one whose surroundings agree best is found', () => {
  const text = 'endsinMay;beginsinMayorJune';
  expect(findWords(text, around('ends in ', ';'))).toBe(6);
  expect(findWords(text, around('begins in ', ' or'))).toBe(18);
  expect(findWords(text, around('', ''))).toBe(6);
  expect(findWords(text, around('', '', 'July'))).toBe(-1);
});

function pageOf(...lines: string[]): HTMLElement {
  const page = document.createElement('div');
  page.append(...lines.map((line) => Object.assign(document.createElement('span'), { textContent: line })));
  document.body.replaceChildren(page);
  return page;
}

test('words are found again where lines break elsewhere, whatever their script', () => {
  const page = pageOf('The lease ends', 'in May 😀 of', 'next year');
  const place = { kind: 'words', page: 1, quote: 'ends in\nMay 😀 of next', before: '', after: '' } as const;
  expect(rangeOfWords(lettersOf(page), place)?.toString()).toBe('endsin May 😀 ofnext');
  expect(rangeOfWords(lettersOf(pageOf('😀 in May')), { ...place, quote: 'in May' })?.toString()).toBe('in May');
  expect(rangeOfWords(lettersOf(pageOf('租约于', '五月到期')), { ...place, quote: '于五月' })?.toString()).toBe('于五月');
  expect(rangeOfWords(lettersOf(pageOf('Something else')), place)).toBeUndefined();
});

test('selected words are a place with what stands around them; nothing is none, nor what reaches beyond the page', () => {
  const page = pageOf('The lease ends', 'in May');
  const [first, second] = [...page.children].map((line) => line.firstChild as Text);
  const range = document.createRange();
  range.setStart(first as Text, 4);
  range.setEnd(second as Text, 2);
  expect(selectedWords(page, 3, range)).toEqual({ kind: 'words', page: 3, quote: 'lease endsin', before: 'The ', after: ' May' });
  range.setEnd(first as Text, 4);
  expect(selectedWords(page, 3, range)).toBeUndefined();
  const other = document.createElement('p');
  other.textContent = 'elsewhere';
  document.body.append(other);
  range.setEnd(other.firstChild as Text, 3);
  expect(selectedWords(page, 3, range)).toBeUndefined();
});

test('a part of a text is a place, by which it is found in the text as it is later', () => {
  const text = 'The rent 😀 is due\nin May. The deposit is due in May.';
  const from = text.lastIndexOf('due in May');
  const place = quotedPart(text, from - 1, from + 'due in May'.length);
  expect(place).toEqual({ kind: 'words', page: 1, quote: 'due in May', before: text.slice(0, from - 1).slice(-60), after: '.' });
  expect([quotedPart(text, 3, 3), quotedPart(text, 3, 4), quotedPart('x'.repeat(1001), 0, 1001)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  if (place === undefined) throw new Error('no place');
  expect(wordsInText(text)(place)).toEqual({ from, to: from + 10 });
  const later = text.replace('The rent', 'All of the rent').replaceAll('due in', 'due\n  in');
  expect(wordsInText(later)(place)).toEqual({ from: later.lastIndexOf('due'), to: later.length - 1 });
  expect(wordsInText('Nothing is due')(place)).toBeUndefined();
});
