import { expect, test } from 'vitest';
import { safeRedirect } from './sign-in.ts';

const origin = 'https://dms.example';

test.each([
  ['/knowledge/index?id=3', '/knowledge/index?id=3'],
  ['/a/../home#x', '/home#x'],
  [undefined, '/'],
  ['', '/'],
  ['home', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/evil.example'],
  ['/a/..//evil.example/x?y#z', '/evil.example/x?y#z'],
  ['/./\\evil.example', '/evil.example'],
  ['/%2e//login', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?redirect=/login', '/'],
])('%s leads to %s', (wanted, path) => {
  expect(safeRedirect(wanted, origin)).toBe(path);
});
