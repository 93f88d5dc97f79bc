import { StatementSync } from 'node:sqlite';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { session } from '@dossier/contract/identity/sessions';
import { shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeFile } from '../../../../demo/files/make-file.ts';
import type { Client } from '../../../test/client.ts';
import { TestEditor } from '../../../test/editor.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { visitorOf } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { openWopi } from '../../../test/wopi/wopi-client.ts';
import { followEditing } from './follow-editing.ts';

let dossier: TestServer;
let base: string;
let cabinet: string;
let wang: Made & { client: Client };
let reader: Made & { client: Client };
let stranger: Made & { client: Client };
let docx: Buffer;
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  [wang, reader, stranger] = [
    await makeSignedIn(dossier, { fullName: '王芳' }),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ] as const;
  await grant(wang, level.modify);
  await grant(reader, level.title);
  docx = (await makeFile('docx', { title: 'Plan', lang: 'en', seed: 1 })).bytes;
});
afterAll(() => dossier.close());

const grant = (person: Made, bits: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: person.id, level: bits, reach: 'all' });
const make = (name: string) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: docx });

/** What is told of a document always. */
const revision = expect.any(String);

/** What somebody is told of documents, as a browser would hear it. */
async function listen(client: Client) {
  const { url } = await client.call(session.streamTicket);
  const stop = new AbortController();
  const answer = await fetch(base + url, { signal: stop.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of answer.body!) text += Buffer.from(chunk as Uint8Array).toString();
  })();
  void reading.catch(() => undefined);
  await expect.poll(() => text).toContain(': open');
  return {
    told: () => [...text.matchAll(/event: item\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data ?? '') as Record<string, unknown>),
    close: () => stop.abort(),
  };
}

it('tells whoever sees a document that somebody begins and ends editing it, and nobody else', async () => {
  const id = await make('told.docx');
  const [manager, own, other, none] = [
    await listen(dossier.admin),
    await listen(wang.client),
    await listen(reader.client),
    await listen(stranger.client),
  ];
  await followEditing(dossier.services);
  const window = await wang.client.call(editing.openFile, { id });
  await followEditing(dossier.services);
  const lockTime = new Date(dossier.clock.now()).toISOString();
  const state = { id, revision, editors: ['王芳'], editedIn: 1, lockUserName: '王芳', lockTime };
  await expect.poll(() => other.told()).toEqual([{ ...state, lockedByMe: false, mayUnlock: false }]);
  expect(manager.told()).toEqual([{ ...state, lockedByMe: false, mayUnlock: true }]);
  expect(own.told()).toEqual([{ ...state, editedByMe: true, lockedByMe: true, mayUnlock: true }]);
  // nothing new, nothing told
  await followEditing(dossier.services);
  expect(other.told()).toHaveLength(1);
  await wang.client.call(editing.closeFile, { sessionId: window.sessionId, windowId: window.windowId });
  await followEditing(dossier.services);
  // the server's own look may come between the window's end and that of its lock
  await expect.poll(() => other.told().at(-1)).toEqual({ id, revision });
  expect(none.told()).toEqual([]);
  for (const one of [manager, own, other, none]) one.close();
});

it('tells of locks by hand and of the office server, and of editors that are lost', async () => {
  const id = await make('locked.docx');
  const other = await listen(reader.client);
  await followEditing(dossier.services);
  await wang.client.call(content.lock, { id });
  const lockTime = new Date(dossier.clock.now()).toISOString();
  const told = { id, revision, lockUserName: '王芳', lockTime, lockedByMe: false, mayUnlock: false };
  await expect.poll(() => other.told()).toEqual([told]);
  await wang.client.call(content.unlock, { id });
  await expect.poll(() => other.told()).toHaveLength(2);
  expect(other.told()[1]).toEqual({ id, revision });
  const open = await openWopi(dossier, wang.client, id);
  await open.lock('L');
  await followEditing(dossier.services);
  await expect.poll(() => other.told().at(-1)).toMatchObject({ id, editors: ['王芳'], editedIn: 2 });
  await open.unlock('L');
  await followEditing(dossier.services);
  await expect.poll(() => other.told().at(-1)).toEqual({ id, revision });
  await wang.client.call(editing.openFile, { id });
  await followEditing(dossier.services);
  await expect.poll(() => other.told().at(-1)).toMatchObject({ editors: ['王芳'] });
  dossier.clock.forward(2 * 60_000);
  await followEditing(dossier.services);
  await expect.poll(() => other.told().at(-1)?.['editors']).toBeUndefined();
  other.close();
});

it('tells of a version that came while nobody edits', async () => {
  const id = await make('revised.docx');
  const other = await listen(reader.client);
  await followEditing(dossier.services);
  await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'revised.docx', bytes: 'again', onSameName: 'revision' });
  await expect.poll(() => other.told().find((told) => told['id'] === id)).toEqual({ id, revision });
  const { revision: current } = await dossier.admin.call(library.documentDetail, { id });
  expect(other.told().at(-1)).toEqual({ id, revision: current });
  other.close();
});

it('tells nothing after the right was taken', async () => {
  const id = await make('taken.docx');
  const other = await listen(reader.client);
  await followEditing(dossier.services);
  await grant(reader, level.none);
  const window = await wang.client.call(editing.openFile, { id });
  await followEditing(dossier.services);
  await grant(reader, level.view);
  await wang.client.call(editing.closeFile, { sessionId: window.sessionId, windowId: window.windowId });
  await followEditing(dossier.services);
  // the server's own look may come between the window's end and that of its lock
  await expect.poll(() => other.told().at(-1)).toEqual({ id, revision });
  expect(other.told().filter((told) => told['id'] === id && told['editors'] !== undefined)).toEqual([]);
  other.close();
});

/** How many statements the reader of this process runs while somebody's beginning is announced. */
async function statementsOf(id: string): Promise<number> {
  const window = await wang.client.call(editing.openFile, { id });
  const reading = vi.spyOn(StatementSync.prototype, 'all');
  await followEditing(dossier.services);
  const asked = reading.mock.calls.length;
  reading.mockRestore();
  await wang.client.call(editing.closeFile, { sessionId: window.sessionId, windowId: window.windowId });
  await followEditing(dossier.services);
  return asked;
}

it.skipIf(process.env['DOSSIER_TEST_DATABASE_URL'])('asks the database no more for many who listen than for one', async () => {
  const id = await make('cheap.docx');
  const people = [];
  for (let n = 0; n < 9; n++) {
    const person = await makeSignedIn(dossier);
    await grant(person, level.view);
    people.push(person);
  }
  const [first, ...others] = people;
  const streams = [await listen(first!.client)];
  await statementsOf(id);
  const ofOne = await statementsOf(id);
  for (const person of others) streams.push(await listen(person.client));
  // the first time after rights changed they are worked out, as for their next calls
  await statementsOf(id);
  expect(ofOne).toBeGreaterThan(2);
  expect(await statementsOf(id)).toBeLessThanOrEqual(ofOne + 2);
  for (const stream of streams) {
    await expect.poll(() => stream.told().at(-1)).toEqual({ id, revision });
    stream.close();
  }
});

it('tells the giver of a link, who may not manage the document, nothing else of a visitor than others', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'visited.txt', bytes: 'plan' });
  const guest = await makeSignedIn(dossier);
  const terms = {
    allowDownload: true,
    allowEdit: true,
    recipients: [],
    colleagues: [{ granteeType: 'user' as const, granteeId: guest.id }],
  };
  const { token } = await wang.client.call(shares.create, { objIds: [id], ...terms });
  const visitor = visitorOf(dossier, (await guest.client.call(shares.enter, { token })).sessionId);
  const [giver, other] = [await listen(wang.client), await listen(reader.client)];
  await followEditing(dossier.services);
  const editor = await new TestEditor().connectByLink(visitor, base, { token, id });
  await followEditing(dossier.services);
  const state = { id, lockUserName: expect.stringContaining(guest.fullName), lockedByMe: false };
  await expect.poll(() => giver.told().at(-1)).toMatchObject({ ...state, mayUnlock: false });
  await expect.poll(() => other.told().at(-1)).toMatchObject({ ...state, mayUnlock: false });
  expect(await wang.client.call(library.documentDetail, { id })).toMatchObject({ ...state, mayUnlock: false });
  expect(await wang.client.refused(content.unlock, { id })).toBe(4619);
  for (const one of [editor, giver, other]) one.close();
});
