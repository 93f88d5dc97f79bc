import { setTimeout as pause } from 'node:timers/promises';
import { library } from '@dossier/contract/documents/library';
import { sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { checkItem, saveFindings } from './findings.ts';
import { itemsToScan } from './scans.queries.ts';

let dossier: TestServer;
let cabinet: string;

const group = (words: string[], given: object = {}) =>
  dossier.admin.call(sensitiveWords.createGroup, { name: `Group ${crypto.randomUUID()}`, words, action: 'block', ...given });
const finds = async (word: string) => (await dossier.admin.call(sensitiveWords.finds, { word, pageSize: 1000 })).list;
const scans = async () => (await dossier.admin.call(sensitiveWords.scans, {})).list;

/** Waits until a scan has checked some items, and not all. */
async function begunScan(): Promise<void> {
  while (((await scans())[0]?.done ?? 0) === 0) await pause(2);
}

beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

it('continues where the server was stopped', async () => {
  for (let n = 0; n < 200; n++) await makeFolder(dossier.admin, cabinet, { name: `Pluto ${n}` });
  await dossier.drain();
  await group(['pluto']);
  await dossier.admin.call(sensitiveWords.scan, {});
  await begunScan();
  await dossier.reopen();
  const [before] = await scans();
  expect(before).toMatchObject({ state: 'running' });
  dossier.clock.forward(60_000);
  await dossier.drain();
  const [after] = await scans();
  expect(after).toMatchObject({ state: 'done', found: 200 });
  expect(after?.done).toBe(after?.total);
  expect((await finds('pluto')).length).toBe(200);
});

it('keeps nothing for a group that was deleted or weakened, nor for an item that changed, during the check', async () => {
  const { read, write } = dossier.services.database;
  const id = await makeFolder(dossier.admin, cabinet, { name: 'Ceres, Vesta, Juno' });
  const groups = await Promise.all(['ceres', 'vesta', 'juno'].map((word) => group([word], { places: 5 })));
  const check = async () => {
    const [item] = await itemsToScan(read, [Number(id)]);
    return item === undefined ? [] : [await checkItem(dossier.services, item)];
  };
  const seen = await check();
  await dossier.admin.call(sensitiveWords.deleteGroup, { id: groups[0]?.id ?? '' });
  await dossier.admin.call(sensitiveWords.updateGroup, { id: groups[1]?.id ?? '', name: 'Vesta', words: ['vesta'], action: 'log' });
  await write((db) => saveFindings(db, seen, dossier.clock.now()));
  const found = async () => (await Promise.all(['ceres', 'vesta', 'juno'].map(finds))).map((list) => list.map(({ held }) => held));
  expect(await found()).toEqual([[], [false], [true]]);
  const again = await check();
  await dossier.admin.call(library.updateFolder, { id, name: 'Asteroids' });
  await dossier.drain();
  await write((db) => saveFindings(db, again, dossier.clock.now()));
  expect(await found()).toEqual([[], [], []]);
});

it('a check that was begun before a group was made drops none of its findings', async () => {
  const id = await makeFolder(dossier.admin, cabinet, { name: 'Pallas' });
  const check = async () => {
    const [item] = await itemsToScan(dossier.services.database.read, [Number(id)]);
    return item === undefined ? [] : [await checkItem(dossier.services, item)];
  };
  const before = await check();
  await group(['pallas']);
  for (const seen of [await check(), before]) await dossier.services.database.write((db) => saveFindings(db, seen, dossier.clock.now()));
  expect(await finds('pallas')).toHaveLength(1);
});
