import { expect, test } from 'vitest';
import { isOwnState, isPhone, landingPage } from './arrival-pages.tsx';

test.each([
  ['1', '/zxOpenHome'],
  ['2', '/zxDepDoc'],
  ['3', '/pad-macroAnalysis'],
  ['4', undefined],
  ['', undefined],
  [undefined, undefined],
  ['__proto__', undefined],
  ['toString', undefined],
])('state %s lands on %s', (state, page) => {
  expect(landingPage(state)).toBe(page);
});

test.each([
  ['1', false],
  ['', false],
  [undefined, false],
  ['x'.repeat(80), false],
  [`${'x'.repeat(60)}.${'y'.repeat(43)}`, true],
])('%s is a state of ours: %s', (state, own) => {
  expect(isOwnState(state)).toBe(own);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 wxwork/4.1', true],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (X11; Linux x64) Chrome/126 Safari/537.36', false],
])('%s is a phone: %s', (agent, phone) => {
  expect(isPhone(agent)).toBe(phone);
});
