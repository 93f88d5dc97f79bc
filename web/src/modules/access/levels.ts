import { type Level, type Right, level, right } from '@dossier/contract/core/rights';

/** The named levels, ascending. */
export const levelNames = Object.keys(level) as Level[];

/** The name of bits: a named level, or their individual rights. */
export function nameOfBits(bits: number): { level: Level } | { rights: Right[] } {
  const named = levelNames.find((name) => level[name] === bits);
  if (named !== undefined) return { level: named };
  return { rights: (Object.keys(right) as Right[]).filter((name) => (bits & right[name]) !== 0) };
}

/** The levels within the given bits: a grant never exceeds the rights of its giver. */
export function givable(bits: number): Level[] {
  return levelNames.filter((name) => (level[name] & bits) === level[name]);
}
