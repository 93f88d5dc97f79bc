import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import type { Database, Db } from './database.ts';
import { compiled } from './dialect.ts';
import { openPostgresDatabase } from './postgres.ts';

// what these say of SQLite, which has one process only, database.test.ts says
describe.skipIf(inject('template').url === undefined)('PostgreSQL', () => {
  let dossier: TestServer;
  let one: Database;
  let other: Database;
  beforeAll(async () => {
    dossier = await openTestServer();
    const url = dossier.services.config.databaseUrl ?? '';
    [one, other] = await Promise.all([openPostgresDatabase(url), openPostgresDatabase(url)]);
  });
  beforeEach(() => one.write((db) => db.deleteFrom('secret').where('name', 'like', 'test-%').execute()));
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await dossier.close();
  });

  const put = (db: Db, name: string, value = '0') =>
    db
      .insertInto('secret')
      .values({ name: `test-${name}`, value })
      .execute();
  const valueOf = compiled<{ name: string }, { value: string }>((db, p) =>
    db.selectFrom('secret').select('value').where('name', '=', p.name),
  );
  const read = async (db: Db, name: string) => (await valueOf(db, { name: `test-${name}` }))[0]?.value;
  const pidOf = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;

  it('lets the handlers of two processes write one after the other: none overwrites what it has not read', async () => {
    for (let round = 0; round < 20; round++) {
      await one.write((db) => put(db, `count-${round}`));
      const increase = (database: Database) =>
        database.write(async (db) => {
          const value = String(Number(await read(db, `count-${round}`)) + 1);
          await db.updateTable('secret').set({ value }).where('name', '=', `test-count-${round}`).execute();
        });
      await Promise.all(Array.from({ length: 50 }, (_, n) => increase(n % 2 === 0 ? one : other)));
      expect(await read(other.read, `count-${round}`)).toBe('50');
    }
  });

  it('reads while another process writes, and sees what it committed', async () => {
    const [wrote, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = one.write(async (db) => {
      await put(db, 'slow');
      wrote.resolve();
      await held.promise;
    });
    await wrote.promise;
    const next = other.write(async (db) => read(db, 'slow'));
    expect(await read(other.read, 'slow')).toBeUndefined();
    held.resolve();
    await writing;
    expect(await next).toBe('0');
  });

  it('has another mark after each commit of any process, and the same one without', async () => {
    // it counts the transactions of all databases of the cluster, in which other tests are at work
    await expect.poll(async () => (await one.changeMark()) === (await one.changeMark())).toBe(true);
    const before = await one.changeMark();
    await other.write((db) => put(db, 'mark'));
    expect(await one.changeMark()).not.toBe(before);
  });

  it('goes on after its connections were ended; a handler whose commit is unknown is refused and not run again', async () => {
    let runs = 0;
    const cut = one.write(async (db) => {
      runs++;
      await put(db, 'cut');
      const pid = await pidOf(db);
      await sql`select pg_terminate_backend(${pid})`.execute(other.long);
      await put(db, 'never').catch(() => put(db, 'never'));
    });
    await expect(cut).rejects.toThrow('connection to the database was lost');
    expect(runs).toBe(1);
    await sql`select pg_terminate_backend(${await pidOf(one.read)})`.execute(other.long);
    await expect.poll(() => read(one.read, 'cut').catch(() => 'lost')).toBeUndefined();
    // a statement on a new connection would be committed by itself
    expect(await read(other.read, 'never')).toBeUndefined();
    await one.write((db) => put(db, 'after'));
    expect(await read(other.read, 'after')).toBe('0');
  });

  it('acknowledges no handler whose connection was lost before the commit, nor those who share it', async () => {
    const first = Promise.withResolvers<void>();
    const holding = one.write(() => first.promise);
    const outcomes = Promise.allSettled([
      one.write((db) => put(db, 'before')),
      one.write(async (db) => {
        await put(db, 'half');
        await sql`select pg_terminate_backend(${await pidOf(db)})`.execute(other.long);
        // the end has arrived by then, so that the next statement finds no connection
        await expect.poll(() => put(db, 'other half').catch(({ message }: Error) => message)).toContain('was lost');
      }),
      one.write((db) => put(db, 'behind')),
    ]);
    first.resolve();
    await expect(holding).rejects.toThrow('was lost');
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const left = await other.read.selectFrom('secret').select('name').where('name', 'like', 'test-%').execute();
    expect(left).toEqual([]);
  });

  it('refuses writes on the handles for reading', async () => {
    await expect(put(one.read, 'unseen')).rejects.toThrow('read-only transaction');
    await expect(put(one.long, 'unseen')).rejects.toThrow('read-only transaction');
  });

  it('reads what was committed last, whatever isolation the cluster has by default', async () => {
    const url = dossier.services.config.databaseUrl ?? '';
    const name = new URL(url).pathname.slice(1);
    await one.write((db) => sql.raw(`alter database ${name} set default_transaction_isolation = 'repeatable read'`).execute(db));
    const both = await Promise.all([openPostgresDatabase(url), openPostgresDatabase(url)]);
    await one.write((db) => put(db, 'isolated'));
    const increase = (database: Database) =>
      database.write(async (db) => {
        const value = String(Number(await read(db, 'isolated')) + 1);
        await db.updateTable('secret').set({ value }).where('name', '=', 'test-isolated').execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, n) => increase(both[n % 2] as Database)));
    expect(await read(one.read, 'isolated')).toBe('40');
    await Promise.all(both.map((database) => database.close()));
    await one.write((db) => sql.raw(`alter database ${name} reset default_transaction_isolation`).execute(db));
  });

  it('says why a cluster cannot be reached', async () => {
    const nowhere = await openPostgresDatabase('postgres://nobody:nothing@127.0.0.1:1/nowhere');
    await expect(pidOf(nowhere.read)).rejects.toThrow('ECONNREFUSED');
    await expect(nowhere.write(async (db) => put(db, 'nowhere'))).rejects.toThrow('ECONNREFUSED');
    await nowhere.close();
  });

  it('runs prepared statements again after a migration of another process has changed their table', async () => {
    await other.write((db) => sql`create table changing (id bigint primary key)`.execute(db));
    const all = compiled<object, object>((db) => ({ compile: () => sql<object>`select * from changing`.compile(db) }));
    // the lines for reading take turns, and each prepares what it runs a second time
    const often = (db: Db) => Promise.all(Array.from({ length: 12 }, () => all(db, {})));
    await often(one.read);
    await one.write(often);
    await other.write(async (db) => {
      await sql`alter table changing add column name text`.execute(db);
      await sql`insert into changing (id, name) values (1, 'new')`.execute(db);
    });
    const rows = Array.from({ length: 12 }, () => [{ id: 1, name: 'new' }]);
    expect(await often(one.read)).toEqual(rows);
    expect(await one.write(often)).toEqual(rows);
    await other.write((db) => sql`drop table changing`.execute(db));
  });
});
