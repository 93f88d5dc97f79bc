import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrations } from '../../../../migrations/all.ts';
import { type Place, emptyPlace } from '../../../../test/template.ts';
import type { Database } from '../../../platform/db/database.ts';
import { openDatabase } from '../../../platform/db/open-database.ts';
import { chainEntries, checkLog } from '../log-integrity.ts';

/** Two organisations and a user. */
const [ours, theirs, anna] = [11, 12, 21];

let place: Place;
let database: Database;

const entry = { at: 5, action: 2, person_id: anna, person_name: 'x', obj_id: null, obj_name: null, address: null, detail: null };
const lines = [101, 102, 103].map((id) => ({ ...entry, id }));

/** The hash of a line as it was made before it covered the organisation. */
const oldHash = (before: string, seq: number, line: (typeof lines)[number]): string => {
  const { id, at, action, person_id, person_name, obj_id, obj_name, address, detail } = line;
  const said = [before, seq, id, at, action, person_id, person_name, obj_id, obj_name, address, detail];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
};

beforeAll(async () => {
  place = await emptyPlace(inject('template'));
  database = await openDatabase({ file: join(place.config.data, 'dossier.db'), url: place.config.databaseUrl }, migrations);
  await database.write(async (db) => {
    let chain = '';
    for (const [n, line] of lines.entries()) {
      chain = oldHash(chain, n + 1, line);
      await db
        .insertInto('log_entry')
        .values({ ...line, seq: n + 1, chain, organisation_id: ours })
        .execute();
    }
    await db.updateTable('log_head').set({ seq: lines.length, chain, organisation_hashed_after: lines.length }).execute();
  });
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

it('keeps the chain of old lines, and includes the organisation of new ones', async () => {
  expect(await problems()).toEqual([]);
  const next = { ...entry, at: 1_700_000_000_000, organisation_id: ours };
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
