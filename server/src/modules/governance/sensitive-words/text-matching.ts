import { type Entry, type Matcher, type Pattern, childOf, foldingTable, isCjk, isWordUnit } from './matcher.ts';

/** A word that was found: where it stands first, and how often. */
export interface Match {
  pattern: Pattern;
  from: number;
  to: number;
  count: number;
}

/** What ended somewhere: by the units that were compared, and by those of the text. */
interface PendingMatch {
  entry: Entry;
  begin: number;
  end: number;
  from: number;
  to: number;
}

/** An exception of a group, by the units that were compared. */
interface ExceptionMatch {
  group: number;
  begin: number;
  end: number;
}

/** A walk over a text, which may be done in pieces. */
export interface MatchState {
  text: string;
  at: number;
  place: number;
  /** Where in the text the last units that were compared stand. */
  trail: Int32Array;
  fed: number;
  last: number;
  space: boolean;
  /** What ended so lately that an exception which holds it may still end. */
  waiting: PendingMatch[];
  exceptions: ExceptionMatch[];
  /** Of each group where its last exception ended: shorter ones that end there say nothing more. */
  lastHeld: Map<number, number>;
  found: Map<Pattern, Match>;
  /** Found more often than anybody counts. */
  full: Set<Entry>;
  work: number;
}

/** Of one word nobody counts more. */
const maxCountPerWord = 1000;
/** So much is compared before whoever walks is asked again: in a text of nothing but words every unit ends many. */
const maxWorkPerStep = 200_000;

export const startMatching = (matcher: Matcher, text: string): MatchState => ({
  text: text.normalize('NFC'),
  at: 0,
  place: 0,
  trail: new Int32Array(matcher.longest + 1),
  fed: 0,
  last: 0,
  space: false,
  waiting: [],
  exceptions: [],
  lastHeld: new Map(),
  found: new Map(),
  full: new Set(),
  work: 0,
});

/** Walks on, over at most so many units. */
export function continueMatching(matcher: Matcher, walk: MatchState, units: number): void {
  const table = foldingTable();
  const end = Math.min(walk.text.length, walk.at + units);
  walk.work = 0;
  for (; walk.at < end && walk.work < maxWorkPerStep; walk.at += 1) {
    const unit = table[walk.text.charCodeAt(walk.at)] ?? 0;
    if (unit === 0) continue;
    if (unit === 32) {
      walk.space = walk.fed > 0;
      continue;
    }
    if (walk.space && !(isCjk(walk.last) && isCjk(unit))) feed(matcher, walk, 32);
    walk.space = false;
    feed(matcher, walk, unit);
  }
  settle(walk, walk.at < walk.text.length ? walk.fed - matcher.longest : walk.fed);
}

function feed(matcher: Matcher, walk: MatchState, unit: number): void {
  const { tree, fallback, ends, endsBelow } = matcher;
  let { place } = walk;
  let next = childOf(tree, place, unit);
  while (place !== 0 && next === 0) {
    place = fallback[place] ?? 0;
    next = childOf(tree, place, unit);
  }
  walk.trail[walk.fed % walk.trail.length] = walk.at;
  walk.fed += 1;
  walk.last = unit;
  walk.place = next;
  walk.work += 1;
  for (let low = next; low > 0; low = endsBelow[low] ?? -1) {
    const entry = matcher.entries[(ends[low] ?? 0) - 1];
    if (entry !== undefined) noteEnd(walk, entry);
  }
}

function noteEnd(walk: MatchState, entry: Entry): void {
  walk.work += 1 + entry.exceptionOf.length;
  const isCounted = entry.patterns.length > 0 && !walk.full.has(entry);
  if (!isCounted && entry.exceptionOf.length === 0) return;
  const [begin, end] = [walk.fed - entry.length, walk.fed];
  const [from, to] = [walk.trail[begin % walk.trail.length] ?? 0, walk.at + 1];
  if (!standsAlone(walk.text, from, to)) return;
  for (const group of entry.exceptionOf) {
    if (walk.lastHeld.get(group) === end) continue;
    walk.lastHeld.set(group, end);
    walk.exceptions.push({ group, begin, end });
  }
  if (!isCounted) return;
  walk.waiting.push({ entry, begin, end, from, to });
  walk.work += entry.patterns.length;
}

/** Of a word of letters that are put together to words, neither end may go on. */
function standsAlone(text: string, from: number, to: number): boolean {
  const table = foldingTable();
  const unitAt = (at: number): number => (at < 0 || at >= text.length ? 0 : (table[text.charCodeAt(at)] ?? 0));
  const goesOn = (inside: number, outside: number): boolean => isWordUnit(unitAt(inside)) && isWordUnit(unitAt(outside));
  return !goesOn(from, from - 1) && !goesOn(to - 1, to);
}

/** Counts what ended up to a place, behind which no exception that holds it can end any more. */
function settle(walk: MatchState, upTo: number): void {
  const open = walk.waiting.findIndex(({ end }) => end > upTo);
  const ripe = walk.waiting.splice(0, open === -1 ? walk.waiting.length : open);
  const groups = Map.groupBy(walk.exceptions, ({ group }) => group);
  const holders = new Map([...groups].map(([group, list]) => [group, exceptionTestOf(list)]));
  for (const ended of ripe) if (!walk.full.has(ended.entry)) countEnded(walk, ended, holders);
  if (walk.exceptions.length > 0) walk.exceptions = walk.exceptions.filter(({ end }) => end > upTo);
}

type ExceptionTest = (ended: PendingMatch) => boolean;

function countEnded(walk: MatchState, ended: PendingMatch, holders: ReadonlyMap<number, ExceptionTest>): void {
  let isFull = true;
  for (const pattern of ended.entry.patterns) {
    const known = walk.found.get(pattern);
    if (known !== undefined && known.count >= maxCountPerWord) continue;
    isFull = false;
    if (holders.get(pattern.group)?.(ended) === true) continue;
    if (known === undefined) walk.found.set(pattern, { pattern, from: ended.from, to: ended.to, count: 1 });
    else known.count += 1;
  }
  if (isFull) walk.full.add(ended.entry);
}

/** Tells of the exceptions of a group whether one of them holds a place: of all that begin before it, how far the longest reaches. */
function exceptionTestOf(exceptions: readonly ExceptionMatch[]): ExceptionTest {
  const sorted = exceptions.toSorted((one, other) => one.begin - other.begin);
  const reach: number[] = [];
  for (const { end } of sorted) reach.push(Math.max(end, reach.at(-1) ?? 0));
  return ({ begin, end }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.begin ?? 0) <= begin) low = middle + 1;
      else high = middle;
    }
    return (reach[low - 1] ?? 0) >= end;
  };
}

/** What was found in a text that was walked to its end: each word once, without what stands inside of an exception of the same group. */
export const matchesIn = ({ found }: MatchState): Match[] => [...found.values()];

/** All of a short text at once. */
export function findMatches(matcher: Matcher, text: string): Match[] {
  const walk = startMatching(matcher, text);
  do continueMatching(matcher, walk, walk.text.length);
  while (walk.at < walk.text.length);
  return matchesIn(walk);
}
