import { expect, test } from 'vitest';
import { findWords, lettersOf, rangeOfWords, selectedWords } from './words-in-page.ts';

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
