import { foldingTable, foldWord, isWide, joinsWords } from './fold.ts';

/** A word that is looked for, and in which group. */
export interface Pattern {
  word: string;
  group: number;
  /** A find inside of it is none. */
  isException: boolean;
}

/** Where a pattern stands in a text. */
export interface Match {
  pattern: Pattern;
  from: number;
  to: number;
}

/**
 * All words at once, in one walk over the text whatever there is in it (Aho and Corasick): a tree of the words, in which each place knows
 * the longest other place that ends in the same way.
 */
export interface Matcher {
  patterns: readonly Pattern[];
  lengths: readonly number[];
  longest: number;
  next: Map<number, number>[];
  fallback: Int32Array;
  /** The words that end at a place; `endsBelow` is the next place on the way down where one does. */
  ends: number[][];
  endsBelow: Int32Array;
}

/** So many places of one word are kept: nobody looks at more. */
const mostOfOne = 1000;

/** Builds the tree. A word of nothing, or of one Latin letter or digit, is left out: it would be everywhere. */
export function createMatcher(given: readonly Pattern[]): Matcher {
  const patterns: Pattern[] = [];
  const lengths: number[] = [];
  const next: Map<number, number>[] = [new Map()];
  const ends: number[][] = [[]];
  for (const pattern of given) {
    const units = foldWord(pattern.word);
    if (units.length === 0 || (units.length === 1 && joinsWords(units[0] ?? 0))) continue;
    let at = 0;
    for (const unit of units) {
      let to = next[at]?.get(unit);
      if (to === undefined) {
        to = next.push(new Map()) - 1;
        ends.push([]);
        next[at]?.set(unit, to);
      }
      at = to;
    }
    ends[at]?.push(patterns.push(pattern) - 1);
    lengths.push(units.length);
  }
  return { patterns, lengths, longest: Math.max(0, ...lengths), next, ends, ...fallbacksOf(next, ends) };
}

/** Places by their depth, so that those nearer to the root are known before. */
function fallbacksOf(next: Map<number, number>[], ends: number[][]): Pick<Matcher, 'fallback' | 'endsBelow'> {
  const fallback = new Int32Array(next.length);
  const endsBelow = new Int32Array(next.length).fill(-1);
  const queue = [...(next[0]?.values() ?? [])];
  for (let place = 0; place < queue.length; place += 1) {
    const at = queue[place] ?? 0;
    for (const [unit, to] of next[at] ?? []) {
      let low = fallback[at] ?? 0;
      while (low !== 0 && next[low]?.has(unit) !== true) low = fallback[low] ?? 0;
      fallback[to] = next[low]?.get(unit) ?? 0;
      queue.push(to);
    }
    const low = fallback[at] ?? 0;
    endsBelow[at] = (ends[low]?.length ?? 0) > 0 ? low : (endsBelow[low] ?? -1);
  }
  return { fallback, endsBelow };
}

/** A walk over a text, which may be done in pieces. */
export interface Walk {
  text: string;
  at: number;
  place: number;
  /** Where in the text the last units that were compared stand. */
  trail: Int32Array;
  fed: number;
  last: number;
  space: boolean;
  matches: Match[];
  /** How often each word was found. */
  counts: Uint32Array;
}

export const beginWalk = (matcher: Matcher, text: string): Walk => ({
  text: text.normalize('NFC'),
  at: 0,
  place: 0,
  trail: new Int32Array(matcher.longest + 1),
  fed: 0,
  last: 0,
  space: false,
  matches: [],
  counts: new Uint32Array(matcher.patterns.length),
});

/** Walks on, over at most so many units. */
export function walkOn(matcher: Matcher, walk: Walk, units: number): void {
  const table = foldingTable();
  const end = Math.min(walk.text.length, walk.at + units);
  for (; walk.at < end; walk.at += 1) {
    const unit = table[walk.text.charCodeAt(walk.at)] ?? 0;
    if (unit === 0) continue;
    if (unit === 32) {
      walk.space = walk.fed > 0;
      continue;
    }
    if (walk.space && !(isWide(walk.last) && isWide(unit))) feed(matcher, walk, 32);
    walk.space = false;
    feed(matcher, walk, unit);
  }
}

function feed(matcher: Matcher, walk: Walk, unit: number): void {
  const { next, fallback, ends, endsBelow, lengths, patterns } = matcher;
  let place = walk.place;
  while (place !== 0 && next[place]?.has(unit) !== true) place = fallback[place] ?? 0;
  place = next[place]?.get(unit) ?? 0;
  walk.trail[walk.fed % walk.trail.length] = walk.at;
  walk.fed += 1;
  walk.last = unit;
  walk.place = place;
  for (let low = place; low > 0; low = endsBelow[low] ?? -1) {
    for (const id of ends[low] ?? []) {
      if ((walk.counts[id] ?? 0) >= mostOfOne) continue;
      const from = walk.trail[(walk.fed - (lengths[id] ?? 1)) % walk.trail.length] ?? 0;
      const pattern = patterns[id];
      if (pattern === undefined || !standsAlone(walk.text, from, walk.at + 1)) continue;
      walk.matches.push({ pattern, from, to: walk.at + 1 });
      walk.counts[id] = (walk.counts[id] ?? 0) + 1;
    }
  }
}

/** Of a word of letters that are put together to words, neither end may go on. */
function standsAlone(text: string, from: number, to: number): boolean {
  const table = foldingTable();
  const unitAt = (at: number): number => (at < 0 || at >= text.length ? 0 : (table[text.charCodeAt(at)] ?? 0));
  const goesOn = (inside: number, outside: number): boolean => joinsWords(unitAt(inside)) && joinsWords(unitAt(outside));
  return !goesOn(from, from - 1) && !goesOn(to - 1, to);
}

/** Tells of the exceptions of a group whether one of them holds a place: of all that begin before it, how far the longest reaches. */
function holderOf(exceptions: readonly Match[]): (match: Match) => boolean {
  const sorted = exceptions.toSorted((one, other) => one.from - other.from);
  const reach: number[] = [];
  for (const { to } of sorted) reach.push(Math.max(to, reach.at(-1) ?? 0));
  return ({ from, to }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.from ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    return (reach[low - 1] ?? 0) >= to;
  };
}

/** What was found, without what stands inside of an exception of the same group. */
export function foundIn({ matches }: Walk): Match[] {
  const exceptions = Map.groupBy(
    matches.filter(({ pattern }) => pattern.isException),
    ({ pattern }) => pattern.group,
  );
  const holders = new Map([...exceptions].map(([group, list]) => [group, holderOf(list)]));
  return matches.filter((match) => !match.pattern.isException && holders.get(match.pattern.group)?.(match) !== true);
}

/** All of a short text at once. */
export function findNow(matcher: Matcher, text: string): Match[] {
  const walk = beginWalk(matcher, text);
  walkOn(matcher, walk, text.length + 1);
  return foundIn(walk);
}
