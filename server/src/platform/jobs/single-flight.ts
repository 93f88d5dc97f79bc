import { AsyncLocalStorage } from 'node:async_hooks';
import { currentDeadline, runUntil } from './deadline.ts';
import { type Requester, currentRequester } from './requester.ts';

/** One of those who ask for some work: in their line it may have its turn; `urgent` tells whether they wait. */
export interface Claim extends Requester {
  urgent: boolean;
}

interface Asked {
  claims: () => Claim[];
  until: () => number;
}

/** Work that several may ask for while it waits and while it is done: whoever comes later brings their own place in the line and their own time. */
export interface SingleFlightJob {
  asked: Map<unknown, Asked>;
}

const errands = new AsyncLocalStorage<SingleFlightJob>();
const watching = new Set<() => void>();

/** An errand for which nobody has asked yet. */
export const newSingleFlightJob = (): SingleFlightJob => ({ asked: new Map() });

/** Adds whoever asks at this moment, or, where the errand is a part of another one, all who ask for that now and later; false where they have asked before. */
export function joinJob(errand: SingleFlightJob, urgent: boolean): boolean {
  const whole = errands.getStore();
  const claim = { ...currentRequester(), urgent };
  const until = currentDeadline();
  const isUnbounded = until() === Number.POSITIVE_INFINITY;
  const key = whole ?? `${claim.by} ${claim.among} ${urgent} ${isUnbounded}`;
  const before = errand.asked.get(key);
  // who asks again, as whoever waits does twice a minute, keeps the time of the first asking: else nothing would ever be given up;
  // what is never given up, as others ask for it without an end, is theirs anew
  const isOver = before !== undefined && before.until() <= performance.now() && deadlineOf(errand) === Number.POSITIVE_INFINITY;
  if (before !== undefined && !isOver) return false;
  errand.asked.set(key, { until, claims: whole === undefined ? () => [claim] : () => claimsOf(whole) });
  for (const look of watching) look();
  return true;
}

/** Does the work of an errand, for as long as any of those who ask has time. */
export const runJob = <T>(errand: SingleFlightJob, work: () => T): T => errands.run(errand, () => runUntil(() => deadlineOf(errand), work));

/** Until when an errand is of use to anybody, on the clock of `patience`. */
export const deadlineOf = (errand: SingleFlightJob): number => Math.max(...[...errand.asked.values()].map(({ until }) => until()));

/** Who asks for what is being done, as of whenever that is looked at; without an errand it is one, who is as urgent as they say. */
export function claimsOnJob(urgent: boolean): () => Claim[] {
  const errand = errands.getStore();
  const alone = [{ ...currentRequester(), urgent }];
  return errand === undefined ? () => alone : () => claimsOf(errand);
}

/** Whose time is over asks no more. */
const claimsOf = (errand: SingleFlightJob): Claim[] =>
  [...errand.asked.values()].filter(({ until }) => until() > performance.now()).flatMap(({ claims }) => claims());

/** Tells whenever somebody has joined an errand, until `watching` for it is over. */
export function watchJoins(look: () => void): () => void {
  watching.add(look);
  return () => watching.delete(look);
}
