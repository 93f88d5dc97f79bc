import { expect, test } from 'vitest';
import { partsOf } from './comment-words.tsx';
import { lengthOf, mentionedIn } from './drafts.ts';
import { momentText, placeWords } from './place-words.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as Parameters<typeof placeWords>[1];

test('places are named as people name them', () => {
  expect(placeWords({ kind: 'cell', sheet: 'Sheet 1', row: 3, column: 1, text: '' }, t)).toBe('atCell Sheet 1 B4');
  expect(placeWords({ kind: 'cell', sheet: 'Sheet 1', row: 0, column: 701, text: '' }, t)).toBe('atCell Sheet 1 ZZ1');
  expect(placeWords({ kind: 'cell', sheet: 'Sheet 1', row: 0, column: 702, text: '' }, t)).toBe('atCell Sheet 1 AAA1');
  expect(placeWords({ kind: 'area', page: 3, x: 0, y: 0, width: 1, height: 1 }, t)).toBe('atPage 3');
  expect([momentText(83.9), momentText(3723)]).toEqual(['1:23', '1:02:03']);
});

test('those whose names a text still has are mentioned, and a name that begins another one is not cut', () => {
  const [ann, anna] = [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Anna' },
  ];
  expect(mentionedIn({ content: 'For @Anna', mentions: [anna, { id: '3', name: 'Bob' }] })).toEqual([anna]);
  expect(partsOf('For @Anna and @Ann.', [`@${ann.name}`, `@${anna.name}`])).toEqual(['For ', '@Anna', ' and ', '@Ann', '.']);
  expect(lengthOf('😀字')).toBe(2);
});
