/** A difference of two sequences: from and to in the first, from and to in the second. */
export type Run = [fromA: number, toA: number, fromB: number, toB: number];

/** The elements of a sequence as numbers, equal for equal elements. */
type Keys = Int32Array;

/** Upper bound of the edit distance: memory and time grow with its square. */
const mostSteps = 2500;
const deepest = 8;

/** Numbers for texts, equal for equal texts as long as `known` is the same. */
export function internKeys(texts: readonly string[], known: Map<string, number>): Keys {
  const keys = new Int32Array(texts.length);
  for (const [at, text] of texts.entries()) {
    const key = known.get(text) ?? known.size;
    known.set(text, key);
    keys[at] = key;
  }
  return keys;
}

/**
 * The differences of two sequences: minimal where they are few, else between elements that occur once in both. Never quadratic; after
 * `until`
 * (in the scale of `performance.now()`) it only gets coarser.
 */
export function differences(a: Keys, b: Keys, until: number): Run[] {
  const runs: Run[] = [];
  solve({ a, b, until, runs }, [0, a.length, 0, b.length], 0);
  return runs;
}

/**
 * An inserted or removed run can often be placed at several positions ("b a" of "a b a c"): moves each to where `rank` of its first element
 * is
 * highest.
 */
export function slideRuns(
  runs: readonly Run[],
  sides: { a: Keys; b: Keys },
  rank: { a: (at: number) => number; b: (at: number) => number },
): Run[] {
  const done: Run[] = [];
  for (const [index, run] of runs.entries()) {
    const [fromA, toA, fromB, toB] = run;
    if (fromA !== toA && fromB !== toB) {
      done.push(run);
      continue;
    }
    const isAdded = fromA === toA;
    const keys = isAdded ? sides.b : sides.a;
    const [from, to] = isAdded ? [fromB, toB] : [fromA, toA];
    const [before, after] = [done.at(-1), runs[index + 1]];
    const least = before ? before[isAdded ? 3 : 1] : 0;
    const most = after ? after[isAdded ? 2 : 0] : keys.length;
    const rankOf = isAdded ? rank.b : rank.a;
    let [best, height] = [0, rankOf(from)];
    for (let by = -1; from + by >= least && keys[from + by] === keys[to + by]; by--)
      if (rankOf(from + by) > height) [best, height] = [by, rankOf(from + by)];
    for (let by = 1; to + by <= most && keys[from + by - 1] === keys[to + by - 1]; by++)
      if (rankOf(from + by) > height) [best, height] = [by, rankOf(from + by)];
    done.push([fromA + best, toA + best, fromB + best, toB + best]);
  }
  return done;
}

interface DiffTask {
  a: Keys;
  b: Keys;
  until: number;
  runs: Run[];
}

function solve(task: DiffTask, part: Run, depth: number): void {
  const { a, b, runs } = task;
  let [fromA, toA, fromB, toB] = part;
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) [fromA, fromB] = [fromA + 1, fromB + 1];
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) [toA, toB] = [toA - 1, toB - 1];
  if (fromA === toA && fromB === toB) return;
  const rest: Run = [fromA, toA, fromB, toB];
  if (fromA === toA || fromB === toB) return void runs.push(rest);
  const found = shortest(task, rest);
  if (found) return void runs.push(...found);
  const anchors = depth < deepest ? anchorsOf(task, rest) : [];
  if (anchors.length === 0) return void runs.push(rest);
  let [lastA, lastB] = [fromA, fromB];
  for (const [atA, atB] of anchors) {
    solve(task, [lastA, atA, lastB, atB], depth + 1);
    [lastA, lastB] = [atA, atB];
  }
  solve(task, [lastA, toA, lastB, toB], depth + 1);
}

/** The shortest edit script (Myers 1986), where it is short enough. */
function shortest({ a, b, until }: DiffTask, part: Run): Run[] | undefined {
  const [fromA, toA, fromB, toB] = part;
  const [n, m] = [toA - fromA, toB - fromB];
  const most = Math.min(n + m, mostSteps);
  const reached = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const before: Int32Array[] = [];
  for (let step = 0; step <= most; step++) {
    if (step % 64 === 0 && performance.now() > until) return undefined;
    before.push(reached.slice(middle - step - 1, middle + step + 2));
    for (let k = -step; k <= step; k += 2) {
      const [left, right] = [reached[middle + k - 1] as number, reached[middle + k + 1] as number];
      let x = k === -step || (k !== step && left < right) ? right : left + 1;
      let y = x - k;
      while (x < n && y < m && a[fromA + x] === b[fromB + y]) [x, y] = [x + 1, y + 1];
      reached[middle + k] = x;
      if (x >= n && y >= m) return backtrack(before, part);
    }
  }
  return undefined;
}

function backtrack(before: Int32Array[], [fromA, toA, fromB, toB]: Run): Run[] {
  const runs: Run[] = [];
  let [x, y] = [toA - fromA, toB - fromB];
  for (let step = before.length - 1; step > 0; step--) {
    const reached = before[step] as Int32Array;
    const k = x - y;
    const [left, right] = [reached[k + step] as number, reached[k + step + 2] as number];
    const isAdded = k === -step || (k !== step && left < right);
    const startX = isAdded ? right : left;
    const startY = startX - (isAdded ? k + 1 : k - 1);
    const [endX, endY] = isAdded ? [startX, startY + 1] : [startX + 1, startY];
    const last = runs.at(-1);
    if (last && last[0] === fromA + endX && last[2] === fromB + endY) [last[0], last[2]] = [fromA + startX, fromB + startY];
    else runs.push([fromA + startX, fromA + endX, fromB + startY, fromB + endY]);
    [x, y] = [startX, startY];
  }
  return runs.toReversed();
}

/** Anchors in increasing order: elements that occur once in each, several adjacent ones before a single one. */
function anchorsOf({ a, b }: DiffTask, [fromA, toA, fromB, toB]: Run): [number, number][] {
  for (const together of [3, 1]) {
    const [inA, inB] = [onceIn(a, [fromA, toA], together), onceIn(b, [fromB, toB], together)];
    const pairs: [number, number][] = [];
    for (const [key, at] of inA) {
      const other = inB.get(key);
      if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
    }
    if (pairs.length > 0) return risingIn(pairs.toSorted((one, other) => one[0] - other[0]));
  }
  return [];
}

/** The position by element; -1 where it occurs several times. */
function onceIn(keys: Keys, [from, to]: [number, number], together: number): Map<string | number, number> {
  const found = new Map<string | number, number>();
  for (let at = from; at + together <= to; at++) {
    const key = together === 1 ? (keys[at] as number) : keys.subarray(at, at + together).join(' ');
    found.set(key, found.has(key) ? -1 : at);
  }
  return found;
}

/** The longest subsequence of pairs in which both increase. */
function risingIn(pairs: [number, number][]): [number, number][] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [at, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = at;
  }
  const found: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) found.push(pairs[at] as [number, number]);
  return found.toReversed();
}

/** A pair that belongs together, or one without a counterpart. */
export type Couple = [before: number | undefined, after: number | undefined];

const mostCells = 4000;
const least = 0.35;

/** Pairs removed with inserted lines by similarity, in order. `alike` is 0 to 1. */
export function alignRows(countA: number, countB: number, alike: (a: number, b: number) => number): Couple[] {
  if (countA * countB > mostCells || countA === 0 || countB === 0) return inOrder(countA, countB, alike);
  const width = countB + 1;
  const best = new Float64Array((countA + 1) * width);
  const at = (a: number, b: number): number => best[a * width + b] as number;
  const together = new Float64Array(countA * countB);
  for (let a = countA - 1; a >= 0; a--) {
    for (let b = countB - 1; b >= 0; b--) {
      const likeness = alike(a, b);
      together[a * countB + b] = likeness;
      const paired = likeness >= least ? likeness + at(a + 1, b + 1) : 0;
      best[a * width + b] = Math.max(paired, at(a + 1, b), at(a, b + 1));
    }
  }
  const couples: Couple[] = [];
  let [a, b] = [0, 0];
  while (a < countA || b < countB) {
    const likeness = a < countA && b < countB ? (together[a * countB + b] as number) : 0;
    if (likeness >= least && at(a, b) === likeness + at(a + 1, b + 1)) couples.push([a++, b++]);
    else if (b >= countB || (a < countA && at(a, b) === at(a + 1, b))) couples.push([a++, undefined]);
    else couples.push([undefined, b++]);
  }
  return couples;
}

/** For too many lines to compare each with each. */
function inOrder(countA: number, countB: number, alike: (a: number, b: number) => number): Couple[] {
  const couples: Couple[] = [];
  for (let at = 0; at < Math.max(countA, countB); at++) {
    if (at < countA && at < countB && alike(at, at) >= least) couples.push([at, at]);
    else {
      if (at < countA) couples.push([at, undefined]);
      if (at < countB) couples.push([undefined, at]);
    }
  }
  return couples;
}

/** The share of common words of two bags, 0 to 1. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    both++;
    counts.set(word, left - 1);
  }
  return (2 * both) / (a.length + b.length);
}

const sign = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const tokens = new RegExp(`${sign}|(?:(?!${sign})[\\p{L}\\p{N}_])+|\\s+|[^]`, 'gu');

/** Splits a text into words, runs of blanks and single characters; Chinese and Japanese character by character. */
export const tokensOf = (text: string): string[] => text.match(tokens) ?? [];

export const isWord = (token: string): boolean => /^[\p{L}\p{N}_]/u.test(token) && !isSign(token);

const isSign = (token: string): boolean => new RegExp(`^${sign}`, 'u').test(token);

/** Ranges in a text, as pairs of from and to. */
type Marks = number[];

const mostTokens = 4000;
/** Lines that share less are different lines: marks in them would be useless. */
const leastShared = 0.3;

/** The differences within two lines; undefined where they share too little. */
export function marksIn(before: string, after: string, { spaces, until }: { spaces: boolean; until: number }): [Marks, Marks] | undefined {
  const [a, b] = [placed(before, spaces), placed(after, spaces)];
  if (a.length > mostTokens || b.length > mostTokens) return undefined;
  const known = new Map<string, number>();
  const runs = differences(
    internKeys(
      a.map(({ text }) => text),
      known,
    ),
    internKeys(
      b.map(({ text }) => text),
      known,
    ),
    until,
  );
  const lost = runs.reduce((sum, [from, to]) => sum + tokensLength(a, from, to), 0);
  const whole = tokensLength(a, 0, a.length);
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

const tokensLength = (all: Placed[], from: number, to: number): number =>
  all.slice(from, to).reduce((sum, { text }) => sum + text.trim().length, 0);

function marksAt(all: Placed[], runs: [number, number][]): Marks {
  const marks: Marks = [];
  for (const [from, to] of runs) {
    const [first, last] = [all[from], all[to - 1]];
    if (from === to || !first || !last) continue;
    const end = last.at + last.text.length;
    // a single blank between two changed words does not separate them
    if (marks.length > 0 && first.at - (marks.at(-1) ?? 0) <= 1) marks[marks.length - 1] = end;
    else marks.push(first.at, end);
  }
  return marks;
}
