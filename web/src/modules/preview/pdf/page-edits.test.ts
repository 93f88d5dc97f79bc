import { expect, test } from 'vitest';
import { isUnchanged, joined, movedBy, movedTo, pagesOf, runsOf, turned, without } from './page-edits.ts';

const keys = (...pages: number[]) => new Set(pages.map((page) => `-${page}`));
const order = (pages: ReturnType<typeof pagesOf>) => pages.map(({ otherId, page }) => `${otherId ?? ''}${page}`).join(' ');

test('pages move together, in their order, and stay within the document', () => {
  const pages = pagesOf(5);
  expect(order(movedTo(pages, keys(2, 4), 0))).toBe('2 4 1 3 5');
  expect(order(movedTo(pages, keys(1), 5))).toBe('2 3 4 5 1');
  expect(order(movedTo(pages, keys(3), 3))).toBe('1 2 3 4 5');
  expect(order(movedBy(pages, keys(2, 3), 1))).toBe('1 4 2 3 5');
  expect(order(movedBy(pages, keys(2, 3), -1))).toBe('2 3 1 4 5');
  expect([order(movedBy(pages, keys(1), -1)), order(movedBy(pages, keys(5), 1))]).toEqual(['1 2 3 4 5', '1 2 3 4 5']);
});

test('joined pages come behind the chosen ones, or last', () => {
  const pages = pagesOf(2);
  expect(order(joined(pages, keys(1), pagesOf(2, '9')))).toBe('1 91 92 2');
  expect(order(joined(pages, keys(), pagesOf(1, '9')))).toBe('1 2 91');
});

test('pages that follow each other are one entry, and those turned otherwise another', () => {
  const pages = turned(turned(joined(without(pagesOf(6), keys(3)), keys(6), pagesOf(2, '9')), keys(5), 90), keys(1), -90);
  expect(runsOf(pages)).toEqual([
    { from: 1, to: 1, turn: 270 },
    { from: 2, to: 2, turn: 0 },
    { from: 4, to: 4, turn: 0 },
    { from: 5, to: 5, turn: 90 },
    { from: 6, to: 6, turn: 0 },
    { from: 1, to: 2, turn: 0, otherId: '9' },
  ]);
  expect(isUnchanged(pages, 6)).toBe(false);
  expect(isUnchanged(turned(turned(pagesOf(6), keys(2), 90), keys(2), -90), 6)).toBe(true);
});
