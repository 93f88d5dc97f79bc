import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrations } from '../../../../migrations/all.ts';
import { type Place, emptyPlace } from '../../../../test/template.ts';
import type { Database } from '../../../platform/db/database.ts';
import { migrate } from '../../../platform/db/open-database.ts';
import { openPostgresDatabase } from '../../../platform/db/postgres.ts';
import { openSqliteDatabase } from '../../../platform/db/sqlite.ts';

let place: Place;
let database: Database;

/** Accounts with the keys that addresses had before. */
const before = [
  { id: 21, mail: 'Anna@Straße.example', key: 'anna@strasse.example', proven: 1 },
  { id: 22, mail: 'bo@xn--fsqu00a.xn--fiqs8s', key: 'bo@xn--fsqu00a.xn--fiqs8s', proven: 0 },
  { id: 23, mail: 'bo@例子.中国', key: 'bo@例子.中国', proven: 1 },
  { id: 24, mail: 'cy@example.org', key: 'cy@example.org', proven: 1 },
  { id: 25, mail: null, key: null, proven: 0 },
];

beforeAll(async () => {
  place = await emptyPlace(inject('template'));
  const { data, databaseUrl: url } = place.config;
  database = url === undefined ? await openSqliteDatabase(join(data, 'dossier.db')) : await openPostgresDatabase(url);
  await migrate(
    database,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '037-mail-keys'),
    ),
  );
  await database.write(async (db) => {
    await sql`insert into organisation (id, name, name_key, created_at) values (11, 'O', 'o', 1)`.execute(db);
    for (const { id, mail, key, proven } of before)
      await sql`insert into person (id, organisation_id, login_name, login_key, full_name, full_key, full_sort, spoken, password_hash, lang,
        created_at, mail, mail_key, mail_proven) values (${id}, 11, ${`p${id}`}, ${`p${id}`}, 'P', 'p', 'p', 'p', '', 'en', 1, ${mail}, ${key},
        ${proven})`.execute(db);
  });
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

it('keeps a domain apart from those that it was folded into, and leaves an address to who proved it', async () => {
  const rows = await database.read.selectFrom('person').select(['id', 'mail', 'mail_key', 'mail_proven']).orderBy('id').execute();
  expect(rows.map((row) => [row.id, row.mail, row.mail_key, row.mail_proven])).toEqual([
    [21, 'Anna@Straße.example', 'anna@xn--strae-oqa.example', 1],
    [22, 'bo@xn--fsqu00a.xn--fiqs8s', null, 0],
    [23, 'bo@例子.中国', 'bo@xn--fsqu00a.xn--fiqs8s', 1],
    [24, 'cy@example.org', 'cy@example.org', 1],
    [25, null, null, 0],
  ]);
});
