import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeFile } from '../../../../demo/files/make-file.ts';
import { type Dav, lockOn, makeDevice } from '../../../test/dav-client.ts';
import { TestEditor } from '../../../test/editor.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { visitorOf } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { openWopi } from '../../../test/wopi/wopi-client.ts';
import { sessionOfDocument } from './sessions/edit-sessions.queries.ts';
import { sweepEditSessions } from './sweep-sessions.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann locks a document over the lock that an editor or a program of hers has taken, or one that is hers for a visitor. */
let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let disk: Dav;
let id: string;
let path: string;
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin, { name: 'Locks' });
  [ann, bob] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  await give(ann, level.modify | level.full);
  await give(bob, level.modify);
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  disk = await makeDevice(dossier, ann);
});
beforeEach(async () => {
  dossier.clock.forward(1000);
  await make('txt', 'base');
});
afterAll(() => dossier.close());

const give = ({ id: granteeId }: SignedIn, granted: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });

async function make(ext: string, bytes: Buffer | string): Promise<void> {
  const name = `${crypto.randomUUID()}.${ext}`;
  id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });
  path = `/dav/enterprise/Locks/${name}`;
}

const detail = () => dossier.admin.call(library.documentDetail, { id });
const holder = async () => (await detail()).lockUserName;
const enter = (person: SignedIn) => new TestEditor().connect(person.client, base, id);
const unlockOn = (token: string) => disk.ask('UNLOCK', path, { headers: { 'lock-token': token } });
const putOn = (token: string, body: string) => disk.ask('PUT', path, { body, headers: { if: `(${token})` } });

async function leave(editor: TestEditor): Promise<void> {
  editor.close();
  const sessionOf = async () => (await sessionOfDocument(dossier.services.database.read, { document: Number(id) }))[0];
  await expect.poll(async () => (await sessionOf())?.ended_at).toBeGreaterThan(0);
}

it('a lock of a program over one’s own room lets others in it only read', async () => {
  const [a, b] = [await enter(ann), await enter(bob)];
  const { token } = await lockOn(disk, path);
  await sweepEditSessions(dossier.services);
  await expect.poll(() => b.last('readOnly')?.message).toContain(ann.fullName);
  expect((await unlockOn(token)).status).toBe(204);
  b.close();
  await leave(a);
});

it('a check-out over one’s own room waits until nobody else writes in it, and stays when the room ends', async () => {
  const [a, b] = [await enter(ann), await enter(bob)];
  expect(await ann.client.refused(content.checkOut, { id })).toBe(4619);
  b.close();
  await expect.poll(async () => (await detail()).editors).toEqual([ann.fullName]);
  await ann.client.call(content.checkOut, { id });
  a.type(0, 'x');
  await expect.poll(() => a.isKept).toBe(true);
  await leave(a);
  expect(await dossier.admin.call(content.revisions, { id })).toHaveLength(2);
  expect(await holder()).toBe(ann.fullName);
  expect(await bob.client.refused(editing.open, { id })).toBe(4619);
  await ann.client.call(content.unlock, { id });
  expect(await holder()).toBeUndefined();
});

it('a check-out over one’s own window with a Word document stays when that is closed', async () => {
  await make('docx', (await makeFile('docx', { title: 'Plan', lang: 'en', seed: 1 })).bytes);
  const { sessionId, windowId } = await ann.client.call(editing.openFile, { id });
  await ann.client.call(content.checkOut, { id });
  await ann.client.call(editing.closeFile, { sessionId, windowId });
  expect(await holder()).toBe(ann.fullName);
});

it('a lock of a program over one’s own room stays until the program ends it, and the program saves', async () => {
  const a = await enter(ann);
  const { status, token } = await lockOn(disk, path);
  expect(status).toBe(200);
  await leave(a);
  expect(await bob.client.refused(editing.open, { id })).toBe(4619);
  expect((await putOn(token, 'by the disk')).status).toBe(204);
  expect((await unlockOn(token)).status).toBe(204);
  expect(await holder()).toBeUndefined();

  const again = await enter(ann);
  const office = await openWopi(dossier, ann.client, id);
  expect((await office.lock('L')).status).toBe(200);
  await leave(again);
  expect(await bob.client.refused(editing.open, { id })).toBe(4619);
  expect((await office.put('by the office', { 'x-wopi-lock': 'L' })).status).toBe(200);
  expect((await office.unlock('L')).status).toBe(200);
  expect(await holder()).toBeUndefined();
});

it('a check-out over a lock of one’s own program stays when the program ends its lock, which saves until then', async () => {
  const office = await openWopi(dossier, ann.client, id);
  await office.lock('L');
  await ann.client.call(content.checkOut, { id });
  expect((await office.put('by the office', { 'x-wopi-lock': 'L' })).status).toBe(200);
  expect((await office.unlock('L')).status).toBe(200);
  expect(await holder()).toBe(ann.fullName);
  await ann.client.call(content.unlock, { id });

  const { token } = await lockOn(disk, path);
  await ann.client.call(content.checkOut, { id });
  expect((await putOn(token, 'by the disk')).status).toBe(204);
  expect((await unlockOn(token)).status).toBe(204);
  expect(await holder()).toBe(ann.fullName);
});

it('while a visitor writes, the giver of the link is refused every lock, as others are; the visitor saves, and the lock ends', async () => {
  const terms = { allowDownload: true, allowEdit: true, recipients: [], colleagues: [{ granteeType: 'user' as const, granteeId: bob.id }] };
  const { token } = await ann.client.call(shares.create, { objIds: [id], ...terms });
  const visitor = visitorOf(dossier, (await bob.client.call(shares.enter, { token })).sessionId);
  const office = await openWopi(dossier, ann.client, id);
  const editor = await new TestEditor().connectByLink(visitor, base, { token, id });
  for (const route of [content.lock, content.checkOut]) {
    const answer = JSON.parse((await ann.client.raw(route, { id })).text) as { code: number; message: string };
    expect(answer).toMatchObject({ code: 4619, message: expect.stringContaining(bob.fullName) });
  }
  expect((await lockOn(disk, path)).status).toBe(423);
  expect(await office.info()).toMatchObject({ UserCanWrite: false });
  expect(await office.lock('L')).toMatchObject({ status: 409, headers: { 'x-wopi-lock': '' } });
  expect((await office.put('by the office', { 'x-wopi-lock': 'L' })).status).toBe(409);
  editor.type(0, 'typed ');
  await expect.poll(() => editor.isKept).toBe(true);
  editor.request({ kind: 'save' });
  await expect.poll(() => editor.last('saved')).toBeDefined();
  await leave(editor);
  expect(await holder()).toBeUndefined();
  expect((await office.lock('L')).status).toBe(200);
});
