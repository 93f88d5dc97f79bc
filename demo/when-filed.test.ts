import { expect, test } from 'vitest';
import { randomFrom } from './files/random.ts';
import { whenFiled } from './when-filed.ts';

const day = 24 * 3600 * 1000;
const end = Date.UTC(2026, 10, 20, 12);
const span = { begin: end - 700 * day, end };
const times = (path: string, versions = 1) =>
  Array.from({ length: 400 }, (_, seed) => whenFiled(path, versions, { random: randomFrom(seed), span }));

test('documents are filed within the span, many of them in its last weeks and some of them old', () => {
  const first = times('Quality/Manual.pdf').flat();
  expect(first.every((time) => time >= span.begin && time <= end)).toBe(true);
  expect(first.filter((time) => time > end - 60 * day).length).toBeGreaterThan(100);
  expect(first.filter((time) => time < end - 365 * day).length).toBeGreaterThan(60);
});

test('revisions are filed one after another', () => {
  for (const one of times('Contracts/Ledger.xlsx', 3)) {
    expect(one).toHaveLength(3);
    expect(one).toEqual(one.toSorted((a, b) => a - b));
  }
});

test('nothing is older than the year or the end of the month in its name', () => {
  expect(Math.min(...times('Plans/Roadmap 2026.pptx').flat())).toBeGreaterThanOrEqual(Date.UTC(2026, 0, 1));
  expect(Math.min(...times('Plans 2025/Report 2026-06.pdf').flat())).toBeGreaterThanOrEqual(Date.UTC(2026, 6, 1));
  expect(Math.max(...times('Plans/Outlook 2040.pptx').flat())).toBeLessThanOrEqual(end);
});
