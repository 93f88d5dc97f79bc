import { AsyncLocalStorage } from 'node:async_hooks';

const ends = new AsyncLocalStorage<() => number>();
const never = (): number => Number.POSITIVE_INFINITY;

/** Until when there is time for what is being done, as of whenever that is looked at: on the clock of `performance.now()`. */
export const currentDeadline = (): (() => number) => ends.getStore() ?? never;

/** Does something that is worth so many milliseconds from now, its waits among them; never more than what it is a part of. */
export function withDeadline<T>(ms: number, work: () => T): T {
  const [end, whole] = [performance.now() + ms, currentDeadline()];
  return ends.run(() => Math.min(end, whole()), work);
}

/** Does something for which others say until when there is time, and may say more later. */
export const runUntil = <T>(until: () => number, work: () => T): T => ends.run(until, work);

/** How many milliseconds are left to what is being done; Infinity where nobody has said. */
export const timeLeft = (): number => currentDeadline()() - performance.now();

/** When a job is ended, in milliseconds from now, and what is said of it then: 'timeout' speaks of the job itself. */
export interface TimeLimit {
  ms: number;
  reason: 'timeout' | 'busy';
}

/** The limit of a job that may take so long where there is time: one that had to wait for its turn may find less. */
export function timeLimitOf(timeoutMs: number): TimeLimit {
  const left = timeLeft();
  return left < timeoutMs ? { ms: Math.max(0, left), reason: 'busy' } : { ms: timeoutMs, reason: 'timeout' };
}
