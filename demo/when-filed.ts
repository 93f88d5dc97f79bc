import type { Random } from './files/random.ts';

const hour = 3600 * 1000;
const day = 24 * hour;

/** The period in which documents are filed. */
export interface Span {
  begin: number;
  end: number;
}

/** The times of a document and of its later revisions: within the span, in order, more of them near its end. */
export function whenFiled(path: string, versions: number, { random, span }: { random: Random; span: Span }): number[] {
  const begin = Math.min(Math.max(span.begin, earliest(path)), span.end - 30 * day);
  const times = [span.end - (span.end - begin) * random.next() ** 2.5];
  for (let version = 2; version <= versions; version++) {
    const before = times.at(-1) ?? begin;
    times.push(before + (span.end - before) * (0.1 + 0.5 * random.next()));
  }
  return times.map((time) => Math.min(Math.max(atWork(time, random), begin), span.end)).toSorted((a, b) => a - b);
}

/** A path that names a year is filed after its beginning, one that names a month after its end. */
function earliest(path: string): number {
  const [, year, month] = [...path.matchAll(/(20\d\d)(?:-(0[1-9]|1[0-2])(?!\d))?/g)].at(-1) ?? [];
  return year === undefined ? 0 : Date.UTC(Number(year), Number(month ?? 0), 1);
}

/** The same day, or the Friday before a weekend, between nine and six. */
function atWork(time: number, random: Random): number {
  const date = new Date(time);
  const weekend = [2, 0, 0, 0, 0, 0, 1][date.getDay()] ?? 0;
  date.setHours(9, 0, 0, 0);
  return date.getTime() - weekend * day + random.next() * 9 * hour;
}
