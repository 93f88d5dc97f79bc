import type { Outbox } from './ctx.ts';
import { insertRows, rowOf } from './outbox-queries.ts';
import { createWorker } from './outbox-worker.ts';
import type { Listener } from './outbox.ts';

/** What happens within so short a time is worked off together. */
const gatherMs = 20;

/** The outbox of a house: rows in the deed's transaction, then worked off in order, again after a crash, with growing pauses after a failure. */
export function createOutbox(listeners: readonly Listener[]): Outbox {
  const byEvent = new Map<string, Listener[]>();
  for (const listener of listeners) {
    for (const event of listener.events) byEvent.set(event, [...(byEvent.get(event) ?? []), listener]);
  }
  const worker = createWorker(listeners);
  let waking: NodeJS.Timeout | undefined;
  return {
    async say(db, speaker, what) {
      const heard = byEvent.get(what.event) ?? [];
      if (heard.length === 0) return;
      await insertRows(
        db,
        heard.map((listener) => ({ ...rowOf(listener.name, speaker, what), dedupe: listener.dedupe?.(what.event, what.data) ?? null })),
      );
    },
    poke() {
      waking ??= setTimeout(() => {
        waking = undefined;
        worker.wake();
      }, gatherMs).unref();
    },
    drain: () => worker.drain(),
    start: (house) => worker.start(house),
    stop: () => worker.stop(),
  };
}
