import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeFile } from '../../../../demo/files/make-file.ts';
import type { Client } from '../../../test/client.ts';
import { TestEditor } from '../../../test/editor.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { writtenWord } from '../../../test/word-file.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann opened the document first, so that its lock has her name; others write in it with her. */
let dossier: TestServer;
let base: string;
let cabinet: string;
let folder: string;
let ann: SignedIn;
let bob: SignedIn;
let manager: SignedIn;
let id: string;
let a: TestEditor;
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin, { name: 'Together' });
  [ann, bob, manager] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
  for (const [person, granted] of [
    [ann, level.modify],
    [bob, level.modify],
    [manager, level.full],
  ] as const)
    await dossier.admin.call(permissions.grant, {
      objId: cabinet,
      granteeType: 'user',
      granteeId: person.id,
      level: granted,
      reach: 'all',
    });
});
beforeEach(async () => {
  dossier.clock.forward(1000);
  folder = await makeFolder(dossier.admin, cabinet);
  id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'plan.txt', bytes: 'base' });
  a = await new TestEditor().connect(ann.client, base, id);
  a.type(0, 'typed ');
  await vi.waitUntil(() => a.isKept);
});
afterAll(() => dossier.close());

const detail = () => dossier.admin.call(library.documentDetail, { id });

async function contentOf(of = id): Promise<string> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id: of });
  return (await dossier.server.app.inject({ url: downloadUrl })).body;
}

/** Every call that would end the others’ writing. */
const calls = (client: Client) => [
  client.raw(library.delete, { objIds: [id] }),
  client.raw(library.delete, { objIds: [folder] }),
  client.raw(content.checkOut, { id }),
  client.raw(content.lock, { id }),
  client.raw(content.unlock, { id }),
];

it('while others write, whose name is on the lock neither deletes nor locks nor unlocks: 4619 with their names', async () => {
  const b = await new TestEditor().connect(bob.client, base, id);
  const m = await new TestEditor().connect(manager.client, base, id);
  for (const call of calls(ann.client)) {
    const { code, message } = JSON.parse((await call).text) as { code: number; message: string };
    expect(code).toBe(4619);
    for (const { fullName } of [bob, manager]) expect(message).toContain(fullName);
    expect(message).not.toContain(ann.fullName);
  }
  expect((await detail()).lockUserName).toBe(ann.fullName);
  m.close();
  b.close();
  await expect.poll(async () => (await detail()).editors).toEqual([ann.fullName]);
  await ann.client.call(content.unlock, { id });
  a.close();
});

it('who manages takes over, and may then delete; whoever does not manage may not, while others write', async () => {
  const b = await new TestEditor().connect(bob.client, base, id);
  expect(await manager.client.refused(library.delete, { objIds: [id] })).toBe(4619);
  await manager.client.call(content.unlock, { id });
  for (const one of [id, folder]) expect(await ann.client.refused(library.delete, { objIds: [one] })).toBe(4619);
  await manager.client.call(library.delete, { objIds: [id] });
  await manager.client.call(library.restore, { objIds: [id] });
  a.close();
  b.close();
  await expect.poll(() => contentOf()).toBe('typed base');
});

it('what a single writer wrote is a version before the document goes to the bin, also with its folder', async () => {
  await ann.client.call(library.delete, { objIds: [id] });
  a.close();
  await ann.client.call(library.restore, { objIds: [id] });
  expect(await contentOf()).toBe('typed base');
  expect(await ann.client.call(content.revisions, { id })).toHaveLength(2);

  const again = await new TestEditor().connect(ann.client, base, id);
  again.type(0, 'twice ');
  await expect.poll(() => again.isKept).toBe(true);
  await ann.client.call(library.delete, { objIds: [folder] });
  again.close();
  await ann.client.call(library.restore, { objIds: [folder] });
  expect(await contentOf()).toBe('twice typed base');
});

it('the draft of a Word document is a version before the document goes to the bin', async () => {
  const { bytes } = await makeFile('docx', { title: 'Plan', lang: 'en', seed: 1 });
  const word = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'plan.docx', bytes });
  const { draftUrl } = await ann.client.call(editing.openFile, { id: word });
  await dossier.server.app.inject({ method: 'PUT', url: draftUrl, payload: await writtenWord(bytes, 'drafted words') });
  await ann.client.call(library.delete, { objIds: [word] });
  await ann.client.call(library.restore, { objIds: [word] });
  expect(await ann.client.call(content.revisions, { id: word })).toHaveLength(2);
});

it('the lock of an editor ends with the restoration of a version, as its session does', async () => {
  a.close();
  await expect.poll(async () => (await detail()).editors).toBeUndefined();
  await expect.poll(() => contentOf()).toBe('typed base');
  const again = await new TestEditor().connect(ann.client, base, id);
  const [, first] = await ann.client.call(content.revisions, { id });
  await ann.client.call(content.restoreRevision, { id, currentRev: first?.id ?? '' });
  await expect.poll(() => again.last('closed')).toBeDefined();
  await expect.poll(async () => (await detail()).lockUserName).toBeUndefined();
});

it('tells the lock of an editor from one that stays when the editor is closed', async () => {
  expect((await detail()).lockStays).toBeUndefined();
  await ann.client.call(content.lock, { id });
  expect((await detail()).lockStays).toBe(true);
  a.close();
});

it('names the copy beside the document in the language of who wrote it, not of who saves it', async () => {
  const wang = await makeSignedIn(dossier, { lang: 'cn' });
  const grantWang = (granted: number) =>
    dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: wang.id, level: granted, reach: 'all' });
  await grantWang(level.modify);
  const w = await new TestEditor().connect(wang.client, base, id);
  dossier.clock.forward(1000);
  w.type(0, '王芳写的 ');
  await expect.poll(() => w.isKept).toBe(true);
  await grantWang(level.view);
  await manager.client.call(content.unlock, { id });
  const { uploadUrl } = await manager.client.call(content.preCheckIn, { id, size: 5 });
  await upload(dossier, uploadUrl, Buffer.from('other'));
  await expect.poll(() => a.last('closed')?.copy?.name).toBe('plan (修改副本).txt');
  expect(await contentOf(a.last('closed')?.copy?.id)).toBe('王芳写的 typed base');
});
