import { expect, it } from 'vitest';
import { sendingTime } from './email-times.ts';

const sent = (frequency: 'now' | 'hourly' | 'daily', at: string, zone = '', digestHour = 8): string =>
  new Date(sendingTime(frequency, Date.parse(at), { digestHour, zone })).toISOString();

it('a notification is sent at once, with the next hour, or at the hour of the digest', () => {
  expect(sent('now', '2026-03-02T09:30:10.000Z')).toBe('2026-03-02T09:30:10.000Z');
  expect(sent('hourly', '2026-03-02T09:30:10.000Z')).toBe('2026-03-02T10:00:00.000Z');
  expect(sent('hourly', '2026-03-02T10:00:00.000Z')).toBe('2026-03-02T11:00:00.000Z');
  expect(sent('daily', '2026-03-02T09:30:10.000Z')).toBe('2026-03-03T08:00:00.000Z');
  expect(sent('daily', '2026-03-02T07:59:59.000Z')).toBe('2026-03-02T08:00:00.000Z');
});

it('the hour is that of the zone, also over a change of clocks and where it begins at half an hour of UTC', () => {
  expect(sent('daily', '2026-03-02T09:30:10.000Z', 'Asia/Shanghai')).toBe('2026-03-03T00:00:00.000Z');
  expect(sent('daily', '2026-03-28T12:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
  expect(sent('daily', '2026-03-27T12:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-28T07:00:00.000Z');
  expect(sent('daily', '2026-03-02T09:30:10.000Z', 'Asia/Kolkata')).toBe('2026-03-03T03:00:00.000Z');
  // 02:00 to 03:00 is left out on this night
  expect(sent('daily', '2026-03-28T12:00:00.000Z', 'Europe/Berlin', 2)).toBe('2026-03-30T00:00:00.000Z');
});
