import { AsyncLocalStorage } from 'node:async_hooks';

const until = new AsyncLocalStorage<number>();

/** Does something that is worth so many milliseconds from now, its waits among them; never more than what it is a part of. */
export const withPatience = <T>(ms: number, work: () => T): T => until.run(performance.now() + Math.min(ms, patience()), work);

/** How many milliseconds are left to what is being done; Infinity where nobody has said. */
export const patience = (): number => (until.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();

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
