import { expect, test } from 'vitest';
import { failureOf, placeholderBox } from './pdf-state.ts';

test.each([
  [{ name: 'InvalidPDFException' }, 'broken'],
  [{ name: 'ResponseException', status: 403 }, 'gone'],
  [{ name: 'ResponseException', status: 0 }, 'network'],
  [{ name: 'ReaderLost' }, 'network'],
  [{ name: 'UnknownErrorException', details: 'TypeError: Failed to fetch' }, undefined],
  [undefined, undefined],
])('%o is %s', (error, failure) => expect(failureOf(error)).toBe(failure));

const upright = { width: 800, height: 1000 };
const slide = { width: 1200, height: 600 };

test('the first page fits the width up to a readable scale; a slide fits whole', () => {
  expect(placeholderBox(upright, { width: 400, height: 700 })).toEqual({ width: 400, height: 500, left: 0 });
  expect(placeholderBox(upright, { width: 1200, height: 700 })).toEqual({ width: 1200, height: 1500, left: 0 });
  expect(placeholderBox(upright, { width: 1400, height: 700 })).toEqual({ width: 1000, height: 1250, left: 200 });
  expect(placeholderBox(slide, { width: 1400, height: 500 })).toEqual({ width: 960, height: 480, left: 220 });
  expect(placeholderBox(slide, { width: 600, height: 500 })).toEqual({ width: 600, height: 300, left: 0 });
});
