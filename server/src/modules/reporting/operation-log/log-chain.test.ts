import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { checkLog } from '../log-integrity.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const { kind, text } of checkLog(dossier.services.database.read)) if (kind === 'problem') found.push(text);
  return found;
}

/** Adds lines to the log; answers the ids of the newest ones, oldest first. */
async function happen(count: number): Promise<number[]> {
  for (let n = 0; n < count; n++) await makeFolder(dossier.admin, cabinet);
  await dossier.drain();
  const rows = await dossier.services.database.read.selectFrom('log_entry').select('id').orderBy('seq', 'desc').limit(count).execute();
  return rows.map(({ id }) => id).toReversed();
}

const db = () => dossier.services.database;

it('numbers every line without a gap, also concurrent ones', async () => {
  await Promise.all(Array.from({ length: 30 }, () => makeFolder(dossier.admin, cabinet)));
  await dossier.drain();
  const rows = await db().read.selectFrom('log_entry').select('seq').orderBy('seq').execute();
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
  expect(await problems()).toEqual([]);
});

it('finds an altered line, and no other', async () => {
  const [first = 0, second = 0] = await happen(3);
  const { obj_name: name } = await db().read.selectFrom('log_entry').selectAll().where('id', '=', second).executeTakeFirstOrThrow();
  const write = (value: string | null) =>
    db().write((tx) => tx.updateTable('log_entry').set({ obj_name: value }).where('id', '=', second).execute());
  await write('something else');
  expect(await problems()).toEqual([expect.stringMatching(new RegExp(`^line ${second} of the log of .* was altered$`))]);
  expect(first).not.toBe(second);
  await write(name);
  expect(await problems()).toEqual([]);
});

it('finds missing lines in the middle and at the end', async () => {
  const [, second = 0, third = 0, last = 0] = await happen(4);
  const rows = await db().read.selectFrom('log_entry').selectAll().where('id', 'in', [second, last]).orderBy('seq').execute();
  await db().write((tx) => tx.deleteFrom('log_entry').where('id', '=', second).execute());
  expect(await problems()).toEqual([`1 line of the log missing before ${third}`]);
  await db().write((tx) => tx.deleteFrom('log_entry').where('id', '=', last).execute());
  expect(await problems()).toEqual([`1 line of the log missing before ${third}`, '1 line of the log missing at its end']);
  await db().write((tx) => tx.insertInto('log_entry').values(rows).execute());
  expect(await problems()).toEqual([]);
});

const line = { at: 1, action: 201, person_id: null, person_name: 'x', obj_id: null, obj_name: null, address: null, detail: null };
const put = (rows: { id: number; seq: number }[]) =>
  db().write((tx) =>
    tx
      .insertInto('log_entry')
      .values(rows.map((row) => ({ ...line, ...row, chain: '' })))
      .execute(),
  );
const drop = (ids: number[]) => db().write((tx) => tx.deleteFrom('log_entry').where('id', 'in', ids).execute());

it('finds lines that the server did not write', async () => {
  await put([
    { id: 3, seq: 0 },
    { id: 4, seq: -1 },
    { id: 5, seq: 100_000 },
  ]);
  const foreignProblems = [3, 4, 5].map((id) => `line ${id} of the log was not written by the house`);
  expect(await problems()).toEqual(foreignProblems);
  await happen(1);
  expect(await problems()).toEqual(foreignProblems);
  await drop([3, 4, 5]);
  expect(await problems()).toEqual([]);
});

it('chains lines from before the chain, oldest first', async () => {
  // as after the migration
  await db().write((tx) => tx.updateTable('log_head').set({ unchained_up_to: 8 }).execute());
  await put([
    { id: 8, seq: 0 },
    { id: 7, seq: 0 },
  ]);
  expect(await problems()).toEqual([]);
  const [next = 0] = await happen(1);
  const rows = await db().read.selectFrom('log_entry').select('id').orderBy('seq', 'desc').limit(3).execute();
  expect(rows.map(({ id }) => id)).toEqual([next, 8, 7]);
  expect(await problems()).toEqual([]);
});
