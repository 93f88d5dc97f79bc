/** Random numbers from a seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** So many different entries, in their order. */
  some<T>(list: readonly T[], count: number): T[];
}

/** Mulberry32: small, fast, and good enough to draw a chart. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
    some<T>(list: readonly T[], count: number): T[] {
      const places = list.map((_, at) => ({ at, key: next() })).toSorted((a, b) => a.key - b.key);
      const chosen = new Set(places.slice(0, count).map(({ at }) => at));
      return list.filter((_, at) => chosen.has(at));
    },
  };
}
