import { expect, test } from 'vitest';
import { anId, anyText, matching, oneOf, parseQuery, textUpTo, whole } from './page-query.ts';

const shape = {
  id: anId,
  keyword: textUpTo(5),
  page: whole(1),
  in: oneOf(['name', 'all']),
  day: matching(/^\d{4}-\d{2}-\d{2}$/),
  t: anyText,
};

test('what makes sense is read', () => {
  expect(parseQuery(shape, '?id=12&keyword=abc&page=3&in=all&day=2026-11-21&t=')).toEqual({
    id: '12',
    keyword: 'abc',
    page: 3,
    in: 'all',
    day: '2026-11-21',
    t: '',
  });
});

test('what makes none is left out, and so is what nobody asks for', () => {
  expect(parseQuery(shape, 'id=12x&keyword=abcdef&page=0&in=toString&day=today&other=1&__proto__=1')).toEqual({});
  expect(parseQuery(shape, 'page=1.5')).toEqual({});
  expect(parseQuery(shape, 'page=')).toEqual({});
});
