import { editing } from '@dossier/contract/editing/editing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestEditor } from '../../../../test/editor.ts';
import { TestGrid } from '../../../../test/grid.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeWriter } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { RoomBounds, roomBounds } from './room-bounds.ts';
import { rooms } from './room.ts';

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
let bob: typeof ann;
let cid: typeof ann;

beforeAll(async () => {
  dossier = await openTestServer();
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  [ann, bob, cid] = [await makeWriter(dossier, cabinet), await makeWriter(dossier, cabinet), await makeWriter(dossier, cabinet)];
});
afterAll(() => dossier.close());

const make = (name: string) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: 'base' });
const urlFor = async (person: typeof ann, id: string) => base + (await person.client.call(editing.open, { id })).roomUrl;
const enter = async (person: typeof ann, id: string) => new TestEditor().enter(await urlFor(person, id));

/** Is told why, and then closed with the code for another try. */
async function refused(person: typeof ann, id: string): Promise<void> {
  const editor = new TestEditor();
  await expect(editor.enter(await urlFor(person, id))).rejects.toThrow('1013');
  expect(editor.last('full')).toMatchObject({ kind: 'full', code: 4661 });
  expect(editor.last('full')?.message.length).toBeGreaterThan(10);
}

it('one person has fifty windows in all rooms, which keep nobody else out; who leaves one opens another', async () => {
  const ids = await Promise.all(Array.from({ length: 51 }, (_, n) => make(`many ${n}.txt`)));
  const last = ids.pop() ?? '';
  const open = await Promise.all(ids.map((id) => enter(bob, id)));
  await refused(bob, last);
  const { size } = rooms(dossier.services);
  await refused(bob, last);
  // no room was opened for who is refused
  expect(size).toBe(50);
  const other = await enter(ann, last);
  open[0]?.close();
  await expect
    .poll(async () =>
      enter(bob, last).then(
        (editor) => open.push(editor) > 0,
        () => false,
      ),
    )
    .toBe(true);
  await refused(bob, ids[0] ?? '');
  for (const editor of [...open, other]) editor.close();
  await expect.poll(() => rooms(dossier.services).size).toBe(0);
});

it('where the rooms hold as much as they may those who hold them open no other and go on, and who holds none enters', async () => {
  const [text, book] = [await make('full.txt'), (await dossier.admin.call(editing.create, { parentId: cabinet, name: 'full.xlsx' })).id];
  const next = await make('next.txt');
  const [a, grid] = [await enter(ann, text), await new TestGrid().connect(ann.client, base, book)];
  const bounds = roomBounds(dossier.services);
  const { maxBytes } = bounds;
  bounds.maxBytes = 1;
  await refused(ann, next);
  const b = await enter(bob, text);
  b.type(0, 'more ');
  await expect.poll(() => a.text).toBe('more base');
  await refused(bob, next);
  (await enter(cid, next)).close();
  grid.close();
  for (const editor of [a, b]) editor.close();
  await expect.poll(() => bounds.isFull).toBe(false);
  (await enter(bob, next)).close();
  bounds.maxBytes = maxBytes;
});

it('what was written and erased again weighs nothing, and who writes too much keeps nobody else out', async () => {
  const [text, next] = [await make('heavy.txt'), await make('light.txt')];
  const a = await enter(ann, text);
  const bounds = roomBounds(dossier.services);
  const { maxBytes } = bounds;
  bounds.maxBytes = 12 << 20;
  const words = 'x'.repeat(1 << 20);
  for (let n = 0; n < 20; n++) {
    a.type(0, words);
    a.erase(0, words.length);
    await a.settled();
  }
  expect(a.isConnected).toBe(true);
  expect(bounds.isFull).toBe(false);
  for (let n = 0; n < 5 && a.isConnected; n++) {
    a.type(0, words);
    await expect.poll(() => a.isKept || !a.isConnected).toBe(true);
  }
  await expect.poll(() => a.isConnected).toBe(false);
  (await enter(bob, next)).close();
  bounds.maxBytes = maxBytes;
  await expect.poll(() => rooms(dossier.services).size).toBe(0);
});

it('counts visitors by themselves and by the giver of their links', () => {
  const bounds = new RoomBounds();
  const enterAs = (n: number) => bounds.enter({ identity: `visitor ${n}`, giver: 1 });
  const left = Array.from({ length: 20 }, () => enterAs(0));
  expect(left.every((leave) => leave !== undefined)).toBe(true);
  expect(enterAs(0)).toBeUndefined();
  for (let n = 20; n < 150; n++) expect(enterAs(n)).toBeDefined();
  expect(enterAs(1000)).toBeUndefined();
  expect(bounds.enter({ identity: 'visitor 1', giver: 2 })).toBeDefined();
  left[0]?.();
  left[0]?.();
  expect(enterAs(1000)).toBeDefined();
  expect(enterAs(1001)).toBeUndefined();
});

it('gives everybody an equal share where the rooms are full, and no visitor or giver all of it', () => {
  const bounds = new RoomBounds();
  bounds.maxBytes = 1000;
  const held = new Map<string, { giver: number | undefined; bytes: number }>();
  bounds.weigh(held, {
    weight: () => [...held.values()].reduce((all, { bytes }) => all + bytes, 0),
    holders: () => [...held].map(([identity, { giver, bytes }]) => ({ identity, giver, bytes })),
  });
  const may = (identity: string, giver?: number) => bounds.mayHoldMore({ identity, giver });
  held.set('ann', { giver: undefined, bytes: 240 }).set('guest', { giver: 1, bytes: 130 });
  expect([may('ann'), may('guest', 1), may('other guest', 1)]).toEqual([true, false, true]);
  held.set('other guest', { giver: 1, bytes: 121 });
  expect([may('new guest', 1), may('new guest', 2)]).toEqual([false, true]);
  for (let n = 0; n < 10; n++) held.set(`user ${n}`, { giver: undefined, bytes: 60 });
  expect(bounds.isFull).toBe(true);
  expect([may('ann'), may('user 0'), may('new user'), may('new guest', 2)]).toEqual([false, true, true, true]);
});
