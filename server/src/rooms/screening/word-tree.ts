/**
 * A tree of words, unit by unit, in flat tables: some tens of bytes a place, where a map for each would take hundreds. Places are numbers, 0 is
 * the root; a child is found by its parent and its unit together.
 */
export interface WordTree {
  size: number;
  parent: Int32Array;
  unit: Uint16Array;
  depth: Uint16Array;
  /** Children by the hash of where they hang; 0 where nothing is. */
  slots: Int32Array;
}

/** A tree that holds up to so many places besides its root. */
export function createTree(most: number): WordTree {
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
export function ensureChild(tree: WordTree, place: number, unit: number): number {
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
export function placesByDepth({ size, depth }: WordTree): Int32Array {
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
