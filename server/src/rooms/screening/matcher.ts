import { breather } from '../../ground/breathe.ts';
import { foldWord, joinsWords } from './fold.ts';
import { childOf, createTree, ensureChild, placesByDepth, type WordTree } from './word-tree.ts';

/** A word that is looked for, and in which group. */
export interface Pattern {
  word: string;
  group: number;
  /** A find inside of it is none. */
  isException: boolean;
}

/** All that are compared as one word: those who look for it, and the groups for which it is an exception. */
export interface Entry {
  length: number;
  patterns: Pattern[];
  exceptionOf: number[];
}

/**
 * All words at once, in one walk over the text whatever there is in it (Aho and Corasick): a tree of the words, in which each place knows
 * the longest other place that ends in the same way.
 */
export interface Matcher {
  entries: readonly Entry[];
  longest: number;
  tree: WordTree;
  fallback: Int32Array;
  /** The entry that ends at a place, counted from 1; 0 for none. `endsBelow` is the next place on the way down where one does. */
  ends: Int32Array;
  endsBelow: Int32Array;
}

/** So many words, or places of the tree, are taken up before others have a turn. */
const step = 512;

/** Builds the tree. A word of nothing, or of one Latin letter or digit, is left out: it would be everywhere. */
export async function createMatcher(given: readonly Pattern[]): Promise<Matcher> {
  const breathe = breather();
  const folded: { pattern: Pattern; units: number[] }[] = [];
  let most = 0;
  for (const [at, pattern] of given.entries()) {
    if (at % step === 0) await breathe();
    const units = foldWord(pattern.word);
    if (units.length === 0 || (units.length === 1 && joinsWords(units[0] ?? 0))) continue;
    folded.push({ pattern, units });
    most += units.length;
  }
  const tree = createTree(most);
  const ends = new Int32Array(most + 1);
  const entries: Entry[] = [];
  for (const [at, { pattern, units }] of folded.entries()) {
    if (at % step === 0) await breathe();
    let place = 0;
    for (const unit of units) place = ensureChild(tree, place, unit);
    if (ends[place] === 0) ends[place] = entries.push({ length: units.length, patterns: [], exceptionOf: [] });
    const entry = entries[(ends[place] ?? 0) - 1];
    if (pattern.isException) entry?.exceptionOf.push(pattern.group);
    else entry?.patterns.push(pattern);
  }
  const longest = entries.reduce((length, entry) => Math.max(length, entry.length), 0);
  return { entries, longest, tree, ends, ...(await fallbacksOf(tree, ends, breathe)) };
}

/** Those nearer to the root are known before. */
async function fallbacksOf(tree: WordTree, ...[ends, breathe]: [ends: Int32Array, breathe: () => Promise<void>]) {
  const fallback = new Int32Array(tree.size);
  const endsBelow = new Int32Array(tree.size).fill(-1);
  for (const [at, place] of placesByDepth(tree).entries()) {
    if (at % step === 0) await breathe();
    const above = tree.parent[place] ?? 0;
    const unit = tree.unit[place] ?? 0;
    let low = 0;
    if (above !== 0) {
      low = fallback[above] ?? 0;
      while (low !== 0 && childOf(tree, low, unit) === 0) low = fallback[low] ?? 0;
      low = childOf(tree, low, unit);
    }
    fallback[place] = low;
    endsBelow[place] = (ends[low] ?? 0) > 0 ? low : (endsBelow[low] ?? -1);
  }
  return { fallback, endsBelow };
}
