import { setImmediate as turn } from 'node:timers/promises';

/**
 * For long loops: awaited between two steps, it lets timers and sockets of this thread run once so many milliseconds have passed. Awaiting the
 * reader of this thread does not, as it answers at once.
 */
export function yieldToEventLoop(ms = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return;
    await turn();
    since = performance.now();
  };
}
