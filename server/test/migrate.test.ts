import { library } from '@dossier/contract/documents/library';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { migrations } from '../migrations/all.ts';
import { baseline } from '../migrations/baseline.ts';
import { migrate, type Migration, openDatabase } from '../src/platform/db/open-database.ts';
import { buildServer } from '../src/app/server.ts';
import type { Database } from '../src/platform/db/database.ts';
import { engineOf } from '../src/platform/db/dialect.ts';
import { makeCabinet, makeDocument } from './make-items.ts';
import { openTestServer } from './test-server.ts';
import { type Place, emptyPlace } from './template.ts';

const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
});
async function newPlace() {
  const place = await emptyPlace(inject('template'));
  places.push(place);
  return { config: place.config, where: { file: join(place.config.data, 'dossier.db'), url: place.config.databaseUrl } };
}

describe('migrating', () => {
  it('brings an empty database to the newest version, once', async () => {
    const { where } = await newPlace();
    for (let n = 0; n < 2; n++) {
      const database = await openDatabase(where, migrations);
      const rows = await sql<{ name: string }>`select name from migration order by name`.execute(database.read);
      expect(rows.rows.map((row) => row.name)).toEqual(migrations.map((step) => step.name).toSorted());
      await database.close();
    }
  });

  it('runs once when processes start together, and one creates the first account', async () => {
    const { config } = await newPlace();
    const servers = await Promise.all([1, 2, 3].map(() => buildServer({ ...config, adminPassword: undefined })));
    expect(servers.filter((server) => server.firstPassword !== undefined)).toHaveLength(1);
    const people = await servers[0]!.services.database.read.selectFrom('person').select('login_name').execute();
    expect(people).toEqual([{ login_name: 'admin' }]);
    const [a, b] = servers.map((server) => server.services.tickets);
    expect(a!.open('p', b!.sign('p', { n: 1 }, 60))).toMatchObject({ n: 1 });
    for (const server of servers) await server.close();
  });

  it('leaves nothing of a failing step, and continues from there', async () => {
    const { where } = await newPlace();
    const database = await openDatabase(where, migrations);
    const step = (name: string, fails: boolean): Migration => ({
      name,
      async up(db) {
        await sql`create table ${sql.raw(`made_by_${name}`)} (id bigint)`.execute(db);
        if (fails) throw new Error('no room on the disk');
      },
    });
    await expect(migrate(database, [...migrations, step('first', false), step('second', true)])).rejects.toThrow('no room on the disk');
    await sql`select id from made_by_first`.execute(database.read);
    await expect(sql`select id from made_by_second`.execute(database.read)).rejects.toThrow('made_by_second');
    await migrate(database, [...migrations, step('first', false), step('second', false)]);
    await sql`select id from made_by_second`.execute(database.read);
    await database.close();
  });

  it('refuses a database that is newer than the program with one sentence, and changes nothing', async () => {
    const dossier = await openTestServer();
    await dossier.services.database.write((db) => sql`insert into migration (name, applied_at) values ('999-later', 1)`.execute(db));
    await expect(dossier.reopen()).rejects.toThrow(
      'This database was written by a newer version of Dossier (it has "999-later"). Start that version, or restore a backup.',
    );
    await dossier.close();
  });
});

describe('a database of the version before the baseline', () => {
  const steps = baseline.replaces ?? [];
  const applied = async ({ read }: Database) =>
    (await sql<{ name: string }>`select name from migration order by name`.execute(read)).rows.map((row) => row.name);

  /** Makes the database what that version left, without the later steps and with another list of applied ones. */
  const asBefore = (database: Database, names: readonly string[]) =>
    database.write(async (db) => {
      const done = (await sql<{ name: string }>`select name from migration`.execute(db)).rows.map(({ name }) => name);
      for (const { name, down } of migrations.toReversed()) if (done.includes(name)) await down?.(db, engineOf(db));
      await sql`delete from migration`.execute(db);
      for (const name of names) await sql`insert into migration (name, applied_at) values (${name}, 1)`.execute(db);
    });

  it('is opened with its data, and takes the baseline as applied', async () => {
    const dossier = await openTestServer();
    const parentId = await makeCabinet(dossier.admin, { name: 'From before' });
    const id = await makeDocument(dossier, dossier.admin, { parentId, name: 'plan.txt' });
    await asBefore(dossier.services.database, steps);
    for (let n = 0; n < 2; n++) {
      await dossier.reopen();
      expect(await applied(dossier.services.database)).toEqual(migrations.map(({ name }) => name).toSorted());
    }
    expect((await dossier.admin.call(library.items, { parentId })).list).toMatchObject([{ id, name: 'plan.txt' }]);
    await makeDocument(dossier, dossier.admin, { parentId, name: 'another.txt' });
    expect((await dossier.admin.call(library.items, { parentId })).list).toHaveLength(2);
    await dossier.close();
  });

  it('is opened by processes that start together', async () => {
    const { where } = await newPlace();
    const first = await openDatabase(where, migrations);
    await asBefore(first, steps);
    await first.close();
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(where, migrations)));
    for (const database of opened) expect(await applied(database)).toEqual(migrations.map(({ name }) => name).toSorted());
    for (const database of opened) await database.close();
  });

  it('is refused with one sentence where a step is missing, and touched in nothing', async () => {
    const { where } = await newPlace();
    const database = await openDatabase(where, migrations);
    const some = steps.filter((name) => name !== '049-lock-times');
    await asBefore(database, some);
    await expect(openDatabase(where, migrations)).rejects.toThrow(
      'This database was written by an older version of Dossier (it lacks "049-lock-times"). Start the version before this one once, then this one.',
    );
    expect(await applied(database)).toEqual(some);
    await asBefore(database, steps);
    await (await openDatabase(where, migrations)).close();
    expect(await applied(database)).toEqual(migrations.map(({ name }) => name).toSorted());
    await database.close();
  });
});
