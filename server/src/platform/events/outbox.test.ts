import { describe, expect, it } from 'vitest';
import { happened, happenedElse, speaker, unheard, useOutboxes } from '../../../test/outboxes.ts';
import type { Outbox } from '../context.ts';
import type { Delivered, DeliveredEvent } from './event.ts';
import { deliverTo } from './outbox.queries.ts';
import { type Subscriber, subscribe } from './outbox.ts';

const { dossier, forward, open, say, rows } = useOutboxes();
type Heard = Delivered<typeof happened | typeof happenedElse>;

const batchOf = (delivered: Heard[]): Subscriber =>
  subscribe([happened, happenedElse], { name: 'batch', batch: async (_, events) => void delivered.push(...events) });

describe('the outbox', () => {
  it('delivers events to subscribers in order, with their actor, once', async () => {
    const delivered: Heard[] = [];
    const outbox = open([batchOf(delivered)]);
    await say(outbox, happened, { n: 1 });
    await say(outbox, happenedElse, { n: 2 });
    await say(outbox, unheard);
    await outbox.drain();
    await outbox.drain();
    expect(delivered.map(({ event, data }) => [event, data.n])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(delivered[0]).toMatchObject({ personId: 7, personName: 'Somebody', address: '10.0.0.1' });
    expect(await rows()).toEqual([]);
  });

  it('delivers nothing of a handler that failed', async () => {
    const delivered: Heard[] = [];
    const outbox = open([batchOf(delivered)]);
    const failing = dossier().database.write(async (db) => {
      await outbox.emit(db, speaker, { event: happened, data: {}, at: dossier().now() });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await outbox.drain();
    expect(delivered).toEqual([]);
  });

  it('refuses data that the event does not have, before anything is written', async () => {
    const outbox = open([batchOf([])], false);
    // @ts-expect-error a field that the event does not have
    for (const event of [happened, unheard]) await expect(say(outbox, event, { n: 1, m: 2 })).rejects.toThrow(/unrecognized_keys/);
    expect(await rows()).toEqual([]);
  });

  it('delivers what a subscriber emits', async () => {
    const delivered: string[] = [];
    const outbox: Outbox = open([
      subscribe(happened, {
        name: 'first',
        batch: (db) => deliverTo(db, 'second', { event: happenedElse, data: {}, at: dossier().now() }),
      }),
      subscribe([], { name: 'second', job: async ({ event }: DeliveredEvent) => void delivered.push(event) }),
    ]);
    await say(outbox, happened);
    await outbox.drain();
    expect(delivered).toEqual(['b']);
  });

  it('delivers after a crash what was emitted before it, and again what was left unfinished', async () => {
    const dead = open([subscribe(happened, { name: 'job', job: async () => {} })], false);
    await say(dead, happened, { n: 1 });
    await say(dead, happened, { n: 2 });
    // the process that claimed the first row has died
    const [first] = await rows();
    await dossier().database.write((db) =>
      db
        .updateTable('outbox')
        .set({ lease: dossier().now() + 600_000, attempts: 1 })
        .where('id', '=', first!.id)
        .execute(),
    );
    const delivered: number[] = [];
    const outbox = open([subscribe(happened, { name: 'job', job: async ({ data }) => void delivered.push(Number(data.n)) })]);
    await outbox.drain();
    if (dossier().database.engine === 'postgres') {
      // another process may still work on it
      expect(delivered).toEqual([2]);
      forward(601_000);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    await outbox.drain();
    expect(delivered.toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await rows()).toEqual([]);
  });

  it('leaves a row that crashed the process again and again', async () => {
    const delivered: unknown[] = [];
    const outbox = open([subscribe(happened, { name: 'job', job: async () => void delivered.push(1) })], false);
    await say(outbox, happened);
    await dossier().database.write((db) => db.updateTable('outbox').set({ attempts: 6 }).execute());
    outbox.start({ ...dossier(), outbox });
    await outbox.drain();
    expect(delivered).toEqual([]);
    expect(await rows()).toHaveLength(1);
  });

  it('keeps one of several waiting rows with the same key, but delivers what is emitted while it works', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let begun = () => {};
    const started = new Promise<void>((resolve) => (begun = resolve));
    let runs = 0;
    const outbox = open([
      subscribe(happened, {
        name: 'index',
        dedupe: (_, data) => String(data.objId),
        async job() {
          runs++;
          begun();
          await gate;
        },
      }),
    ]);
    await say(outbox, happened, { objId: 1 });
    outbox.wake();
    await started;
    for (let n = 0; n < 5; n++) await say(outbox, happened, { objId: 1 });
    expect(await rows()).toHaveLength(2);
    release();
    await outbox.drain();
    expect(runs).toBe(2);
  });

  it.runIf(process.env['DOSSIER_TEST_DATABASE_URL'])('is worked off once by two processes', async () => {
    const delivered: number[] = [];
    const subscribers: Subscriber[] = [
      subscribe(happened, {
        name: 'batch',
        // written with the transaction, which may be run again; a second row would break the primary key
        async batch(db, events) {
          const kept = events.map(({ data }) => ({ name: `batch-${Number(data.n)}`, value: '' }));
          await db.insertInto('secret').values(kept).execute();
        },
      }),
      subscribe(happened, { name: 'job', job: async ({ data }) => void delivered.push(Number(data.n)) }),
    ];
    const [one, other] = [open(subscribers), open(subscribers)];
    for (let n = 0; n < 60; n++) {
      await say(one, happened, { n });
      if (n % 5 === 0) for (const outbox of [one, other]) outbox.wake();
    }
    await Promise.all([one.drain(), other.drain()]);
    await one.drain();
    expect(delivered.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
    const kept = await dossier().database.read.selectFrom('secret').select('name').where('name', 'like', 'batch-%').execute();
    expect(kept).toHaveLength(60);
    expect(await rows()).toEqual([]);
  });

  it('delays nothing for a slow job', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const delivered: Heard[] = [];
    const outbox = open([subscribe(unheard, { name: 'slow', job: () => gate }), batchOf(delivered)]);
    await say(outbox, unheard);
    outbox.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await say(outbox, happened);
    outbox.wake();
    await expect.poll(() => delivered.length).toBe(1);
    release();
    await outbox.drain();
  });
});

describe('a failing subscriber', () => {
  it('is retried after growing pauses, six times in all', async () => {
    const attempts: number[] = [];
    const outbox = open([
      subscribe(happened, {
        name: 'job',
        async job() {
          attempts.push(dossier().now());
          throw new Error('still broken');
        },
      }),
    ]);
    await say(outbox, happened);
    for (let n = 0; n < 12; n++) {
      await outbox.drain();
      forward(3 * 3_600_000);
    }
    expect(attempts).toHaveLength(6);
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 6, problem: 'Error: still broken', lease: 0 });
  });

  it('waits before the next attempt', async () => {
    let runs = 0;
    const outbox = open([
      subscribe(happened, {
        name: 'job',
        async job() {
          if (++runs === 1) throw new Error('once');
        },
      }),
    ]);
    await say(outbox, happened);
    await outbox.drain();
    await outbox.drain();
    expect(runs).toBe(1);
    forward(9000);
    await outbox.drain();
    expect(runs).toBe(2);
    expect(await rows()).toEqual([]);
  });

  it('does not let one bad row of a batch delay the others', async () => {
    const kept: number[] = [];
    const outbox = open([
      subscribe(happened, {
        name: 'batch',
        async batch(db, events) {
          for (const { data } of events) {
            await db
              .insertInto('secret')
              .values({ name: `kept-${Number(data.n)}`, value: '' })
              .execute();
            if (data.n === 3) throw new Error('poison');
          }
          kept.push(...events.map(({ data }) => Number(data.n)));
        },
      }),
    ]);
    for (let n = 1; n <= 5; n++) await say(outbox, happened, { n });
    await outbox.drain();
    expect(kept.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5]);
    const secrets = await dossier().database.read.selectFrom('secret').select('name').where('name', 'like', 'kept-%').execute();
    expect(secrets.map(({ name }) => name).toSorted()).toEqual(['kept-1', 'kept-2', 'kept-4', 'kept-5']);
    expect(await rows()).toMatchObject([{ data: '{"n":3}', attempts: 1, problem: 'Error: poison' }]);
  });

  it('that was removed loses its rows', async () => {
    await dossier().database.write((db) => deliverTo(db, 'gone', { event: happened, data: {}, at: dossier().now() }));
    await open([]).drain();
    expect(await rows()).toEqual([]);
  });
});
