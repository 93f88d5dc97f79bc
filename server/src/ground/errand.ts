import { AsyncLocalStorage } from 'node:async_hooks';
import { type Asker, asker } from './asker.ts';
import { inTimeOf, untilNow } from './patience.ts';

/** One of those who ask for some work: in their line it may have its turn; `urgent` tells whether they wait. */
export interface Claim extends Asker {
  urgent: boolean;
}

interface Asked {
  claims: () => Claim[];
  until: () => number;
}

/** Work that several may ask for while it waits and while it is done: whoever comes later brings their own place in the line and their own time. */
export interface Errand {
  asked: Map<unknown, Asked>;
}

const errands = new AsyncLocalStorage<Errand>();
const watching = new Set<() => void>();

/** An errand for which nobody has asked yet. */
export const newErrand = (): Errand => ({ asked: new Map() });

/** Adds whoever asks at this moment, or, where the errand is a part of another one, all who ask for that now and later; false where they have asked before. */
export function joinErrand(errand: Errand, urgent: boolean): boolean {
  const whole = errands.getStore();
  const claim = { ...asker(), urgent };
  const until = untilNow();
  const isUnbounded = until() === Number.POSITIVE_INFINITY;
  const key = whole ?? `${claim.by} ${claim.among} ${urgent} ${isUnbounded}`;
  const before = errand.asked.get(key);
  // who asks again, as whoever waits does twice a minute, keeps the time of the first asking: else nothing would ever be given up;
  // what is never given up, as others ask for it without an end, is theirs anew
  const isOver = before !== undefined && before.until() <= performance.now() && untilOf(errand) === Number.POSITIVE_INFINITY;
  if (before !== undefined && !isOver) return false;
  errand.asked.set(key, { until, claims: whole === undefined ? () => [claim] : () => claimsOf(whole) });
  for (const look of watching) look();
  return true;
}

/** Does the work of an errand, for as long as any of those who ask has time. */
export const doErrand = <T>(errand: Errand, work: () => T): T => errands.run(errand, () => inTimeOf(() => untilOf(errand), work));

/** Until when an errand is of use to anybody, on the clock of `patience`. */
export const untilOf = (errand: Errand): number => Math.max(...[...errand.asked.values()].map(({ until }) => until()));

/** Who asks for what is being done, as of whenever that is looked at; without an errand it is one, who is as urgent as they say. */
export function whoAsks(urgent: boolean): () => Claim[] {
  const errand = errands.getStore();
  const alone = [{ ...asker(), urgent }];
  return errand === undefined ? () => alone : () => claimsOf(errand);
}

/** Whose time is over asks no more. */
const claimsOf = (errand: Errand): Claim[] =>
  [...errand.asked.values()].filter(({ until }) => until() > performance.now()).flatMap(({ claims }) => claims());

/** Tells whenever somebody has joined an errand, until `watching` for it is over. */
export function watchJoining(look: () => void): () => void {
  watching.add(look);
  return () => watching.delete(look);
}
