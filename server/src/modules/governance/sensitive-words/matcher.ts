import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';

/** What a sign is compared as, by its number: 0 for one that is not seen at all. One unit becomes one unit, so that places stay where they are. */
let foldings: Uint16Array | undefined;

const unseen = /^\p{Default_Ignorable_Code_Point}$/u;

function buildFoldingTable(): Uint16Array {
  const table = new Uint16Array(65_536);
  for (let unit = 0; unit < 65_536; unit += 1) {
    const sign = String.fromCharCode(unit);
    // halves of longer signs stay what they are
    if (unit >= 0xd8_00 && unit <= 0xdf_ff) table[unit] = unit;
    else if (unseen.test(sign)) table[unit] = 0;
    else if (/\s/.test(sign)) table[unit] = 32;
    else {
      const plain = sign.normalize('NFKC').toLowerCase();
      table[unit] = plain.length === 1 ? plain.charCodeAt(0) : unit;
    }
  }
  return table;
}

/** The table by which signs of another width or case are the same. */
export const foldingTable = (): Uint16Array => (foldings ??= buildFoldingTable());

/** Chinese, Japanese and Korean signs, between which space says nothing: lines end anywhere. */
export const isCjk = (unit: number): boolean => (unit >= 0x2e_80 && unit <= 0x9f_ff) || (unit >= 0xac_00 && unit <= 0xd7_ff);

/** Letters and digits of scripts that put spaces between words: a word in the middle of another one is none. */
export const isWordUnit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122) || (unit >= 0xdf && unit <= 0x5_2f && unit !== 0xf7);

/** The units of a word as they are compared. */
export function foldWord(word: string): number[] {
  const table = foldingTable();
  const units: number[] = [];
  let space = false;
  for (const sign of word.normalize('NFC').split('')) {
    const unit = table[sign.charCodeAt(0)] ?? 0;
    if (unit === 0) continue;
    if (unit === 32) {
      space = units.length > 0;
      continue;
    }
    if (space && !(isCjk(units.at(-1) ?? 0) && isCjk(unit))) units.push(32);
    space = false;
    units.push(unit);
  }
  return units;
}

/**
 * A tree of words, unit by unit, in flat tables: some tens of bytes a place, where a map for each would take hundreds. Places are numbers, 0 is
 * the root; a child is found by its parent and its unit together.
 */
interface WordTree {
  size: number;
  parent: Int32Array;
  unit: Uint16Array;
  depth: Uint16Array;
  /** Children by the hash of where they hang; 0 where nothing is. */
  slots: Int32Array;
}

/** A tree that holds up to so many places besides its root. */
function createTree(most: number): WordTree {
  let slots = 16;
  while (slots < most * 2) slots *= 2;
  return {
    size: 1,
    parent: new Int32Array(most + 1),
    unit: new Uint16Array(most + 1),
    depth: new Uint16Array(most + 1),
    slots: new Int32Array(slots),
  };
}

/** The slot in which a child stands, or would stand. */
function slotOf({ slots, parent, unit: units }: WordTree, place: number, unit: number): number {
  const mask = slots.length - 1;
  const mixed = Math.imul(place, 0x9e_37_79_b1) ^ Math.imul(unit + 1, 0x85_eb_ca_6b);
  for (let slot = (mixed ^ (mixed >>> 15)) & mask; ; slot = (slot + 1) & mask) {
    const child = slots[slot] ?? 0;
    if (child === 0 || (parent[child] === place && units[child] === unit)) return slot;
  }
}

/** The child of a place by its unit; 0 where there is none. */
export const childOf = (tree: WordTree, place: number, unit: number): number => tree.slots[slotOf(tree, place, unit)] ?? 0;

/** The same, made where it is missing. */
function ensureChild(tree: WordTree, place: number, unit: number): number {
  const slot = slotOf(tree, place, unit);
  const known = tree.slots[slot] ?? 0;
  if (known !== 0) return known;
  const child = tree.size++;
  tree.slots[slot] = child;
  tree.parent[child] = place;
  tree.unit[child] = unit;
  tree.depth[child] = (tree.depth[place] ?? 0) + 1;
  return child;
}

/** All places but the root, those nearer to it first. */
function placesByDepth({ size, depth }: WordTree): Int32Array {
  const starts: number[] = [];
  for (let place = 1; place < size; place += 1) {
    const next = (depth[place] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let at = 0, sum = 0; at < starts.length; at += 1) starts[at] = sum += starts[at] ?? 0;
  const places = new Int32Array(size - 1);
  for (let place = 1; place < size; place += 1) {
    const at = depth[place] ?? 0;
    const to = starts[at] ?? 0;
    places[to] = place;
    starts[at] = to + 1;
  }
  return places;
}

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
  const breathe = yieldToEventLoop();
  const folded: { pattern: Pattern; units: number[] }[] = [];
  let most = 0;
  for (const [at, pattern] of given.entries()) {
    if (at % step === 0) await breathe();
    const units = foldWord(pattern.word);
    if (units.length === 0 || (units.length === 1 && isWordUnit(units[0] ?? 0))) continue;
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
async function fallbacksOf(tree: WordTree, ends: Int32Array, breathe: () => Promise<void>) {
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
