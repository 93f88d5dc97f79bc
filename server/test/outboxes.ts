import { afterAll, afterEach, beforeAll } from 'vitest';
import { createOutbox } from '../src/ground/create-outbox.ts';
import type { House, Outbox } from '../src/ground/ctx.ts';
import type { Listener } from '../src/ground/outbox.ts';
import { openHouse, type TestHouse } from './house.ts';

/** Who says things in these tests. */
export const speaker = { id: 7, name: 'Somebody', address: '10.0.0.1' };

/** A house whose own outbox rests, so that only those work that a test opens; each test leaves no rows and no outbox behind it. */
export function useOutboxes() {
  const outboxes: Outbox[] = [];
  let opened: TestHouse;
  const house = (): House => opened.house;
  beforeAll(async () => {
    opened = await openHouse();
    await opened.drain();
    await opened.house.outbox.stop();
  });
  afterEach(async () => {
    for (const outbox of outboxes.splice(0)) await outbox.stop();
    await house().database.write((db) => db.deleteFrom('outbox').execute());
  });
  afterAll(() => opened.close());
  return {
    house,
    forward: (ms: number): void => opened.clock.forward(ms),
    open(listeners: Listener[], start = true): Outbox {
      const outbox = createOutbox(listeners);
      outboxes.push(outbox);
      if (start) outbox.start({ ...house(), outbox });
      return outbox;
    },
    say: (outbox: Outbox, event: string, data: Record<string, unknown> = {}) =>
      house().database.write((db) => outbox.say(db, speaker, { event, data, at: house().now() })),
    rows: () => house().database.read.selectFrom('outbox').selectAll().orderBy('id').execute(),
  };
}
