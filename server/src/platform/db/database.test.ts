import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { newId } from '../ids.ts';
import { currentRequester, runAsRequester } from '../jobs/current-work.ts';
import type { Database, Db } from './database.ts';
import { among, amongTexts, compiled, compiledWrite, containing, engineOf, isUniqueViolation, isUnstorableText } from './dialect.ts';
import { bumpVersion, readVersions } from './versions.ts';
import { apart } from './write-refusals.ts';

let dossier: TestServer;
let database: Database;
beforeAll(async () => {
  dossier = await openTestServer();
  database = dossier.services.database;
});
beforeEach(() => database.write((db) => db.deleteFrom('secret').where('name', 'like', 'test-%').execute()));
afterAll(() => dossier.close());

const keep = (db: Db, name: string, value = '0') =>
  db
    .insertInto('secret')
    .values({ name: `test-${name}`, value })
    .execute();
const kept = async (db = database.read) =>
  (await db.selectFrom('secret').select('name').where('name', 'like', 'test-%').orderBy('name').execute()).map((row) => row.name.slice(5));
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

describe('writing', () => {
  it('runs each handler with its own context, however many come at once', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `person ${n}`);
    expect(await Promise.all(names.map((name) => runAsRequester(name, () => database.write(async () => currentRequester().by))))).toEqual(
      names,
    );
  });

  it('loses no update when fifty handlers read and write at once', async () => {
    await database.write((db) => keep(db, 'count'));
    const increase = () =>
      database.write(async (db) => {
        const { value } = await db.selectFrom('secret').select('value').where('name', '=', 'test-count').executeTakeFirstOrThrow();
        await db
          .updateTable('secret')
          .set({ value: String(Number(value) + 1) })
          .where('name', '=', 'test-count')
          .execute();
      });
    await Promise.all(Array.from({ length: 50 }, increase));
    const row = await database.read.selectFrom('secret').select('value').where('name', '=', 'test-count').executeTakeFirstOrThrow();
    expect(row.value).toBe('50');
  });

  it('rolls back a handler that fails, and only that one, though many share a commit', async () => {
    const writes = Array.from({ length: 50 }, (_, n) =>
      database.write(async (db) => {
        await keep(db, `many-${n}`);
        if (n % 3 === 0) throw new Error(`no ${n}`);
        if (n % 7 === 0) await keep(db, `many-${n}`);
        return n;
      }),
    );
    const outcomes = await Promise.allSettled(writes);
    const good = outcomes.flatMap((outcome, n) => (outcome.status === 'fulfilled' ? [n] : []));
    expect(good).toEqual(Array.from({ length: 50 }, (_, n) => n).filter((n) => n % 3 !== 0 && n % 7 !== 0));
    expect((await kept()).toSorted()).toEqual(good.map((n) => `many-${n}`).toSorted());
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason as Error);
    expect(failed.filter((error) => error.message.startsWith('no '))).toHaveLength(17);
    expect(failed.filter((error) => isUniqueViolation(error))).toHaveLength(failed.length - 17);
  });

  it('shows a handler its own writes, and other readers none before the commit', async () => {
    const hold = gate();
    const wrote = gate();
    const written = database.write(async (db) => {
      await keep(db, 'own');
      expect(await kept(db)).toEqual(['own']);
      wrote.open();
      await hold.opened;
    });
    await wrote.opened;
    // the transaction ends only after these answers: a read that waited for it would never answer
    expect(await kept()).toEqual([]);
    expect(await kept(database.long)).toEqual([]);
    hold.open();
    await written;
    expect(await kept()).toEqual(['own']);
    expect(await kept(database.long)).toEqual(['own']);
  });

  it('answers only what is on disk', async () => {
    const own = await openTestServer();
    await Promise.all(Array.from({ length: 20 }, (_, n) => own.services.database.write((db) => keep(db, `lasting-${n}`))));
    await own.reopen();
    expect(await kept(own.services.database.read)).toHaveLength(20);
    await own.close();
  });

  it('reads its own writes and those of others in the same commit, on every path', async () => {
    const byName = compiled<{ name: string }, { value: string }>((db, p) =>
      db.selectFrom('secret').select('value').where('name', '=', p.name),
    );
    const put = compiledWrite<{ name: string; value: string }>((db, p) =>
      db
        .insertInto('secret')
        .values({ name: p.name, value: p.value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
    );
    const name = 'test-sum';
    const increase = () =>
      database.write(async (db) => {
        const [found] = await byName(db, { name });
        const value = String(1 + Number(found?.value ?? 0));
        await put(db, { name, value });
        expect(await byName(db, { name })).toEqual([{ value }]);
      });
    await Promise.all(Array.from({ length: 20 }, increase));
    expect(await byName(database.read, { name })).toEqual([{ value: '20' }]);
  });

  it('refuses only the handler in which an unawaited write failed', async () => {
    const put = compiledWrite<{ name: string; value: string }>((db, p) => db.insertInto('secret').values({ name: p.name, value: p.value }));
    await database.write((db) => keep(db, 'there'));
    const outcomes = await Promise.allSettled([
      database.write((db) => put(db, { name: 'test-first', value: '' })),
      database.write(async (db) => {
        await put(db, { name: 'test-there', value: '' });
        await keep(db, 'with-it').catch(() => {});
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await kept()).toEqual(['first', 'there']);
    await database.write((db) => put(db, { name: 'test-next', value: '' }));
    expect(await kept()).toContain('next');
  });

  it('brings a transaction that an unawaited write broke not to life again for those who share its commit', async () => {
    const put = compiledWrite<{ name: string }>((db, p) => db.insertInto('secret').values({ name: p.name, value: '' }));
    await database.write((db) => keep(db, 'there'));
    const first = gate();
    // all others wait behind it, and share the next commit
    const holding = database.write(() => first.opened);
    const outcomes = Promise.allSettled([
      database.write(async (db) => {
        await keep(db, 'lost');
        await put(db, { name: 'test-there' });
      }),
      database.write((db) => keep(db, 'one')),
      database.write((db) => keep(db, 'two')),
    ]);
    first.open();
    await holding;
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await kept()).toEqual(['one', 'there', 'two']);
  });

  it('keeps no part of a handler in which an unawaited write of another part failed', async () => {
    const put = compiledWrite<{ name: string }>((db, p) => db.insertInto('secret').values({ name: p.name, value: '' }));
    await database.write((db) => keep(db, 'there'));
    const parts = database.write(async (db) => {
      await apart(db, async () => {
        await keep(db, 'one');
        await put(db, { name: 'test-there' });
      });
      await apart(db, () => keep(db, 'two')).catch(() => {});
      await apart(db, () => keep(db, 'three')).catch(() => {});
    });
    await expect(parts).rejects.toThrow(/unique/i);
    expect(await kept()).toEqual(['there']);
  });

  it('knows no versions from before a change that crossed their reading', async () => {
    await database.write(async (db) => {
      const before = await readVersions(db);
      await Promise.all([bumpVersion(db, 'site'), readVersions(db)]);
      expect((await readVersions(db)).site).toBe(before.site + 1);
      await Promise.all([readVersions(db), bumpVersion(db, 'site')]);
      expect((await readVersions(db)).site).toBe(before.site + 2);
    });
  });

  it('sees what a trigger wrote to another table', async () => {
    const counts = compiled<{ parent: number }, { n: number }>((db, p) =>
      db.selectFrom('child_count').select('n').where('parent_id', '=', p.parent),
    );
    const [parent, acl] = [newId(), newId()];
    const row = {
      kind: 33,
      organisation_id: 1,
      area: 2,
      area_owner_id: 1,
      cabinet_id: 1,
      parent_id: parent,
      acl_id: acl,
      name: 'a',
      name_key: 'a',
      name_sort: 'a',
    };
    const rest = { creator_id: 1, updater_id: 1, owner_id: 1, created_at: 1, updated_at: 1 };
    const seen = database.write(async (db) => {
      expect(await counts(db, { parent })).toEqual([]);
      await db
        .insertInto('item')
        .values({ id: newId(), ...row, ...rest })
        .execute();
      expect(await counts(db, { parent })).toEqual([{ n: 1 }]);
      throw new Error('not kept');
    });
    await expect(seen).rejects.toThrow('not kept');
  });

  it('goes on after a syntax error', async () => {
    const wrong = database.write((db) =>
      db
        .insertInto('secret')
        .values({ nonsense: 1 } as never)
        .execute(),
    );
    await expect(wrong).rejects.toThrow('nonsense');
    await database.write((db) => keep(db, 'after'));
    expect(await kept()).toEqual(['after']);
  });

  it.runIf(process.env['DOSSIER_TEST_DATABASE_URL'])('makes another id where two processes made the same', async () => {
    let attempt = 0;
    await database.write((db) => keep(db, 'same'));
    await database.write((db) => keep(db, attempt++ === 0 ? 'same' : 'other'));
    expect(await kept()).toEqual(['other', 'same']);
  });

  it('finishes a large handler among many small ones', async () => {
    const over = new AbortController();
    const small = async (n: number): Promise<void> => {
      for (let at = 0; !over.signal.aborted; at++) await database.write((db) => keep(db, `crowd-${n}-${at}`));
    };
    const crowd = [0, 1, 2].map(small);
    await pause(20);
    const counted = await database.write(async (db) => {
      const before = (await kept(db)).length;
      await pause(30);
      await keep(db, 'large', String(before));
      return before === (await kept(db)).length - 1;
    });
    over.abort();
    await Promise.all(crowd);
    expect(counted).toBe(true);
  });

  it('takes no longer for a failing handler among waiting ones', async () => {
    const order: string[] = [];
    await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        database.write(async (db) => {
          await keep(db, name);
          order.push(name);
          if (name === 'b') throw new Error('no');
          await pause(5);
        }),
      ),
    );
    expect(order.toSorted()).toEqual(['a', 'b', 'c']);
    expect(await kept()).toEqual(['a', 'c']);
  });
});

describe('texts and numbers', () => {
  it('are the same on both engines: every character, 53 bits, byte order', async () => {
    const names = ['test-Z', 'test-a', 'test-é', 'test-中', 'test-😀', "test-'; drop table secret; --", 'test-\u202e'];
    await database.write(async (db) => {
      for (const name of names) await db.insertInto('secret').values({ name, value: name }).execute();
    });
    const rows = await database.read.selectFrom('secret').selectAll().where('name', 'like', 'test-%').orderBy('name').execute();
    expect(rows.map((row) => row.name)).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(rows.every((row) => row.value === row.name)).toBe(true);
    await database.write((db) =>
      db.updateTable('cache_version').set({ value: Number.MAX_SAFE_INTEGER }).where('name', '=', 'people').execute(),
    );
    expect((await readVersions(database.read)).people).toBe(Number.MAX_SAFE_INTEGER);
    await database.write((db) => db.updateTable('cache_version').set({ value: 1 }).where('name', '=', 'people').execute());
    await database.write((db) => bumpVersion(db, 'people'));
    expect((await readVersions(database.read)).people).toBe(2);
  });

  it('with a zero byte are refused by both, for writing and for reading', async () => {
    for (const attempt of [
      () => database.write((db) => keep(db, 'zero', 'a\0b')),
      () => database.read.selectFrom('secret').select('name').where('name', '=', '\0').execute(),
      () => database.long.selectFrom('secret').select('name').where('name', '=', '\0').execute(),
    ]) {
      const error = await attempt().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(isUnstorableText(error)).toBe(true);
    }
    expect(await kept()).toEqual([]);
  });
});

describe('the dialect of both engines', () => {
  it('knows the engine', () => {
    expect(engineOf(database.read)).toBe(database.engine);
  });

  it('finds members of lists, empty ones too, and parts with wildcards taken literally', async () => {
    await database.write(async (db) => {
      for (const name of ['10%', '10x', 'a_b', 'a\\b']) await keep(db, name);
    });
    const withNames = (names: string[]) =>
      database.read
        .selectFrom('secret')
        .select('name')
        .where('name', 'in', amongTexts(database.read, JSON.stringify(names)))
        .execute();
    expect(await withNames([])).toEqual([]);
    expect(await withNames(['test-10%', "test-'"])).toEqual([{ name: 'test-10%' }]);
    const ids = [7, Number.MAX_SAFE_INTEGER];
    const people = database.read
      .selectFrom('person')
      .select('id')
      .where('id', 'in', among(database.read, JSON.stringify(ids)));
    expect(await people.execute()).toEqual([]);
    const like = async (part: string) =>
      (
        await database.read
          .selectFrom('secret')
          .select('name')
          .where('name', 'like', containing(part) as never)
          .execute()
      ).map((row) => row.name);
    expect([await like('10%'), await like('a_b'), await like('a\\b')]).toEqual([['test-10%'], ['test-a_b'], ['test-a\\b']]);
  });

  it('runs compiled queries with the values of each call', async () => {
    await database.write(async (db) => {
      for (const name of ['x', 'y']) await keep(db, name, name);
    });
    const byName = compiled<{ name: string }, { value: string }>((db, p) =>
      db.selectFrom('secret').select('value').where('name', '=', p.name),
    );
    expect(await Promise.all([byName(database.read, { name: 'test-x' }), byName(database.read, { name: 'test-y' })])).toEqual([
      [{ value: 'x' }],
      [{ value: 'y' }],
    ]);
  });
});
