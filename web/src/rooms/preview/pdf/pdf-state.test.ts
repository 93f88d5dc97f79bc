import { expect, test } from 'vitest';
import { failureOf } from './pdf-state.ts';

test.each([
  [{ name: 'InvalidPDFException' }, 'broken'],
  [{ name: 'ResponseException', status: 403 }, 'gone'],
  [{ name: 'ResponseException', status: 0 }, 'network'],
  [new TypeError('Failed to fetch'), 'network'],
  [undefined, 'broken'],
])('%o is %s', (error, failure) => expect(failureOf(error)).toBe(failure));
