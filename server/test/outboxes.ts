import { afterAll, afterEach, beforeAll } from 'vitest';
import { z } from 'zod';
import type { Outbox, Services } from '../src/platform/context.ts';
import { type EventType, event } from '../src/platform/events/event.ts';
import { type Subscriber, createOutbox } from '../src/platform/events/outbox.ts';
import { type TestServer, openTestServer } from './test-server.ts';

const shape = z.strictObject({ n: z.number().optional(), objId: z.number().optional() });

type TestData = z.output<typeof shape>;

/** What happens in these tests. */
export const happened = event('a', shape);
export const happenedElse = event('b', shape);
export const unheard = event('c', shape);

/** The actor of the events in these tests. */
export const speaker = { id: 7, name: 'Somebody', address: '10.0.0.1' };

/** A server with its own outbox paused, so that only those of the test work; each test removes its rows and outboxes. */
export function useOutboxes() {
  const outboxes: Outbox[] = [];
  let opened: TestServer;
  const dossier = (): Services => opened.services;
  beforeAll(async () => {
    opened = await openTestServer();
    await opened.drain();
    await opened.services.outbox.stop();
  });
  afterEach(async () => {
    for (const outbox of outboxes.splice(0)) await outbox.stop();
    await dossier().database.write((db) => db.deleteFrom('outbox').execute());
  });
  afterAll(() => opened.close());
  return {
    dossier,
    forward: (ms: number): void => opened.clock.forward(ms),
    open(subscribers: Subscriber[], start = true): Outbox {
      const outbox = createOutbox(subscribers);
      outboxes.push(outbox);
      if (start) outbox.start({ ...dossier(), outbox });
      return outbox;
    },
    say: (outbox: Outbox, what: EventType<string, TestData>, data: TestData = {}) =>
      dossier().database.write((db) => outbox.emit(db, speaker, { event: what, data, at: dossier().now() })),
    rows: () => dossier().database.read.selectFrom('outbox').selectAll().orderBy('id').execute(),
  };
}
