import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { happened, useOutboxes } from '../../../test/outboxes.ts';
import type { Outbox } from '../context.ts';
import { claimOf } from './outbox.queries.ts';
import { type Subscriber, subscribe } from './outbox.ts';

const { dossier, forward, open, say, rows } = useOutboxes();

describe('a claim', () => {
  it('takes no more than is worked on, whatever the query plan', async () => {
    const outbox = open([subscribe(happened, { name: 'slow', job: () => Promise.resolve() })], false);
    for (let n = 0; n < 2; n++) await say(outbox, happened);
    const claimed = await dossier().database.write(async (db) => {
      // the statistics of a small table: PostgreSQL then finds the rows in a nested loop
      if (dossier().database.engine === 'postgres') {
        await sql`analyze outbox`.execute(db);
        for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'indexscan', 'bitmapscan'])
          await sql`select set_config(${`enable_${plan}`}, 'off', true)`.execute(db);
      }
      return claimOf(db, 'slow', dossier().now());
    });
    expect(claimed).toHaveLength(1);
    expect((await rows()).filter(({ lease }) => lease > 0)).toHaveLength(1);
  });

  it('is lost to a later claim of the row', async () => {
    let [one, other]: Outbox[] = [];
    const subscribers = (worker: string): Subscriber[] => [
      subscribe(happened, {
        name: 'first',
        // so long that the lease of the claim runs out, and another process claims the rows
        batch: async () => {
          if (worker !== 'one') return;
          forward(601_000);
          other?.wake();
          await new Promise((resolve) => setTimeout(resolve, 300));
        },
      }),
      // written with the transaction, which may be run again
      subscribe(happened, {
        name: 'second',
        batch: async (db) =>
          void (await db
            .insertInto('secret')
            .values({ name: `held-${worker}`, value: '' })
            .execute()),
      }),
    ];
    [one, other] = [open(subscribers('one')), open(subscribers('other'))];
    await say(one, happened);
    await one.drain();
    await other.drain();
    expect(await dossier().database.read.selectFrom('secret').select('name').where('name', 'like', 'held-%').execute()).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it('that is lost removes nothing', async () => {
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
