/** Where two sequences differ: from and to in the first, from and to in the second. */
export type Run = [fromA: number, toA: number, fromB: number, toB: number];

/** The parts of a sequence as numbers: the same number for the same part. */
export type Keys = Int32Array;

/** Steps that the shortest way may have: memory and time grow with their square. */
const mostSteps = 2500;
const deepest = 8;

/** Numbers for texts, the same for the same text as long as `known` is the same. */
export function keysOf(texts: readonly string[], known: Map<string, number>): Keys {
  const keys = new Int32Array(texts.length);
  for (const [at, text] of texts.entries()) {
    const key = known.get(text) ?? known.size;
    known.set(text, key);
    keys[at] = key;
  }
  return keys;
}

/**
 * Where two sequences differ: by the fewest steps where those are few, else between what stands once in both. Never quadratic; after `until`
 * (as `performance.now()` counts) it only gets coarser.
 */
export function differences(a: Keys, b: Keys, until: number): Run[] {
  const runs: Run[] = [];
  solve({ a, b, until, runs }, [0, a.length, 0, b.length], 0);
  return runs;
}

/**
 * Something that came or went can often be cut out at several places ("b a" out of "a b a c"): moves each such run to where `rank` of its first
 * part is highest.
 */
export function slid(
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

interface Task {
  a: Keys;
  b: Keys;
  until: number;
  runs: Run[];
}

function solve(task: Task, part: Run, depth: number): void {
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

/** The shortest way from one to the other (Myers 1986), where it is not too long. */
function shortest({ a, b, until }: Task, part: Run): Run[] | undefined {
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
      if (x >= n && y >= m) return wayBack(before, part);
    }
  }
  return undefined;
}

function wayBack(before: Int32Array[], [fromA, toA, fromB, toB]: Run): Run[] {
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

/** Places of the same parts in both, in the same order: what stands once in each, several together before one alone. */
function anchorsOf({ a, b }: Task, [fromA, toA, fromB, toB]: Run): [number, number][] {
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

/** By what stands there, its place; -1 where it stands several times. */
function onceIn(keys: Keys, [from, to]: [number, number], together: number): Map<string | number, number> {
  const found = new Map<string | number, number>();
  for (let at = from; at + together <= to; at++) {
    const key = together === 1 ? (keys[at] as number) : keys.subarray(at, at + together).join(' ');
    found.set(key, found.has(key) ? -1 : at);
  }
  return found;
}

/** The longest part of pairs in which both rise. */
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
