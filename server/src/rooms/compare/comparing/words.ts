import { differences, keysOf } from './differences.ts';

const sign = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const tokens = new RegExp(`${sign}|(?:(?!${sign})[\\p{L}\\p{N}_])+|\\s+|[^]`, 'gu');

/** A text in words, runs of blanks and single signs; Chinese and Japanese sign by sign. */
export const tokensOf = (text: string): string[] => text.match(tokens) ?? [];

export const isWord = (token: string): boolean => /^[\p{L}\p{N}_]/u.test(token) && !isSign(token);

const isSign = (token: string): boolean => new RegExp(`^${sign}`, 'u').test(token);

/** Places in a text, two by two: from and to. */
export type Marks = number[];

const mostTokens = 4000;
/** A line of which less is left is another line: marks in it would tell nothing. */
const leastShared = 0.3;

/** What differs within two lines; undefined where they share too little for that. */
export function marksIn(before: string, after: string, { spaces, until }: { spaces: boolean; until: number }): [Marks, Marks] | undefined {
  const [a, b] = [placed(before, spaces), placed(after, spaces)];
  if (a.length > mostTokens || b.length > mostTokens) return undefined;
  const known = new Map<string, number>();
  const runs = differences(
    keysOf(
      a.map(({ text }) => text),
      known,
    ),
    keysOf(
      b.map(({ text }) => text),
      known,
    ),
    until,
  );
  const lost = runs.reduce((sum, [from, to]) => sum + lengthOf(a, from, to), 0);
  const whole = lengthOf(a, 0, a.length);
  if (whole > 0 && 1 - lost / whole < leastShared) return undefined;
  return [
    marksAt(
      a,
      runs.map(([from, to]) => [from, to]),
    ),
    marksAt(
      b,
      runs.map(([, , from, to]) => [from, to]),
    ),
  ];
}

interface Placed {
  text: string;
  at: number;
}

function placed(text: string, spaces: boolean): Placed[] {
  const all: Placed[] = [];
  let at = 0;
  for (const token of tokensOf(text)) {
    if (spaces || token.trim() !== '') all.push({ text: token, at });
    at += token.length;
  }
  return all;
}

const lengthOf = (all: Placed[], from: number, to: number): number =>
  all.slice(from, to).reduce((sum, { text }) => sum + text.trim().length, 0);

function marksAt(all: Placed[], runs: [number, number][]): Marks {
  const marks: Marks = [];
  for (const [from, to] of runs) {
    const [first, last] = [all[from], all[to - 1]];
    if (from === to || !first || !last) continue;
    const end = last.at + last.text.length;
    // one blank between two changed words does not part them
    if (marks.length > 0 && first.at - (marks.at(-1) ?? 0) <= 1) marks[marks.length - 1] = end;
    else marks.push(first.at, end);
  }
  return marks;
}
