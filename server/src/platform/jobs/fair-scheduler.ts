import { timeLeft } from './deadline.ts';
import type { Requester } from './requester.ts';
import { type Claim, claimsOnJob, watchJoins } from './single-flight.ts';

interface Waiting {
  /** Whose it is among all that waits. */
  own: Requester;
  claims: () => Claim[];
  go: (as: Claim) => void;
}

/** So many wait at most: of one asker, of all visitors that come in one's name, and altogether. What each of them holds is small. */
const mostWaiting = { alone: 200, together: 600, all: 4000 };

/** Thrown where too many wait already, or where a turn did not come in time: nothing has been done. */
export class QueueFull extends Error {
  constructor() {
    super('No turn for this now');
  }
}

/** Does some work as soon as there is a place for it; `urgent` tells whether somebody waits. */
export type FairScheduler = <T>(urgent: boolean, work: () => Promise<T>) => Promise<T>;

/** Who has which place at the moment, and whose turn it is next. */
function placesOf(places: number) {
  const each = Math.max(1, places - 1);
  const working = new Map<string, number>();
  /** When somebody had a turn last, as the number of the turn. */
  const had = new Map<string, number>();
  let [free, turn] = [places, 0];
  const rank = ({ by, among, urgent }: Claim): Rank => [urgent ? 0 : 1, had.get(by) ?? 0, had.get(`${by} ${among}`) ?? 0];
  return {
    isFree: () => free > 0,
    may: ({ by }: Claim): boolean => free > 0 && (working.get(by) ?? 0) < each,
    isBefore: (one: Claim, other: Claim): boolean => isLess(rank(one), rank(other)),
    take({ by, among }: Claim): void {
      free--;
      turn++;
      working.set(by, (working.get(by) ?? 0) + 1);
      had.set(by, turn);
      had.set(`${by} ${among}`, turn);
    },
    leave({ by }: Claim): void {
      free++;
      const left = (working.get(by) ?? 1) - 1;
      if (left === 0) working.delete(by);
      else working.set(by, left);
    },
    forget: () => working.size === 0 && had.clear(),
  };
}

/**
 * So many may work at once. Who is waited for goes before who is not. Among those the askers take turns, and those who come in one's name
 * among themselves; where there are several places no asker has all of them: whoever brings what takes long keeps others waiting for one
 * of it at most. What several ask for is done in the line of whoever of them comes first. Who asks for still more while much of theirs
 * waits is refused, and nothing waits for longer than there is patience for it.
 */
export function createFairScheduler(atOnce: number, most = mostWaiting): FairScheduler {
  const places = placesOf(atOnce);
  let waiting: Waiting[] = [];
  let unwatch = (): void => undefined;
  const drop = (one: Waiting): void => {
    waiting = waiting.filter((other) => other !== one);
    if (waiting.length === 0) unwatch();
  };
  const next = (): void => {
    if (!places.isFree()) return;
    let chosen: { one: Waiting; as: Claim } | undefined;
    for (const one of waiting) {
      for (const as of one.claims()) if (places.may(as) && (chosen === undefined || places.isBefore(as, chosen.as))) chosen = { one, as };
    }
    if (chosen === undefined) return;
    drop(chosen.one);
    places.take(chosen.as);
    chosen.one.go(chosen.as);
  };
  const wait = (claims: () => Claim[]): Promise<Claim> => {
    const own = claims().find((claim) => !isFull(waiting, claim, most));
    if (own === undefined) throw new QueueFull();
    const { called, go } = calledInTime(() => drop(one));
    const one: Waiting = { own, claims, go };
    // a place may be free that none of those who asked so far may have
    if (waiting.length === 0) unwatch = watchJoins(next);
    waiting.push(one);
    return called;
  };
  return async (urgent, work) => {
    const claims = claimsOnJob(urgent);
    if (timeLeft() <= 0) throw new QueueFull();
    let as = claims().find(places.may);
    if (as === undefined) as = await wait(claims);
    else places.take(as);
    try {
      return await work();
    } finally {
      places.leave(as);
      next();
      places.forget();
    }
  };
}

/** A turn that is waited for until `go`; where there is no patience left it is given up first, and fails then. */
function calledInTime(giveUp: () => void): { called: Promise<Claim>; go: (as: Claim) => void } {
  const { promise: called, resolve, reject } = Promise.withResolvers<Claim>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const left = timeLeft();
    if (left === Number.POSITIVE_INFINITY) return;
    // whoever has joined may have brought more time
    if (left > 0) timer = setTimeout(look, left).unref();
    else {
      giveUp();
      reject(new QueueFull());
    }
  };
  // not at once: who is given up has to be known in the line first
  queueMicrotask(look);
  const go = (as: Claim): void => {
    clearTimeout(timer);
    resolve(as);
  };
  return { called, go };
}

/** Visitors together may not have their giver refused, who has a number of their own. */
function isFull(waiting: Waiting[], { by, among }: Requester, most: typeof mostWaiting): boolean {
  const theirs = waiting.filter(({ own }) => own.by === by);
  const visitors = theirs.filter(({ own }) => own.among !== '');
  const alone = theirs.filter(({ own }) => own.among === among);
  return waiting.length >= most.all || (among !== '' && visitors.length >= most.together) || alone.length >= most.alone;
}

type Rank = [urgency: number, by: number, among: number];

function isLess(one: Rank, other: Rank): boolean {
  const at = one.findIndex((place, n) => place !== other[n]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
