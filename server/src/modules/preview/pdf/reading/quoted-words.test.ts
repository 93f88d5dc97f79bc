import { expect, it } from 'vitest';
import type { Letter, OpenText } from './pdfium-text.ts';
import { locateQuotes } from './quoted-words.ts';

it('looks for no further words of a page once the time is over', () => {
  const letters = Array.from('aaaa', (text, at): Letter => ({ text, box: [at / 4, 0, (at + 1) / 4, 1], angle: 0 }));
  const pdf: OpenText = {
    pages: 1,
    letters: () => ({ letters, toShown: (x, y) => [x, y] }),
    text: () => 'aaaa',
    close: () => undefined,
  };
  const quotes = Array.from({ length: 5 }, () => ({ page: 1, quote: 'a', before: '', after: '' }));
  const found = (most: number): number => {
    let asked = 0;
    return locateQuotes(pdf, quotes, () => ++asked > most).lines.filter((lines) => lines.length > 0).length;
  };
  expect(found(Number.POSITIVE_INFINITY)).toBe(5);
  expect(found(3)).toBe(2);
});
