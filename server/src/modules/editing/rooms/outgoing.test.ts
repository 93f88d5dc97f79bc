import { editing, roomMessage } from '@dossier/contract/editing/editing';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { TestEditor } from '../../../../test/editor.ts';
import { TestGrid } from '../../../../test/grid.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeWriter } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { sessionOfDocument } from '../sessions/edit-sessions.queries.ts';
import { Outgoing, outgoing, type Receiver } from './outgoing.ts';
import { rooms } from './room.ts';

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
let bob: typeof ann;

beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  // a second answer of a connection waits longer than the tests take
  outgoing(dossier.services).betweenAnswersMs = never;
  [ann, bob] = [await makeWriter(dossier, cabinet), await makeWriter(dossier, cabinet)];
});
afterAll(() => dossier.close());

const mebibyte = 1 << 20;
const room = {};

class Socket {
  readonly OPEN = 1;
  readyState = 1;
  terminate(): void {
    this.readyState = 3;
  }
}

function receiver(identity: string, { giver, unread = 0, of = room }: { giver?: number; unread?: number; of?: object } = {}): Receiver {
  return { identity, giver, room: of, socket: new Socket(), unread, answers: 0, answeredAt: Number.NEGATIVE_INFINITY };
}

/** Counts what does not wait: so much, and no more a moment later. */
async function admitted(asked: readonly Promise<() => void>[], count: number): Promise<(() => void)[]> {
  const done: (() => void)[] = [];
  for (const one of asked) void one.then((taken) => done.push(taken));
  await expect.poll(() => done.length).toBe(count);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(done).toHaveLength(count);
  return done;
}

/** What waits in a test waits longer than that takes. */
const never = 1e9;

function unpaced(): Outgoing {
  const sent = new Outgoing();
  sent.betweenAnswersMs = never;
  sent.refillMs = never;
  return sent;
}

it('as many large answers as somebody may have connections are given at once, one of each connection', async () => {
  const sent = unpaced();
  const ask = (identity: string, giver?: number) => sent.admit(receiver(identity, giver === undefined ? {} : { giver }), 1);
  const times = (count: number, one: (n: number) => Promise<() => void>) => Array.from({ length: count }, (_, n) => one(n));
  const counts = [
    await admitted(
      times(60, () => ask('ann')),
      50,
    ),
    await admitted(
      times(30, () => ask('visitor 0', 7)),
      20,
    ),
    await admitted(
      times(150, (n) => ask(`visitor ${1 + (n % 15)}`, 7)),
      130,
    ),
    await admitted([ask('bob')], 1),
  ].map(({ length }) => length);
  expect(counts).toEqual([50, 20, 130, 1]);
  const one = receiver('cid');
  await admitted([sent.admit(one, 1)], 1);
  expect(await admitted([sent.admit(one, 1)], 0)).toEqual([]);
  // those that waited get theirs in time
  const patient = new Outgoing();
  patient.betweenAnswersMs = 1;
  patient.refillMs = 100;
  expect(
    await admitted(
      times(80, () => patient.admit(one, 1)),
      80,
    ),
  ).toHaveLength(80);
});

it('large answers of one person wait until those before them are read, and nobody else waits for these', async () => {
  const sent = unpaced();
  const windows = Array.from({ length: 10 }, () => receiver('ann'));
  for (const one of [...windows, receiver('bob')]) sent.add(one);
  let count = 0;
  const asked = windows.map(async (one) => {
    const taken = await sent.admit(one, 15 * mebibyte);
    count++;
    return taken;
  });
  const first = await admitted(asked, 2);
  await admitted([sent.admit(receiver('bob'), 15 * mebibyte)], 1);
  for (const taken of first) taken();
  await expect.poll(() => count).toBe(4);
  // a connection that was lost is waited for no longer
  for (const one of windows) one.socket.terminate();
  await expect.poll(() => count).toBe(10);
});

it('closes who leaves most unread of one person, of the visitors of one giver, or in one room', () => {
  const isClosed = (one: Receiver) => one.socket.readyState !== one.socket.OPEN;
  const closed = (all: Receiver[]): boolean[] => {
    const sent = new Outgoing();
    for (const one of all) sent.add(one);
    if (all[0] !== undefined) sent.closeUnread(all[0]);
    return all.map(isClosed);
  };
  const ofPerson = [10, 12, 11, 0].map((size) => receiver('ann', { unread: size * mebibyte, of: {} }));
  expect(closed([...ofPerson, receiver('bob', { unread: 31 * mebibyte, of: {} })])).toEqual([false, true, false, false, false]);
  const ofGiver = [20, 21, 22, 23, 24].map((size, n) => receiver(`visitor ${n}`, { giver: 1, unread: size * mebibyte, of: {} }));
  expect(closed(ofGiver)).toEqual([false, false, false, false, true]);
  const inRoom = () => [30, 31, 30, 30, 30].map((size, n) => receiver(`user ${n}`, { unread: size * mebibyte }));
  expect(closed(inRoom())).toEqual([false, true, false, false, false]);
  // it is not asked with each message to who reads
  expect(closed([receiver('reader', { unread: 1000 }), ...inRoom()])).not.toContain(true);
  expect(closed([10, 10, 10].map((size) => receiver('ann', { unread: size * mebibyte })))).toEqual([false, false, false]);
});

/** A connection that a test speaks for. */
async function connect(id: string): Promise<WebSocket> {
  const { roomUrl } = await bob.client.call(editing.open, { id });
  const socket = new WebSocket((base + roomUrl).replace(/^http/u, 'ws'));
  await new Promise((resolve) => socket.once('open', resolve));
  return socket;
}

function orderRequest(request: unknown): Uint8Array {
  const message = encoding.createEncoder();
  encoding.writeVarUint(message, roomMessage.order);
  encoding.writeVarString(message, JSON.stringify(request));
  return encoding.toUint8Array(message);
}

it('a connection is sent all of a large text once, however often it asks, and one of another person as well', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'asked.txt', bytes: 'x'.repeat(200_000) });
  const socket = await connect(id);
  let large = 0;
  socket.on('message', (data: Buffer) => {
    if (data.length > 200_000) large++;
  });
  // the first step of the protocol, with an empty state
  const ask = () => socket.send(Buffer.from([roomMessage.sync, 0, 1, 0]));
  for (let n = 0; n < 20; n++) ask();
  await expect.poll(() => large).toBe(1);
  // many that wait are not read
  for (let n = 0; n < 40_000; n++) ask();
  const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  const [asking] = (await rooms(dossier.services).get(session?.id ?? 0))?.connections ?? [];
  await expect.poll(() => asking?.socket.isPaused).toBe(true);
  // ten windows that come back at once
  const windows = await Promise.all(Array.from({ length: 9 }, () => new TestEditor().connect(bob.client, base, id)));
  const other = await new TestEditor().connect(ann.client, base, id);
  other.type(0, 'new');
  for (const one of [...windows, other]) await expect.poll(() => one.text.length).toBe(200_003);
  const late = await new TestEditor().connect(ann.client, base, id);
  expect(late.text.startsWith('new')).toBe(true);
  expect(large).toBe(1);
  for (const one of [...windows, other, late]) one.close();
  asking?.socket.terminate();
});

it('who enters a workbook with a large journal is sent it as they read, and others go on; nothing is left out', async () => {
  const { id } = await dossier.admin.call(editing.create, { parentId: cabinet, name: 'large.xlsx' });
  const writer = await new TestGrid().connect(ann.client, base, id);
  const put = (row: number, value: string) =>
    writer.edit({ kind: 'cells', sheet: 1, cells: Array.from({ length: 10 }, (_, column) => ({ row, column, value })) });
  // 12 MB: more than the buffers of a connection take
  for (let row = 0; row < 40; row++) {
    put(row, 'x'.repeat(30_000));
    await expect.poll(() => writer.order.length, { interval: 5 }).toBe(row + 1);
  }
  const silent = await connect(id);
  silent.pause();
  let entered = 0;
  const eager = await connect(id);
  eager.on('message', (data: Buffer) => {
    if (data.length < 200 && data.includes('entered')) entered++;
  });
  for (const socket of [silent, eager]) for (let n = 0; n < 5; n++) socket.send(orderRequest({ kind: 'enter', after: 0 }));
  await expect.poll(() => entered).toBe(1);
  const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  const open = await rooms(dossier.services).get(session?.id ?? 0);
  const unread = () => Math.max(...[...(open?.connections ?? [])].map(({ socket }) => socket.bufferedAmount));
  expect(unread()).toBeLessThan(2 * mebibyte);
  // windows that come while somebody writes have all of it, each in its order
  const coming = Array.from({ length: 5 }, () => new TestGrid().connect(bob.client, base, id));
  for (let row = 40; row < 80; row++) {
    put(row, 'y'.repeat(1000));
    await expect.poll(() => writer.order.length, { interval: 5 }).toBe(row + 1);
  }
  const all = Array.from({ length: 80 }, (_, n) => n + 1);
  for (const window of await Promise.all(coming)) {
    await expect.poll(() => window.order.length).toBe(80);
    expect(window.order.map(({ seq }) => seq)).toEqual(all);
    window.close();
  }
  expect(entered).toBe(1);
  expect(unread()).toBeLessThan(2 * mebibyte);
  // who reads late has all of it as well
  let heard = 0;
  silent.on('message', (data: Buffer) => {
    heard += data.length;
  });
  silent.resume();
  await expect.poll(() => heard).toBeGreaterThan(12_000_000);
  for (const socket of [silent, eager]) socket.close();
  writer.close();
});

it('a connection that enters again and again waits, also where there is little to send', async () => {
  const { id } = await dossier.admin.call(editing.create, { parentId: cabinet, name: 'small.xlsx' });
  const socket = await connect(id);
  let entered = 0;
  socket.on('message', (data: Buffer) => {
    if (data.includes('entered')) entered++;
  });
  for (let n = 0; n < 50; n++) socket.send(orderRequest({ kind: 'enter', after: 0 }));
  await expect.poll(() => entered).toBe(2);
  const others = await Promise.all(Array.from({ length: 5 }, () => new TestGrid().connect(ann.client, base, id)));
  expect(entered).toBe(2);
  for (const one of [...others, socket]) one.close();
});
