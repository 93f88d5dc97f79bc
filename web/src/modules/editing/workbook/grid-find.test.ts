import { CellValueType } from '@univerjs/core';
import { expect, test } from 'vitest';
import { type Hit, hitBeside, replacedValue } from './grid-find.ts';

const hit = (place: number, row: number, column: number): Hit => ({ place, gridId: String(place), row, column });
const hits = [hit(0, 0, 1), hit(0, 2, 0), hit(1, 0, 0)];

test('a search goes on from the selected cell, over sheets and around the end', () => {
  expect(hitBeside(hits, hit(0, 0, 0), 1)).toBe(0);
  expect(hitBeside(hits, hit(0, 0, 1), 1)).toBe(1);
  expect(hitBeside(hits, hit(0, 0, 1), 1, true)).toBe(0);
  expect(hitBeside(hits, hit(0, 2, 1), 1)).toBe(2);
  expect(hitBeside(hits, hit(1, 0, 0), 1)).toBe(0);
  expect(hitBeside(hits, hit(1, 0, 0), -1)).toBe(1);
  expect(hitBeside(hits, hit(0, 0, 1), -1)).toBe(2);
  expect(hitBeside([], hit(0, 0, 0), 1)).toBe(-1);
});

test('words are replaced as they stand, and a number stays one while it can', () => {
  const terms = { words: 'a.b', matchCase: false };
  expect(replacedValue({ v: 'xA.Bx a.b aab' }, terms, '$&')).toEqual({ v: 'x$&x $& aab', t: CellValueType.STRING });
  expect(replacedValue({ v: 'A.B a.b' }, { ...terms, matchCase: true }, 'c')).toEqual({ v: 'A.B c', t: CellValueType.STRING });
  expect(replacedValue({ v: 125 }, { words: '2', matchCase: false }, '7')).toEqual({ v: 175, t: CellValueType.NUMBER });
  expect(replacedValue({ v: 12 }, { words: '12', matchCase: false }, '')).toEqual({ v: '', t: CellValueType.STRING });
  expect(replacedValue({ v: '12' }, { words: '1', matchCase: false }, '2')).toEqual({ v: '22', t: CellValueType.STRING });
});
