import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { limits } from '@dossier/contract/identity/quotas';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeDevice } from '../../../test/dav-client.ts';
import { TestEditor } from '../../../test/editor.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { handIn, makeFlowTemplate, stepOf } from '../../../test/make-flows.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { come, visitorOf } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { openWopi } from '../../../test/wopi/wopi-client.ts';
import { sweepEditSessions } from './sweep-sessions.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/**
 * Ann types in the browser, and somebody else writes by another way: what both see, and what is kept. In every case the document ends with Ann's
 * words, or these lie beside it.
 */
let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let manager: SignedIn;
let id: string;
let name: string;
let editor: TestEditor;
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin, { name: 'Conflicts' });
  [ann, bob, manager] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  for (const [person, granted] of [
    [ann, level.modify],
    [bob, level.modify],
    [manager, level.full],
  ] as const)
    await give(person.id, granted);
});
beforeEach(async () => {
  dossier.clock.forward(1000);
  name = `${crypto.randomUUID()}.txt`;
  id = await makeDocument(dossier, manager.client, { parentId: cabinet, name, bytes: 'base' });
  editor = await new TestEditor().connect(ann.client, base, id);
  editor.type(0, 'typed ');
  await vi.waitUntil(() => editor.isKept);
});
afterAll(() => dossier.close());

const give = (granteeId: string, granted: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });
const detail = (of = id) => dossier.admin.call(library.documentDetail, { id: of });

async function textOf(of = id): Promise<string> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id: of });
  return (await dossier.server.app.inject({ url: downloadUrl })).body;
}

/** Ann leaves; her words are the document. */
async function expectSaved(text = 'typed base'): Promise<void> {
  editor.close();
  await expect.poll(async () => (await detail()).editors).toBeUndefined();
  await expect.poll(() => textOf()).toBe(text);
}

it('WebDAV PUT: 423', async () => {
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  const disk = await makeDevice(dossier, bob);
  const path = `/dav/enterprise/Conflicts/${encodeURIComponent(name)}`;
  expect((await disk.ask('PUT', path, { body: 'by the disk' })).status).toBe(423);
  await expectSaved();
});

it('upload of a version, and check-in: 4619', async () => {
  const onSameName = 'revision' as const;
  expect(await bob.client.refused(content.preUpload, { parentId: cabinet, name, size: 3, onSameName })).toBe(4619);
  expect(await bob.client.refused(content.preCheckIn, { id, size: 3 })).toBe(4619);
  await expectSaved();
});

it('a check-in that was opened before: refused at its last byte, 4619', async () => {
  const own = await makeDocument(dossier, manager.client, { parentId: cabinet, name: `late ${name}`, bytes: 'base' });
  const { uploadUrl } = await bob.client.call(content.preCheckIn, { id: own, size: 3 });
  const other = await new TestEditor().connect(ann.client, base, own);
  await expect(upload(dossier, uploadUrl, Buffer.from('bob'))).rejects.toThrow('4619');
  expect(other.text).toBe('base');
  other.close();
});

it('second editor: both write', async () => {
  const second = await new TestEditor().connect(bob.client, base, id);
  second.type(second.text.length, ' too');
  await expect.poll(() => editor.text).toBe('typed base too');
  await expect.poll(() => second.isKept).toBe(true);
  second.close();
  await expectSaved('typed base too');
});

it('office server: 409 with an empty lock and a reason', async () => {
  const office = await openWopi(dossier, bob.client, id);
  expect(await office.lock('L')).toMatchObject({ status: 409, headers: { 'x-wopi-lock': '' } });
  expect((await office.put('by the office', { 'x-wopi-lock': 'L' })).status).toBe(409);
  await expectSaved();
});

it('flow: approves the version that it was given; the words come after it', async () => {
  editor.request({ kind: 'save' });
  await expect.poll(() => textOf()).toBe('typed base');
  const template = await makeFlowTemplate(dossier, [stepOf('One', [manager.id])]);
  await handIn(bob.client, template, { documents: [{ id }] });
  editor.type(0, 'more ');
  await expect.poll(() => editor.isKept).toBe(true);
  await expectSaved('more typed base');
  // the version in the flow is held, so it was not taken back
  expect((await dossier.admin.call(content.revisions, { id })).map((revision) => revision.number)).toEqual([3, 2, 1]);
});

it('delete and move: refused, also to who manages', async () => {
  expect(await manager.client.refused(library.delete, { objIds: [id] })).toBe(4619);
  const folder = await makeFolder(dossier.admin, cabinet);
  await manager.client.call(library.cut, { objIds: [id] });
  expect(await manager.client.refused(library.paste, { parentId: folder })).toBe(4810);
  await expectSaved();
});

it('right taken: reads on, and what was kept before is saved by another writer', async () => {
  const second = await new TestEditor().connect(bob.client, base, id);
  second.type(second.text.length, ' by bob');
  await expect.poll(() => second.isKept).toBe(true);
  await give(ann.id, level.view);
  await sweepEditSessions(dossier.services);
  await expect.poll(() => editor.last('readOnly')?.code).toBe(1001);
  second.close();
  await expectSaved('typed base by bob');
  await give(ann.id, level.modify);
});

it('share closed: its visitors go, the editor goes on', async () => {
  const { id: share, token } = await manager.client.call(shares.create, {
    name,
    objIds: [id],
    allowDownload: true,
    allowPrint: false,
    allowUpload: false,
    allowEdit: false,
  });
  const visitor = await come(dossier, token);
  await manager.client.call(shares.close, { id: share });
  expect(await visitor.refused(links.items, { token })).toBe(5006);
  await expectSaved();
});

it('share closed while a visitor edits: the visitor is told and put out, both texts are kept, the version names both', async () => {
  const terms = { allowDownload: true, allowEdit: true, recipients: [], colleagues: [{ granteeType: 'user' as const, granteeId: bob.id }] };
  const { id: share, token } = await manager.client.call(shares.create, { name, objIds: [id], ...terms });
  const { sessionId } = await bob.client.call(shares.enter, { token });
  const visitor = visitorOf(dossier, sessionId);
  const second = await new TestEditor().connectByLink(visitor, base, { token, id });
  second.type(second.text.length, ' by the visitor');
  await expect.poll(() => second.isKept).toBe(true);
  await expect.poll(() => editor.text).toBe('typed base by the visitor');
  await manager.client.call(shares.close, { id: share });
  // without a key of anybody: the visitor's page says why, and shows what was typed
  await expect.poll(() => second.last('readOnly')?.code).toBe(5006);
  await expect.poll(() => second.isConnected).toBe(false);
  expect(second.text).toBe('typed base by the visitor');
  expect(await visitor.refused(linkEditing.open, { token, id })).toBe(5006);
  await expect.poll(() => editor.last('people')?.people.map((person) => person.name)).toEqual([ann.fullName]);
  editor.type(0, 'more ');
  await expect.poll(() => editor.isKept).toBe(true);
  await expectSaved('more typed base by the visitor');
  const [newest] = await manager.client.call(content.revisions, { id });
  expect(newest?.writers).toEqual([ann.fullName, `${bob.fullName} (visitor)`]);
});

it('quota full: told, kept in the journal, and saved once there is room', async () => {
  const own = await ann.client.call(library.createCabinet, { name: `Own ${name}`, moduleType: 2 });
  const mine = await makeDocument(dossier, ann.client, { parentId: own.id, name, bytes: 'x'.repeat(600) });
  const { list } = await ann.client.call(library.items, { parentId: own.id });
  expect(list).toHaveLength(1);
  await dossier.admin.call(limits.setQuota, { userIds: [ann.id], most: 1000 });
  const full = await new TestEditor().connect(ann.client, base, mine);
  full.type(0, 'more ');
  await expect.poll(() => full.isKept).toBe(true);
  full.request({ kind: 'save' });
  await expect.poll(() => full.last('saveFailed')?.code).toBe(4622);
  full.close();
  await expect.poll(async () => (await ann.client.call(library.documentDetail, { id: mine })).editors).toBeUndefined();
  await dossier.admin.call(limits.setQuota, { userIds: [ann.id], most: '' });
  // the words are still there, and the next to open the document goes on with them
  const again = await new TestEditor().connect(ann.client, base, mine);
  expect(again.text.startsWith('more x')).toBe(true);
  again.request({ kind: 'save' });
  await expect.poll(() => again.last('saved')).toBeDefined();
  again.close();
  await expectSaved();
});

it('lock by hand of another: 4619 with the name; one who manages takes over, and both texts are kept', async () => {
  expect(await bob.client.refused(content.lock, { id })).toBe(4619);
  await manager.client.call(content.unlock, { id });
  await manager.client.call(content.lock, { id });
  await sweepEditSessions(dossier.services);
  await expect.poll(() => editor.last('readOnly')?.message).toContain(manager.fullName);
  const { uploadUrl } = await manager.client.call(content.preCheckIn, { id, size: 5 });
  await upload(dossier, uploadUrl, Buffer.from('taken'));
  await expect.poll(() => editor.last('closed')?.copy).toBeDefined();
  expect(await textOf()).toBe('taken');
  expect(await textOf(editor.last('closed')?.copy?.id)).toBe('typed base');
});
