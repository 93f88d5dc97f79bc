/** A part of a pattern for the numbers of flows: a date in digits, or the counter with its least number of digits. */
const placeholder = /\{(yyyy|yy|MM|dd|0{1,9})\}/g;

/** The pattern of a site that has chosen none: 20261122-0007. */
export const defaultNumberPattern = '{yyyy}{MM}{dd}-{0000}';

/** The most characters of the number of a flow. */
export const maxFlowNumberLength = 50;

/** Whether a text is a pattern: exactly one counter, no other braces, no control characters, and room for a counter that has outgrown its digits. */
export function isNumberPattern(pattern: string): boolean {
  const counters = [...pattern.matchAll(placeholder)].filter(([, part = '']) => part.startsWith('0'));
  const text = pattern.replaceAll(placeholder, '');
  const longest = pattern.replaceAll(placeholder, (_, part: string) => (part.startsWith('0') ? '0'.repeat(12) : part)).length;
  return counters.length === 1 && !/[{}\p{Cc}]/u.test(text) && pattern.trim() === pattern && longest <= maxFlowNumberLength;
}

/** What the counter of a pattern counts: flows of a day, a month or a year, the smallest part of the date that the pattern has, or all. */
export function countedPeriod(pattern: string): 'day' | 'month' | 'year' | 'all' {
  if (pattern.includes('{dd}')) return 'day';
  if (pattern.includes('{MM}')) return 'month';
  return /\{yy(yy)?\}/.test(pattern) ? 'year' : 'all';
}

/** The number that a pattern makes of a day in UTC, `2026-11-22`, and a count. */
export function numberByPattern(pattern: string, { day, count }: { day: string; count: number }): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const parts: Record<string, string> = { yyyy: year, yy: year.slice(-2), MM: month, dd: date };
  return pattern.replaceAll(placeholder, (_, part: string) => parts[part] ?? String(count).padStart(part.length, '0'));
}
