import { expect, test } from 'vitest';
import { failureOf } from './pdf-state.ts';

test.each([
  [{ name: 'InvalidPDFException' }, 'broken'],
  [{ name: 'ResponseException', status: 403 }, 'gone'],
  [{ name: 'ResponseException', status: 0 }, 'network'],
  [{ name: 'ReaderLost' }, 'network'],
  [{ name: 'UnknownErrorException', details: 'TypeError: Failed to fetch' }, undefined],
  [undefined, undefined],
])('%o is %s', (error, failure) => expect(failureOf(error)).toBe(failure));
