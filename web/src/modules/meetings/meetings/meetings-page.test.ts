import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { monthDays } from './meetings-page.tsx';

test.each([
  { month: '2026-02', first: '2026-01-26', last: '2026-03-01', count: 35 },
  { month: '2027-02', first: '2027-02-01', last: '2027-02-28', count: 28 },
  { month: '2026-03', first: '2026-02-23', last: '2026-04-05', count: 42 },
])('$month is covered by whole weeks from Monday on', ({ month, first, last, count }) => {
  const days = monthDays(dayjs(`${month}-15`));
  expect([days[0]?.format('YYYY-MM-DD'), days.at(-1)?.format('YYYY-MM-DD'), days.length]).toEqual([first, last, count]);
});
