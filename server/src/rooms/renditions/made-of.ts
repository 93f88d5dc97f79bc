import { AsyncLocalStorage } from 'node:async_hooks';
import { stat } from 'node:fs/promises';

const parts = new AsyncLocalStorage<Set<string>>();

/** Makes something of a file, and of what is noted meanwhile by `notePart`; `isAway` tells whether any of it is no more. */
export function madeOf<T>(path: string, make: () => T): { made: T; isAway: () => Promise<boolean> } {
  const all = new Set([path]);
  const isAway = async (): Promise<boolean> => {
    const found = await Promise.allSettled([...all].map((part) => stat(part)));
    return found.some(({ status }) => status === 'rejected');
  };
  return { made: parts.run(all, make), isAway };
}

/** Notes that what is being made is made of this file: it may be removed before it is read. */
export const notePart = (path: string): unknown => parts.getStore()?.add(path);
