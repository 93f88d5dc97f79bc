import { type Asker, asker } from './asker.ts';
import { patience } from './patience.ts';

interface Waiting extends Asker {
  urgent: boolean;
  go: () => void;
}

/** So many wait at most: of one asker, of all that come in one's name, and altogether. What each of them holds is small. */
const mostWaiting = { alone: 200, together: 600, all: 4000 };

/** Thrown where too many wait already, or where a turn did not come in time: nothing has been done. */
export class NoTurn extends Error {
  constructor() {
    super('No turn for this now');
  }
}

/** Does some work as soon as there is a place for it; `urgent` tells whether somebody waits. */
export type Turns = <T>(urgent: boolean, work: () => Promise<T>) => Promise<T>;

/**
 * So many may work at once. Who is waited for goes before who is not. Among those the askers take turns, and those who come in one's name
 * among themselves; where there are several places no asker has all of them: whoever brings what takes long keeps others waiting for one
 * of it at most. Who asks for still more while much of theirs waits is refused, and nothing waits for longer than there is patience for it.
 */
export function turnsOf(places: number, most = mostWaiting): Turns {
  const each = Math.max(1, places - 1);
  const working = new Map<string, number>();
  /** When somebody had a turn last, as the number of the turn. */
  const had = new Map<string, number>();
  let waiting: Waiting[] = [];
  let [free, turn] = [places, 0];
  const may = ({ by }: Asker): boolean => free > 0 && (working.get(by) ?? 0) < each;
  const begin = ({ by, among }: Asker): void => {
    free--;
    turn++;
    working.set(by, (working.get(by) ?? 0) + 1);
    had.set(by, turn);
    had.set(`${by} ${among}`, turn);
  };
  const leave = ({ by }: Asker): void => {
    free++;
    const left = (working.get(by) ?? 1) - 1;
    if (left === 0) working.delete(by);
    else working.set(by, left);
    next();
    if (working.size === 0) had.clear();
  };
  const since = ({ by, among }: Asker): [number, number] => [had.get(by) ?? 0, had.get(`${by} ${among}`) ?? 0];
  const next = (): void => {
    const able = waiting.filter(may);
    const urgent = able.filter((one) => one.urgent);
    let chosen: Waiting | undefined;
    for (const one of urgent.length > 0 ? urgent : able) if (chosen === undefined || isBefore(since(one), since(chosen))) chosen = one;
    if (chosen === undefined) return;
    waiting = waiting.filter((one) => one !== chosen);
    begin(chosen);
    chosen.go();
  };
  return async (urgent, work) => {
    const who = { ...asker() };
    if (patience() <= 0) throw new NoTurn();
    if (may(who)) begin(who);
    else if (isFull(waiting, who, most)) throw new NoTurn();
    else {
      const { called, go } = calledInTime(() => (waiting = waiting.filter((one) => one.go !== go)));
      waiting.push({ ...who, urgent, go });
      await called;
    }
    try {
      return await work();
    } finally {
      leave(who);
    }
  };
}

/** A turn that is waited for until `go`; where there is no patience left it is given up first, and fails then. */
function calledInTime(giveUp: () => void): { called: Promise<void>; go: () => void } {
  const { promise: called, resolve, reject } = Promise.withResolvers<void>();
  const left = patience();
  const late = (): void => {
    giveUp();
    reject(new NoTurn());
  };
  const timer = left < Number.POSITIVE_INFINITY ? setTimeout(late, left).unref() : undefined;
  const go = (): void => {
    clearTimeout(timer);
    resolve();
  };
  return { called, go };
}

function isFull(waiting: Waiting[], { by, among }: Asker, most: typeof mostWaiting): boolean {
  const theirs = waiting.filter((one) => one.by === by);
  return waiting.length >= most.all || theirs.length >= most.together || theirs.filter((one) => one.among === among).length >= most.alone;
}

const isBefore = (one: [number, number], other: [number, number]): boolean =>
  one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
