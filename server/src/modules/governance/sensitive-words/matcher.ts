import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';

/** Folding table by UTF-16 unit: 0 for an invisible one. One unit folds to one unit, so that positions stay the same. */
let foldings: Uint16Array | undefined;

const unseen = /^\p{Default_Ignorable_Code_Point}$/u;

function buildFoldingTable(): Uint16Array {
  const table = new Uint16Array(65_536);
  for (let unit = 0; unit < 65_536; unit += 1) {
    const char = String.fromCharCode(unit);
    // surrogates stay as they are
    if (unit >= 0xd8_00 && unit <= 0xdf_ff) table[unit] = unit;
    else if (unseen.test(char)) table[unit] = 0;
    else if (/\s/.test(char)) table[unit] = 32;
    else {
      const plain = char.normalize('NFKC').toLowerCase();
      table[unit] = plain.length === 1 ? plain.charCodeAt(0) : unit;
    }
  }
  return table;
}

/** The folding table: units that differ in width or case fold to the same one. */
export const foldingTable = (): Uint16Array => (foldings ??= buildFoldingTable());

/** Chinese, Japanese and Korean characters, between which whitespace is ignored: lines break anywhere. */
export const isCjk = (unit: number): boolean => (unit >= 0x2e_80 && unit <= 0x9f_ff) || (unit >= 0xac_00 && unit <= 0xd7_ff);

/** Letters and digits of scripts with spaces between words: no match inside a longer word. */
export const isWordUnit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122) || (unit >= 0xdf && unit <= 0x5_2f && unit !== 0xf7);

/** The folded units of a word. */
export function foldWord(word: string): number[] {
  const table = foldingTable();
  const units: number[] = [];
  let space = false;
  for (const char of word.normalize('NFC').split('')) {
    const unit = table[char.charCodeAt(0)] ?? 0;
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
 * A trie of words, unit by unit, in flat tables: some tens of bytes a node, where a map for each would take hundreds. Nodes are numbers, 0
 * is the root; a child is found by the hash of its parent and its unit.
 */
interface WordTree {
  size: number;
  parent: Int32Array;
  unit: Uint16Array;
  depth: Uint16Array;
  /** Hash table of children; 0 for an empty slot. */
  slots: Int32Array;
}

/** Creates a trie with capacity for so many nodes besides its root. */
function createTree(capacity: number): WordTree {
  let slots = 16;
  while (slots < capacity * 2) slots *= 2;
  return {
    size: 1,
    parent: new Int32Array(capacity + 1),
    unit: new Uint16Array(capacity + 1),
    depth: new Uint16Array(capacity + 1),
    slots: new Int32Array(slots),
  };
}

/** The slot of a child, or the free slot for it. */
function slotOf({ slots, parent, unit: units }: WordTree, node: number, unit: number): number {
  const mask = slots.length - 1;
  const mixed = Math.imul(node, 0x9e_37_79_b1) ^ Math.imul(unit + 1, 0x85_eb_ca_6b);
  for (let slot = (mixed ^ (mixed >>> 15)) & mask; ; slot = (slot + 1) & mask) {
    const child = slots[slot] ?? 0;
    if (child === 0 || (parent[child] === node && units[child] === unit)) return slot;
  }
}

/** The child of a node by its unit; 0 where there is none. */
export const childOf = (tree: WordTree, node: number, unit: number): number => tree.slots[slotOf(tree, node, unit)] ?? 0;

/** The child of a node by its unit, created if missing. */
function ensureChild(tree: WordTree, node: number, unit: number): number {
  const slot = slotOf(tree, node, unit);
  const known = tree.slots[slot] ?? 0;
  if (known !== 0) return known;
  const child = tree.size++;
  tree.slots[slot] = child;
  tree.parent[child] = node;
  tree.unit[child] = unit;
  tree.depth[child] = (tree.depth[node] ?? 0) + 1;
  return child;
}

/** All nodes but the root, by depth. */
function placesByDepth({ size, depth }: WordTree): Int32Array {
  const starts: number[] = [];
  for (let node = 1; node < size; node += 1) {
    const next = (depth[node] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let at = 0, sum = 0; at < starts.length; at += 1) starts[at] = sum += starts[at] ?? 0;
  const nodes = new Int32Array(size - 1);
  for (let node = 1; node < size; node += 1) {
    const at = depth[node] ?? 0;
    const to = starts[at] ?? 0;
    nodes[to] = node;
    starts[at] = to + 1;
  }
  return nodes;
}

/** A word to match, and its group. */
export interface Pattern {
  word: string;
  group: number;
  /** Matches inside of it do not count. */
  isException: boolean;
}

/** All patterns that fold to the same word: the groups that match it, and those that have it as an exception. */
export interface Entry {
  length: number;
  patterns: Pattern[];
  exceptionOf: number[];
}

/**
 * Matches all words in one pass over the text (Aho and Corasick): a trie of the words, in which each node has a fallback to the longest
 * other node that is a suffix of it.
 */
export interface Matcher {
  entries: readonly Entry[];
  longest: number;
  tree: WordTree;
  fallback: Int32Array;
  /** The entry that ends at a node, counted from 1; 0 for none. `endsBelow` is the next node along the fallbacks where one ends. */
  ends: Int32Array;
  endsBelow: Int32Array;
}

/** Words or nodes to process before yielding to the event loop. */
const step = 512;

/** Builds the matcher. Words without units, or of one Latin letter or digit, are left out: they would match everywhere. */
export async function createMatcher(given: readonly Pattern[]): Promise<Matcher> {
  const yieldNow = yieldToEventLoop();
  const folded: { pattern: Pattern; units: number[] }[] = [];
  let capacity = 0;
  for (const [at, pattern] of given.entries()) {
    if (at % step === 0) await yieldNow();
    const units = foldWord(pattern.word);
    if (units.length === 0 || (units.length === 1 && isWordUnit(units[0] ?? 0))) continue;
    folded.push({ pattern, units });
    capacity += units.length;
  }
  const tree = createTree(capacity);
  const ends = new Int32Array(capacity + 1);
  const entries: Entry[] = [];
  for (const [at, { pattern, units }] of folded.entries()) {
    if (at % step === 0) await yieldNow();
    let node = 0;
    for (const unit of units) node = ensureChild(tree, node, unit);
    if (ends[node] === 0) ends[node] = entries.push({ length: units.length, patterns: [], exceptionOf: [] });
    const entry = entries[(ends[node] ?? 0) - 1];
    if (pattern.isException) entry?.exceptionOf.push(pattern.group);
    else entry?.patterns.push(pattern);
  }
  const longest = entries.reduce((length, entry) => Math.max(length, entry.length), 0);
  return { entries, longest, tree, ends, ...(await fallbacksOf(tree, ends, yieldNow)) };
}

/** Breadth first: the fallbacks of lower depths are known before. */
async function fallbacksOf(tree: WordTree, ends: Int32Array, yieldNow: () => Promise<void>) {
  const fallback = new Int32Array(tree.size);
  const endsBelow = new Int32Array(tree.size).fill(-1);
  for (const [at, node] of placesByDepth(tree).entries()) {
    if (at % step === 0) await yieldNow();
    const above = tree.parent[node] ?? 0;
    const unit = tree.unit[node] ?? 0;
    let low = 0;
    if (above !== 0) {
      low = fallback[above] ?? 0;
      while (low !== 0 && childOf(tree, low, unit) === 0) low = fallback[low] ?? 0;
      low = childOf(tree, low, unit);
    }
    fallback[node] = low;
    endsBelow[node] = (ends[low] ?? 0) > 0 ? low : (endsBelow[low] ?? -1);
  }
  return { fallback, endsBelow };
}
