import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { type Migration, migrations } from '../migrations/all.ts';
import { buildServer } from '../src/app/server.ts';
import { migrate, openDatabase } from '../src/platform/db/open-database.ts';
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
  it('brings an empty database to the newest state, once', async () => {
    const { where } = await newPlace();
    for (let n = 0; n < 2; n++) {
      const database = await openDatabase(where);
      const rows = await sql<{ name: string }>`select name from migration order by name`.execute(database.read);
      expect(rows.rows.map((row) => row.name)).toEqual(migrations.map((step) => step.name).toSorted());
      await database.close();
    }
  });

  it('is done once by processes that start together, and one makes the first account', async () => {
    const { config } = await newPlace();
    const servers = await Promise.all([1, 2, 3].map(() => buildServer({ ...config, adminPassword: undefined })));
    expect(servers.filter((server) => server.firstPassword !== undefined)).toHaveLength(1);
    const people = await servers[0]!.services.database.read.selectFrom('person').select('login_name').execute();
    expect(people).toEqual([{ login_name: 'admin' }]);
    const [a, b] = servers.map((server) => server.services.tickets);
    expect(a!.open('p', b!.sign('p', { n: 1 }, 60))).toMatchObject({ n: 1 });
    for (const server of servers) await server.close();
  });

  it('leaves nothing of a step that fails, and goes on from there', async () => {
    const { where } = await newPlace();
    const database = await openDatabase(where);
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

  it('refuses a database that is newer than the program with one sentence, and touches nothing', async () => {
    const dossier = await openTestServer();
    await dossier.services.database.write((db) => sql`insert into migration (name, applied_at) values ('999-later', 1)`.execute(db));
    await expect(dossier.reopen()).rejects.toThrow(
      'This database was written by a newer version of Dossier (it has "999-later"). Start that version, or restore a backup.',
    );
    await dossier.close();
  });
});
