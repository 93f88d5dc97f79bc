import { type Entry, type Matcher, type Pattern, childOf, foldingTable, isCjk, isWordUnit } from './matcher.ts';

/** A matched word: its first position, and how often it occurs. */
export interface Match {
  pattern: Pattern;
  from: number;
  to: number;
  count: number;
}

/** A match that ended: its range in folded units, and in units of the text. */
interface PendingMatch {
  entry: Entry;
  begin: number;
  end: number;
  from: number;
  to: number;
}

/** A matched exception of a group, in folded units. */
interface ExceptionMatch {
  group: number;
  begin: number;
  end: number;
}

/** The state of matching a text, which may be done in steps. */
export interface MatchState {
  text: string;
  at: number;
  place: number;
  /** Positions in the text of the last folded units. */
  trail: Int32Array;
  fed: number;
  last: number;
  space: boolean;
  /** Recent matches that an exception around them may still contain. */
  waiting: PendingMatch[];
  exceptions: ExceptionMatch[];
  /** By group, where its last exception ended: shorter ones that end there add nothing. */
  lastHeld: Map<number, number>;
  found: Map<Pattern, Match>;
  /** Entries that reached `maxCountPerWord`. */
  full: Set<Entry>;
  work: number;
}

/** Occurrences of one word are counted up to this. */
const maxCountPerWord = 1000;
/** Comparisons before a step ends: in a text of nothing but words every unit ends many. */
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

/** Matches on, for at most so many units. */
export function continueMatching(matcher: Matcher, matching: MatchState, units: number): void {
  const table = foldingTable();
  const end = Math.min(matching.text.length, matching.at + units);
  matching.work = 0;
  for (; matching.at < end && matching.work < maxWorkPerStep; matching.at += 1) {
    const unit = table[matching.text.charCodeAt(matching.at)] ?? 0;
    if (unit === 0) continue;
    if (unit === 32) {
      matching.space = matching.fed > 0;
      continue;
    }
    if (matching.space && !(isCjk(matching.last) && isCjk(unit))) feed(matcher, matching, 32);
    matching.space = false;
    feed(matcher, matching, unit);
  }
  countSettled(matching, matching.at < matching.text.length ? matching.fed - matcher.longest : matching.fed);
}

function feed(matcher: Matcher, matching: MatchState, unit: number): void {
  const { tree, fallback, ends, endsBelow } = matcher;
  let { place: node } = matching;
  let next = childOf(tree, node, unit);
  while (node !== 0 && next === 0) {
    node = fallback[node] ?? 0;
    next = childOf(tree, node, unit);
  }
  matching.trail[matching.fed % matching.trail.length] = matching.at;
  matching.fed += 1;
  matching.last = unit;
  matching.place = next;
  matching.work += 1;
  for (let low = next; low > 0; low = endsBelow[low] ?? -1) {
    const entry = matcher.entries[(ends[low] ?? 0) - 1];
    if (entry !== undefined) noteEnd(matching, entry);
  }
}

function noteEnd(matching: MatchState, entry: Entry): void {
  matching.work += 1 + entry.exceptionOf.length;
  const isCounted = entry.patterns.length > 0 && !matching.full.has(entry);
  if (!isCounted && entry.exceptionOf.length === 0) return;
  const [begin, end] = [matching.fed - entry.length, matching.fed];
  const [from, to] = [matching.trail[begin % matching.trail.length] ?? 0, matching.at + 1];
  if (!standsAlone(matching.text, from, to)) return;
  for (const group of entry.exceptionOf) {
    if (matching.lastHeld.get(group) === end) continue;
    matching.lastHeld.set(group, end);
    matching.exceptions.push({ group, begin, end });
  }
  if (!isCounted) return;
  matching.waiting.push({ entry, begin, end, from, to });
  matching.work += entry.patterns.length;
}

/** Whether a match is no part of a longer word, in scripts with spaces between words. */
function standsAlone(text: string, from: number, to: number): boolean {
  const table = foldingTable();
  const unitAt = (at: number): number => (at < 0 || at >= text.length ? 0 : (table[text.charCodeAt(at)] ?? 0));
  const goesOn = (inside: number, outside: number): boolean => isWordUnit(unitAt(inside)) && isWordUnit(unitAt(outside));
  return !goesOn(from, from - 1) && !goesOn(to - 1, to);
}

/** Counts the matches that end up to a position, once no exception around them can end later. */
function countSettled(matching: MatchState, upTo: number): void {
  const open = matching.waiting.findIndex(({ end }) => end > upTo);
  const ripe = matching.waiting.splice(0, open === -1 ? matching.waiting.length : open);
  const groups = Map.groupBy(matching.exceptions, ({ group }) => group);
  const holders = new Map([...groups].map(([group, list]) => [group, exceptionTestOf(list)]));
  for (const ended of ripe) if (!matching.full.has(ended.entry)) countEnded(matching, ended, holders);
  if (matching.exceptions.length > 0) matching.exceptions = matching.exceptions.filter(({ end }) => end > upTo);
}

type ExceptionTest = (ended: PendingMatch) => boolean;

function countEnded(matching: MatchState, ended: PendingMatch, holders: ReadonlyMap<number, ExceptionTest>): void {
  let isFull = true;
  for (const pattern of ended.entry.patterns) {
    const known = matching.found.get(pattern);
    if (known !== undefined && known.count >= maxCountPerWord) continue;
    isFull = false;
    if (holders.get(pattern.group)?.(ended) === true) continue;
    if (known === undefined) matching.found.set(pattern, { pattern, from: ended.from, to: ended.to, count: 1 });
    else known.count += 1;
  }
  if (isFull) matching.full.add(ended.entry);
}

/** Tests whether an exception of a group contains a range: of all that begin before it, the furthest end decides. */
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

/** The matches in a text that was read to its end: each word once, without occurrences inside an exception of the same group. */
export const matchesIn = ({ found }: MatchState): Match[] => [...found.values()];

/** Matches a short text in one step. */
export function findMatches(matcher: Matcher, text: string): Match[] {
  const matching = startMatching(matcher, text);
  do continueMatching(matcher, matching, matching.text.length);
  while (matching.at < matching.text.length);
  return matchesIn(matching);
}
