import { expect, it } from 'vitest';
import { recentSignInMinutes } from './identity-proof.tsx';

it('counts the minutes left, rounded up, and none afterwards', () => {
  const now = Date.parse('2026-01-01T10:00:00Z');
  expect(recentSignInMinutes({ freshUntil: '2026-01-01T10:10:00Z' }, now)).toBe(10);
  expect(recentSignInMinutes({ freshUntil: '2026-01-01T10:00:01Z' }, now)).toBe(1);
  expect(recentSignInMinutes({ freshUntil: '2026-01-01T10:00:00Z' }, now)).toBe(0);
  expect(recentSignInMinutes({ freshUntil: '1970-01-01T00:10:00Z' }, now)).toBe(0);
  expect(recentSignInMinutes({}, now)).toBe(0);
});
