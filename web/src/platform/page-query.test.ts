import { expect, test } from 'vitest';
import { boundedTextParam, enumParam, idParam, integerParam, parseQuery, patternParam, textParam } from './page-query.ts';

const shape = {
  id: idParam,
  keyword: boundedTextParam(5),
  page: integerParam(1),
  in: enumParam(['name', 'all']),
  day: patternParam(/^\d{4}-\d{2}-\d{2}$/),
  t: textParam,
};

test('valid values are read', () => {
  expect(parseQuery(shape, '?id=12&keyword=abc&page=3&in=all&day=2026-11-21&t=')).toEqual({
    id: '12',
    keyword: 'abc',
    page: 3,
    in: 'all',
    day: '2026-11-21',
    t: '',
  });
});

test('invalid and unknown values are left out', () => {
  expect(parseQuery(shape, 'id=12x&keyword=abcdef&page=0&in=toString&day=today&other=1&__proto__=1')).toEqual({});
  expect(parseQuery(shape, 'page=1.5')).toEqual({});
  expect(parseQuery(shape, 'page=')).toEqual({});
});
