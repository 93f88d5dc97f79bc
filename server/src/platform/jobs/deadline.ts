import { AsyncLocalStorage } from 'node:async_hooks';

const ends = new AsyncLocalStorage<() => number>();
const never = (): number => Number.POSITIVE_INFINITY;

/** The deadline of the current work on the clock of `performance.now()`, read anew at each call. */
export const currentDeadline = (): (() => number) => ends.getStore() ?? never;

/** Runs work with a deadline in so many milliseconds, waiting included; never later than the deadline of the work around it. */
export function withDeadline<T>(ms: number, work: () => T): T {
  const [end, whole] = [performance.now() + ms, currentDeadline()];
  return ends.run(() => Math.min(end, whole()), work);
}

/** Runs work with a deadline that others set and may extend later. */
export const runUntil = <T>(until: () => number, work: () => T): T => ends.run(until, work);

/** How many milliseconds are left to the current work; Infinity without a deadline. */
export const timeLeft = (): number => currentDeadline()() - performance.now();

/** When a job is ended, in milliseconds from now, and its failure then: 'timeout' blames the job itself. */
export interface TimeLimit {
  ms: number;
  reason: 'timeout' | 'busy';
}

/** The time limit of a job: `timeoutMs`, or less where it waited in the queue and its deadline is near. */
export function timeLimitOf(timeoutMs: number): TimeLimit {
  const left = timeLeft();
  return left < timeoutMs ? { ms: Math.max(0, left), reason: 'busy' } : { ms: timeoutMs, reason: 'timeout' };
}
