import { setTimeout as pause } from 'node:timers/promises';
import { library } from '@dossier/contract/library';
import { screening } from '@dossier/contract/screening';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';
import { keepFinds, lookThrough } from './look-through.ts';
import { itemsToLookAt } from './scan-queries.ts';

let house: TestHouse;
let cabinet: string;

const group = (words: string[], given: object = {}) =>
  house.admin.call(screening.createGroup, { name: `Group ${crypto.randomUUID()}`, words, action: 'block', ...given });
const finds = async (word: string) => (await house.admin.call(screening.finds, { word, pageSize: 1000 })).list;
const scans = async () => (await house.admin.call(screening.scans, {})).list;

/** Waits until a scan has looked through some, and not all. */
async function begunScan(): Promise<void> {
  while (((await scans())[0]?.done ?? 0) === 0) await pause(2);
}

beforeAll(async () => {
  house = await openHouse();
  cabinet = await makeCabinet(house.admin);
});
afterAll(() => house.close());

it('goes on where the house was closed in the middle', async () => {
  for (let n = 0; n < 200; n++) await makeFolder(house.admin, cabinet, { name: `Pluto ${n}` });
  await house.drain();
  await group(['pluto']);
  await house.admin.call(screening.scan, {});
  await begunScan();
  await house.reopen();
  const [before] = await scans();
  expect(before).toMatchObject({ state: 'running' });
  house.clock.forward(60_000);
  await house.drain();
  const [after] = await scans();
  expect(after).toMatchObject({ state: 'done', found: 200 });
  expect(after?.done).toBe(after?.total);
  expect((await finds('pluto')).length).toBe(200);
});

it('keeps nothing for a group that was deleted, or weakened, and of an item that changed, while it was looked at', async () => {
  const { read, write } = house.house.database;
  const id = await makeFolder(house.admin, cabinet, { name: 'Ceres, Vesta, Juno' });
  const groups = await Promise.all(['ceres', 'vesta', 'juno'].map((word) => group([word], { places: 5 })));
  const look = async () => {
    const [item] = await itemsToLookAt(read, [Number(id)]);
    return item === undefined ? [] : [await lookThrough(house.house, item)];
  };
  const seen = await look();
  await house.admin.call(screening.deleteGroup, { id: groups[0]?.id ?? '' });
  await house.admin.call(screening.updateGroup, { id: groups[1]?.id ?? '', name: 'Vesta', words: ['vesta'], action: 'log' });
  await write((db) => keepFinds(db, seen, house.clock.now()));
  const found = async () => (await Promise.all(['ceres', 'vesta', 'juno'].map(finds))).map((list) => list.map(({ held }) => held));
  expect(await found()).toEqual([[], [false], [true]]);
  const again = await look();
  await house.admin.call(library.updateFolder, { id, name: 'Asteroids' });
  await house.drain();
  await write((db) => keepFinds(db, again, house.clock.now()));
  expect(await found()).toEqual([[], [], []]);
});
