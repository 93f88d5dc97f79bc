import { type Level, type Right, level, right } from '@dossier/contract/core/rights';

/** The named levels from the least to the most. */
export const levelNames = Object.keys(level) as Level[];

/** What bits are called: a named level, or the rights they are made of. */
export function nameOfBits(bits: number): { level: Level } | { rights: Right[] } {
  const named = levelNames.find((name) => level[name] === bits);
  if (named !== undefined) return { level: named };
  return { rights: (Object.keys(right) as Right[]).filter((name) => (bits & right[name]) !== 0) };
}

/** The levels that somebody with these bits may give: nobody gives more than they have. */
export function givable(bits: number): Level[] {
  return levelNames.filter((name) => (level[name] & bits) === level[name]);
}
