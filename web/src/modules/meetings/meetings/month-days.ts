import type { Dayjs } from 'dayjs';

/** The days of the whole weeks, from Monday, that cover a month. */
export function monthDays(month: Dayjs): Dayjs[] {
  const first = month.startOf('month');
  const before = (first.day() + 6) % 7;
  const weeks = Math.ceil((before + month.daysInMonth()) / 7);
  return Array.from({ length: weeks * 7 }, (_, at) => first.add(at - before, 'day'));
}
