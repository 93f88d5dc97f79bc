import { asker } from './asker.ts';

interface Waiting {
  urgent: boolean;
  by: string;
  go: () => void;
}

/** Does some work as soon as there is a place for it; `urgent` tells whether somebody waits. */
export type Turns = <T>(urgent: boolean, work: () => Promise<T>) => Promise<T>;

/**
 * So many may work at once. Who is waited for goes before who is not. Among those the askers take turns, and where there are several
 * places no asker has all of them: whoever brings what takes long keeps others waiting for one of it at most.
 */
export function turnsOf(places: number): Turns {
  const each = Math.max(1, places - 1);
  const working = new Map<string, number>();
  let waiting: Waiting[] = [];
  let free = places;
  const may = (by: string): boolean => free > 0 && (working.get(by) ?? 0) < each;
  const begin = (by: string): void => {
    free--;
    working.set(by, (working.get(by) ?? 0) + 1);
  };
  const leave = (by: string): void => {
    free++;
    const left = (working.get(by) ?? 1) - 1;
    if (left === 0) working.delete(by);
    else working.set(by, left);
    next(by);
  };
  /** Who just had a turn comes after those who had none. */
  const next = (last: string): void => {
    const able = waiting.filter(({ by }) => may(by));
    const first = able.filter(({ urgent }) => urgent);
    const among = first.length > 0 ? first : able;
    const chosen = among.find(({ by }) => by !== last) ?? among[0];
    if (chosen === undefined) return;
    waiting = waiting.filter((one) => one !== chosen);
    // the others of the same asker stand back behind everybody
    waiting = [...waiting.filter(({ by }) => by !== chosen.by), ...waiting.filter(({ by }) => by === chosen.by)];
    begin(chosen.by);
    chosen.go();
  };
  return async (urgent, work) => {
    const by = asker();
    if (may(by)) begin(by);
    else await new Promise<void>((go) => waiting.push({ urgent, by, go }));
    try {
      return await work();
    } finally {
      leave(by);
    }
  };
}
