import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrations } from '../../../../migrations/all.ts';
import { type Place, emptyPlace } from '../../../../test/template.ts';
import type { Database } from '../../../platform/db/database.ts';
import { migrate } from '../../../platform/db/open-database.ts';
import { openPostgresDatabase } from '../../../platform/db/postgres.ts';
import { openSqliteDatabase } from '../../../platform/db/sqlite.ts';
import { chainEntries, checkLog } from '../log-integrity.ts';

/** Ids of a database from before lines knew their organisation. */
const [ours, theirs, anna, bo, gone, plan] = [11, 12, 21, 22, 23, 31];
const step = migrations.findIndex(({ name }) => name === '030-log-spaces');

let place: Place;
let database: Database;

const entry = { at: 5, action: 2, person_name: 'x', obj_name: null, address: null, detail: null };
const lines = [
  { ...entry, id: 101, person_id: anna, obj_id: null },
  { ...entry, id: 102, person_id: bo, obj_id: null },
  { ...entry, id: 103, person_id: bo, obj_id: plan, action: 308 },
  { ...entry, id: 104, person_id: null, obj_id: bo },
  { ...entry, id: 105, person_id: gone, obj_id: null },
  { ...entry, id: 106, person_id: null, obj_id: 999 },
];

/** As the house hashed lines before. */
const oldHash = (before: string, seq: number, line: (typeof lines)[number]): string => {
  const { id, at, action, person_id, person_name, obj_id, obj_name, address, detail } = line;
  const said = [before, seq, id, at, action, person_id, person_name, obj_id, obj_name, address, detail];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
};

beforeAll(async () => {
  place = await emptyPlace(inject('template'));
  const { data, databaseUrl: url } = place.config;
  database = url === undefined ? await openSqliteDatabase(join(data, 'dossier.db')) : await openPostgresDatabase(url);
  await migrate(database, migrations.slice(0, step));
  await database.write(async (db) => {
    for (const id of [ours, theirs])
      await sql`insert into organisation (id, name, name_key, created_at) values (${id}, ${`Space ${id}`}, ${`space ${id}`}, 1)`.execute(
        db,
      );
    for (const [id, space] of [
      [anna, ours],
      [bo, theirs],
    ] as const)
      await sql`insert into person (id, organisation_id, login_name, login_key, full_name, full_key, full_sort, spoken, password_hash, lang, created_at)
        values (${id}, ${space}, ${`p${id}`}, ${`p${id}`}, 'P', 'p', 'p', 'p', '', 'en', 1)`.execute(db);
    await sql`insert into former_person (id, organisation_id, login_name, full_name, heir_id, removed_at) values (${gone}, ${theirs}, 'g', 'G', 0, 1)`.execute(
      db,
    );
    await sql`insert into item (id, kind, organisation_id, area, shelf_id, cabinet_id, parent_id, acl_id, name, name_key, name_sort,
      creator_id, updater_id, owner_id, created_at, updated_at)
      values (${plan}, 33, ${ours}, 3, 0, 1, 1, 1, 'p', 'p', 'p', ${anna}, ${anna}, ${anna}, 1, 1)`.execute(db);
    let head = '';
    for (const [n, line] of lines.entries()) {
      head = oldHash(head, n + 1, line);
      await sql`insert into log_entry (id, at, action, person_id, person_name, obj_id, seq, chain)
        values (${line.id}, ${line.at}, ${line.action}, ${line.person_id}, ${line.person_name}, ${line.obj_id}, ${n + 1}, ${head})`.execute(
        db,
      );
    }
    await sql`update log_head set seq = ${lines.length}, chain = ${head}`.execute(db);
  });
  await migrate(database, migrations);
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const { kind, text } of checkLog(database.read)) if (kind === 'problem') found.push(text);
  return found;
}

it('gives old lines the organisation of their item, of who did it, or of whom it was done to', async () => {
  const rows = await database.read.selectFrom('log_entry').select(['id', 'organisation_id']).orderBy('id').execute();
  expect(rows.map((row) => [row.id, row.organisation_id])).toEqual([
    [101, ours],
    [102, theirs],
    [103, ours],
    [104, theirs],
    [105, theirs],
    [106, 0],
  ]);
});

it('keeps the chain of old lines, and covers the organisation of new ones', async () => {
  expect(await problems()).toEqual([]);
  const next = { ...entry, at: 1_700_000_000_000, person_id: anna, obj_id: null, organisation_id: ours };
  await database.write((db) => chainEntries(db, [{ ...next, id: 201 }]));
  await database.write((db) => chainEntries(db, [{ ...next, id: 202 }]));
  expect(await problems()).toEqual([]);
  const move = (to: number) =>
    database.write((db) => db.updateTable('log_entry').set({ organisation_id: to }).where('id', '=', 201).execute());
  await move(theirs);
  expect(await problems()).toEqual(['line 201 of the log of 2023-11-14T22:13:20.000Z was altered']);
  await move(ours);
  expect(await problems()).toEqual([]);
});
