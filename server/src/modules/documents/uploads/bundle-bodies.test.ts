import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { bundlePath, mostInBundle } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleOf, headOf, sendBundle } from '../../../../test/bundle.ts';
import { type Client, clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { makeRole, makeSignedIn } from '../../../../test/make.ts';
import { enter, makeGuest } from '../../../../test/other-organisation.ts';
import { expectWholeTree } from '../../../../test/tree-check.ts';
import { checkStore } from '../storage-check.ts';

let dossier: TestServer;
let cabinet: string;
let place: string;
let address: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  address = await dossier.listen();
});
beforeEach(async () => void (place = await makeFolder(dossier.admin, cabinet)));
afterAll(() => dossier.close());

const count = async (parentId = place) => (await dossier.admin.call(library.items, { parentId })).totalNumber;
const codeOf = async (body: Buffer, token = dossier.admin.token) => (await sendBundle(dossier, token, body)).code;
const file = (more: object = {}) => ({ parentId: place, name: `${randomBytes(4).toString('hex')}.bin`, size: 0, ...more });

async function expectNothing(): Promise<void> {
  expect(await count()).toBe(0);
  await expect.poll(() => dossier.services.storage.parts.list()).toEqual([]);
  for await (const { kind, text } of checkStore(dossier.services.database.long, dossier.services.storage))
    expect([kind, text]).toEqual(['note', expect.any(String)]);
  await expectWholeTree(dossier);
}

describe('a body', () => {
  it('with more files or bytes than the limit is refused whole', async () => {
    expect(await codeOf(headOf({ files: Array.from({ length: 16 }, () => file()) }))).toBe(1007);
    const half = randomBytes(mostInBundle.bytes / 2);
    const two = (more: number) => [
      { parentId: place, bytes: half },
      { parentId: place, bytes: Buffer.concat([half, Buffer.alloc(more)]) },
    ];
    expect(await codeOf(bundleOf(two(1)))).toBe(4603);
    expect(await codeOf(Buffer.alloc(mostInBundle.bytes + mostInBundle.head + 5))).toBe(4603);
    await expectNothing();
    expect(await codeOf(bundleOf(two(0)))).toBe(200);
    expect(await count()).toBe(2);
  });

  it.each([
    ['shorter', -1],
    ['much shorter', -9],
    ['longer', 1],
  ])('that is %s than its head states is refused whole', async (_, by) => {
    for (const bytes of ['0123456789', randomBytes(600_000)]) {
      const body = bundleOf([{ parentId: place }, { parentId: place, bytes }]);
      expect(await codeOf(by < 0 ? body.subarray(0, by) : Buffer.concat([body, Buffer.alloc(by)]))).toBe(4608);
    }
    await expectNothing();
  });

  it.each<[string, unknown]>([
    ['no JSON', '{"files":['],
    ['nothing', 'null'],
    ['a list', []],
    ['no files', { files: [] }],
    ['files that are none', { files: { length: 1 } }],
    ['no place', { files: [{ name: 'a', size: 0 }] }],
    ['a negative size', { files: [{ parentId: '1', name: 'a', size: -1 }] }],
    ['half a byte', { files: [{ parentId: '1', name: 'a', size: 0.5 }] }],
    ['no number', { files: [{ parentId: '1', name: 'a', size: 'NaN' }] }],
    ['a name that is none', { files: [{ parentId: '1', name: ['a'], size: 0 }] }],
    ['a hash that is none', { files: [{ parentId: '1', name: 'a', size: 0, sha256: "' or 1=1 --" }] }],
    ['a time before all times', { files: [{ parentId: '1', name: 'a', size: 0, sentAgo: 1e12 }] }],
    ['lists in lists', '['.repeat(200_000)],
    ['another prototype', '{"__proto__":{"files":[]},"constructor":{"prototype":{"size":1}}}'],
  ])('whose head has %s is refused', async (_, head) => {
    expect(await codeOf(headOf(head))).toBe(400);
  });

  it('with a head that is too long or truncated is refused', async () => {
    const long = headOf({ files: [file({ name: 'x'.repeat(mostInBundle.head) })] });
    expect(await codeOf(long)).toBe(400);
    const body = bundleOf([{ parentId: place }]);
    for (const length of [0, 3, 4, 20]) expect(await codeOf(body.subarray(0, length))).toBe(4608);
    await expectNothing();
  });

  it('with illegal names refuses those files alone', async () => {
    const names = ['a\0b', '\ud800', '..', 'con', 'x'.repeat(100_000), 'good.txt'];
    const { files } = await sendBundle(dossier, dossier.admin.token, headOf({ files: names.map((name) => file({ name })) }));
    expect(files.map(({ code }) => code)).toEqual([1005, 1005, 1005, 1005, 1006, 200]);
  });

  it('needs a session of a user and its content type', async () => {
    const body = bundleOf([{ parentId: place }]);
    expect(await codeOf(body, '')).toBe(501);
    expect(await codeOf(body, 'made-up')).toBe(501);
    for (const type of ['text/plain', 'multipart/form-data', 'application/json']) {
      const headers = { authorization: dossier.admin.token ?? '', 'content-type': type };
      const answer = await dossier.server.app.inject({ method: 'POST', url: bundlePath, headers, payload: body });
      expect(answer.statusCode).toBe(400);
    }
    await expectNothing();
  });

  it.each([0, 2, 4, 30, 300, 330, 2000, 200_000, 801_200, -1])('that breaks off after %i bytes leaves nothing', async (at) => {
    const bytes = [randomBytes(1000), randomBytes(800_000), randomBytes(500)];
    const body = bundleOf(bytes.map((one) => ({ parentId: place, bytes: one, folderPath: 'made' })));
    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    const head = [`POST ${bundlePath} HTTP/1.1`, 'host: x', 'content-type: application/octet-stream', `content-length: ${body.length}`];
    socket.write([...head, `authorization: ${dossier.admin.token}`, '', ''].join('\r\n'));
    await new Promise<void>((resolve) => socket.write(body.subarray(0, at), () => resolve()));
    await new Promise((resolve) => setTimeout(resolve, 60));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 60));
    await expectNothing();
  });
});

/** Sends all but the end of a bundle, runs `happens`, and sends the end. */
async function meanwhile(client: Client, happens: () => Promise<unknown>): Promise<{ code: number; files: number[] }> {
  const body = bundleOf([
    { parentId: place, bytes: randomBytes(1000) },
    { parentId: place, bytes: randomBytes(400_000), folderPath: 'made' },
  ]);
  let stream: ReadableStreamDefaultController | undefined;
  const sending = fetch(address + bundlePath, {
    method: 'POST',
    headers: { authorization: client.token ?? '', 'content-type': 'application/octet-stream' },
    body: new ReadableStream({
      start(controller) {
        stream = controller;
        controller.enqueue(new Uint8Array(body.subarray(0, 300_000)));
      },
    }),
    duplex: 'half',
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  await happens();
  stream?.enqueue(new Uint8Array(body.subarray(300_000)));
  stream?.close();
  const { code, data } = (await (await sending).json()) as { code: number; data: { files?: { code: number }[] } };
  return { code, files: (data.files ?? []).map((one) => one.code) };
}

describe('during the transfer', () => {
  const grantTo = (granteeId: string, more: object = {}) =>
    dossier.admin.call(permissions.grant, { granteeType: 'user', granteeId, objId: place, reach: 'all', level: level.upload, ...more });

  it('the right to upload may be revoked, or the folder deleted', async () => {
    const person = await makeSignedIn(dossier);
    await grantTo(person.id);
    expect(await meanwhile(person.client, () => grantTo(person.id, { level: level.view }))).toEqual({ code: 200, files: [4615, 4615] });
    await grantTo(person.id);
    await expectNothing();
    expect(await meanwhile(person.client, () => dossier.admin.call(library.delete, { objIds: [place] }))).toEqual({
      code: 200,
      files: [1002, 1002],
    });
  });

  it('the session may end, and the account may be disabled', async () => {
    const person = await makeSignedIn(dossier);
    await grantTo(person.id);
    expect(await meanwhile(person.client, () => person.client.call(session.logoutEverywhere))).toEqual({ code: 501, files: [] });
    await expectNothing();
  });

  it('the session may switch its role, whose rights count then', async () => {
    const person = await makeSignedIn(dossier);
    const [wide, narrow] = [await makeRole(dossier, { userIds: [person.id] }), await makeRole(dossier, { userIds: [person.id] })];
    await grantTo(wide, { granteeType: 'role' });
    const inRole = async (client: Client, roleId: string) =>
      clientOf(dossier.server, (await client.call(session.changeRole, { roleId })).sessionId);
    const idle = await inRole(person.client, narrow);
    expect((await sendBundle(dossier, idle.token, [{ parentId: place }])).files).toMatchObject([{ code: 1002 }]);
    const working = await inRole(idle, wide);
    let other: Client | undefined;
    expect(await meanwhile(working, async () => void (other = await inRole(working, narrow)))).not.toMatchObject({ files: [200, 200] });
    await expectNothing();
    const again = await inRole(other ?? working, wide);
    expect((await sendBundle(dossier, again.token, [{ parentId: place }])).files).toMatchObject([{ code: 200 }]);
  });

  it('the session may switch its space: nothing is placed there', async () => {
    const guest = await makeGuest(dossier);
    await enter(guest.client, guest.other.id);
    const theirs = await makeCabinet(guest.client, { moduleType: 2 });
    expect(
      (await sendBundle(dossier, guest.client.token, [{ parentId: place }, { parentId: theirs }])).files.map(({ code }) => code),
    ).toEqual([1002, 200]);
    place = theirs;
    const ours = (await dossier.admin.call(session.current)).spaceId;
    expect((await meanwhile(guest.client, () => enter(guest.client, ours))).code).toBe(1010);
    await enter(guest.client, guest.other.id);
    expect((await guest.client.call(library.items, { parentId: theirs })).totalNumber).toBe(1);
  });

  it('a user has a limited number of bundles, and others are not held up', async () => {
    const person = await makeSignedIn(dossier);
    await grantTo(person.id);
    const open: AbortController[] = [];
    const answers: Promise<number | undefined>[] = [];
    for (let n = 0; n < 20; n++) {
      const stop = new AbortController();
      open.push(stop);
      const headers = { authorization: person.client.token ?? '', 'content-type': 'application/octet-stream' };
      const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(headOf({ files: [file({ size: 1 })] }))) });
      const asked = { method: 'POST', headers, body, duplex: 'half', signal: stop.signal } as const;
      answers.push(
        fetch(address + bundlePath, asked).then(
          ({ status }) => status,
          () => undefined,
        ),
      );
    }
    const codesSeen: (number | undefined)[] = [];
    for (const one of answers) void one.then((status) => codesSeen.push(status));
    await expect.poll(() => codesSeen).toEqual([429, 429, 429, 429]);
    expect(await codeOf(headOf({ files: [file()] }), person.client.token)).toBe(502);
    expect(await codeOf(bundleOf([{ parentId: cabinet }]))).toBe(200);
    for (const stop of open) stop.abort();
    await expect.poll(() => codeOf(headOf({ files: [file()] }), person.client.token)).toBe(200);
  });
});
