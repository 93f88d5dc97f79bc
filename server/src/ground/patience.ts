import { AsyncLocalStorage } from 'node:async_hooks';

const ends = new AsyncLocalStorage<() => number>();
const never = (): number => Number.POSITIVE_INFINITY;

/** Until when there is time for what is being done, as of whenever that is looked at: on the clock of `performance.now()`. */
export const untilNow = (): (() => number) => ends.getStore() ?? never;

/** Does something that is worth so many milliseconds from now, its waits among them; never more than what it is a part of. */
export function withPatience<T>(ms: number, work: () => T): T {
  const [end, whole] = [performance.now() + ms, untilNow()];
  return ends.run(() => Math.min(end, whole()), work);
}

/** Does something for which others say until when there is time, and may say more later. */
export const inTimeOf = <T>(until: () => number, work: () => T): T => ends.run(until, work);

/** How many milliseconds are left to what is being done; Infinity where nobody has said. */
export const patience = (): number => untilNow()() - performance.now();

/** When a job is ended, in milliseconds from now, and what is said of it then: 'timeout' speaks of the job itself. */
export interface Limit {
  ms: number;
  reason: 'timeout' | 'busy';
}

/** The limit of a job that may take so long where there is time: one that had to wait for its turn may find less. */
export function limitOf(timeoutMs: number): Limit {
  const left = patience();
  return left < timeoutMs ? { ms: Math.max(0, left), reason: 'busy' } : { ms: timeoutMs, reason: 'timeout' };
}
