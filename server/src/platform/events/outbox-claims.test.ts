import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { happened, useOutboxes } from '../../../test/outboxes.ts';
import type { Outbox } from '../context.ts';
import { claimOf } from './outbox.queries.ts';
import { type Subscriber, subscribe } from './outbox.ts';

const { dossier, forward, open, say, rows } = useOutboxes();

describe('a claim', () => {
  it('takes no more than is worked on, whatever way the engine takes to the rows', async () => {
    const outbox = open([subscribe(happened, { name: 'slow', job: () => Promise.resolve() })], false);
    for (let n = 0; n < 2; n++) await say(outbox, happened);
    const claimed = await dossier().database.write(async (db) => {
      // what a small table looks like once its statistics are made: PostgreSQL then looks for the rows in a nested loop
      if (dossier().database.engine === 'postgres') {
        await sql`analyze outbox`.execute(db);
        for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'indexscan', 'bitmapscan'])
          await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(db);
      }
      return claimOf(db, 'slow', dossier().now());
    });
    expect(claimed).toHaveLength(1);
    expect((await rows()).filter(({ lease }) => lease > 0)).toHaveLength(1);
  });

  it('is lost to whoever claims the row later', async () => {
    let [one, other]: Outbox[] = [];
    const listeners = (who: string): Subscriber[] => [
      subscribe(happened, {
        name: 'first',
        // so long that the claim of the next rows runs out, and another process takes them
        batch: async () => {
          if (who !== 'one') return;
          forward(601_000);
          other?.wake();
          await new Promise((resolve) => setTimeout(resolve, 300));
        },
      }),
      // kept with the transaction, which may be run again
      subscribe(happened, {
        name: 'second',
        batch: async (db) =>
          void (await db
            .insertInto('secret')
            .values({ name: `held-${who}`, value: '' })
            .execute()),
      }),
    ];
    [one, other] = [open(listeners('one')), open(listeners('other'))];
    await say(one, happened);
    await one.drain();
    await other.drain();
    expect(await dossier().database.read.selectFrom('secret').select('name').where('name', 'like', 'held-%').execute()).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it('that is lost takes nothing back', async () => {
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = (work: () => Promise<void>): Outbox => open([subscribe(happened, { name: 'job', job: work })]);
    const one = slow(async () => {
      begun.resolve();
      await late.promise;
      throw new Error('too late');
    });
    await say(one, happened);
    one.wake();
    await begun.promise;
    forward(601_000);
    const [row] = await dossier().database.write((db) => claimOf(db, 'job', dossier().now()));
    late.resolve();
    await one.drain();
    expect(row).toBeDefined();
    const [left] = await rows();
    expect(left).toMatchObject({ attempts: 2, problem: null });
    expect(left?.lease).toBeGreaterThan(dossier().now());
  });
});
