import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoTime } from './iso-time.ts';

it('writes every time as Date does', () => {
  const times = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
  fc.assert(fc.property(times, (ms) => isoTime(ms) === new Date(ms).toISOString()));
  for (const ms of [0, -1, 86_399_999, 86_400_000]) expect(isoTime(ms)).toBe(new Date(ms).toISOString());
});
