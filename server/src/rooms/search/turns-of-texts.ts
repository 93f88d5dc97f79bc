import type { House } from '../../ground/ctx.ts';
import { type Stage, type Waiting, waitingTexts } from './waiting-queries.ts';

/** So much of the queue is looked at, and for so long: what came since is seen then. */
const looked = { each: 256, limit: 2048 };
const lookAgainMs = 5000;

/**
 * Gives what is to be read next, so many at a time. Those who brought it take turns: whoever brings ten thousand scans delays nobody's
 * letter by more than one of them.
 */
export function turnsOfTexts(house: House, stage: Stage): (count: number) => Promise<Waiting[]> {
  /** When somebody had a turn last, as the number of the turn. */
  const had = new Map<number, number>();
  let turn = 0;
  let waiting = new Map<number, Waiting[]>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const take = (): Waiting | undefined => {
    let chosen: number | undefined;
    for (const who of waiting.keys()) if (chosen === undefined || (had.get(who) ?? 0) < (had.get(chosen) ?? 0)) chosen = who;
    if (chosen === undefined) return undefined;
    had.set(chosen, ++turn);
    const theirs = waiting.get(chosen) ?? [];
    if (theirs.length <= 1) waiting.delete(chosen);
    return theirs.shift();
  };
  return async (count) => {
    if (waiting.size === 0 || performance.now() - lookedAt > lookAgainMs) {
      waiting = Map.groupBy(await waitingTexts(house.database.long, { stage, ...looked }), ({ creator_id }) => creator_id);
      lookedAt = performance.now();
    }
    return Array.from({ length: count }, take).filter((one) => one !== undefined);
  };
}
