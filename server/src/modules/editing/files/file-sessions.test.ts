import { createHash } from 'node:crypto';
import { permissions } from '@dossier/contract/access/permissions';
import { site } from '@dossier/contract/core/site';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFile } from '../../../../../demo/files/make-file.ts';
import type { Client } from '../../../../test/client.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { bodyOfWord, changedWord, partsOfWord, writtenWord } from '../../../../test/word-file.ts';
import { sweepUnusedBlobs } from '../../documents/blob-cleanup.ts';
import { contextForPerson } from '../../identity/run-as.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';
import { keepFile } from './file-sessions.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let manager: SignedIn;
let reader: SignedIn;
let docx: Buffer;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  const made = async (granted: number): Promise<SignedIn> => {
    const person = await makeSignedIn(dossier);
    await give(person.id, granted);
    return person;
  };
  [ann, bob, manager, reader] = [await made(level.modify), await made(level.modify), await made(level.full), await made(level.view)];
  docx = (await makeFile('docx', { title: '采购合同', lang: 'cn', seed: 1 })).bytes;
});
afterAll(() => dossier.close());

const give = (granteeId: string, granted: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });
let count = 0;
const make = (bytes: Buffer = docx, name = `contract-${++count}.docx`) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });
const itemOf = (id: string) =>
  dossier.services.database.read.selectFrom('item').select('organisation_id').where('id', '=', Number(id)).executeTakeFirstOrThrow();
const detail = (id: string) => dossier.admin.call(library.documentDetail, { id });
const revisions = (id: string) => dossier.admin.call(content.revisions, { id });
const numbers = async (id: string) => (await revisions(id)).map((revision) => revision.number);

async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return (await dossier.server.app.inject({ url: downloadUrl })).rawPayload;
}

interface Sent {
  code: number;
  data: unknown;
}

async function put(url: string, payload: Buffer, headers: Record<string, string> = {}): Promise<Sent> {
  const answer = await dossier.server.app.inject({ method: 'PUT', url, payload, headers });
  return JSON.parse(answer.payload) as Sent;
}

/** A window with a Word document, as the browser's without a screen. */
async function open(person: { client: Client }, id: string) {
  const opened = await person.client.call(editing.openFile, { id });
  const ids = { sessionId: opened.sessionId, windowId: opened.windowId };
  return {
    ...opened,
    file: async () => (await dossier.server.app.inject({ url: opened.fileUrl })).rawPayload,
    keep: () => person.client.call(editing.keepFile, ids),
    save: () => person.client.call(editing.saveFile, ids),
    refusedSave: () => person.client.refused(editing.saveFile, ids),
    discard: () => person.client.call(editing.discardFile, ids),
    close: () => person.client.call(editing.closeFile, ids),
    draft: (bytes: Buffer) => put(opened.draftUrl, bytes),
    write: async (text: string) => put(opened.draftUrl, await writtenWord(docx, text)),
  };
}

const accepted = { code: 200, data: { isOpen: true } };

it('one person writes; the draft becomes one version, and closing unlocks', async () => {
  const id = await make();
  expect(await ann.client.call(editing.preEdit, { id })).toMatchObject({ editType: 1, pageUrl: `/editWord?id=${id}` });
  expect((await detail(id)).canEdit).toBe(true);
  const a = await open(ann, id);
  expect(a).toMatchObject({ ext: 'docx', hasUnsaved: false });
  expect((await a.file()).equals(docx)).toBe(true);
  expect(await a.write('first words')).toMatchObject(accepted);
  expect(await a.keep()).toEqual({ isOpen: true });
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
  expect((await detail(id)).editors).toEqual([ann.fullName]);
  expect(await numbers(id)).toEqual([1]);
  expect(await a.save()).toEqual({ isOpen: true });
  expect(await numbers(id)).toEqual([2, 1]);
  // a later save of the session takes the place of its own version
  await a.write('second words');
  await a.save();
  await a.write('last words');
  expect(await a.close()).toEqual({ isOpen: false });
  expect(await numbers(id)).toEqual([2, 1]);
  expect(await bodyOfWord(await bytesOf(id))).toContain('last words');
  expect((await detail(id)).lockUserName).toBeUndefined();
  // nothing written, nothing saved
  await (await open(bob, id)).close();
  expect(await numbers(id)).toEqual([2, 1]);
  // the next session makes a version of its own
  const b = await open(bob, id);
  await b.write('of bob');
  await b.close();
  expect(await numbers(id)).toEqual([3, 2, 1]);
});

it('who could write reads along while another writes, and only then', async () => {
  const id = await make();
  expect(await bob.client.call(editing.followFile, { id })).toMatchObject({ isOpen: false, version: '' });
  const a = await open(ann, id);
  const begun = await bob.client.call(editing.followFile, { id });
  expect(begun).toMatchObject({ isOpen: true, writerName: ann.fullName });
  expect(await bob.client.call(editing.followFile, { id, known: begun.version })).not.toHaveProperty('fileUrl');
  await a.write('followed words');
  const { fileUrl = '', version } = await bob.client.call(editing.followFile, { id, known: begun.version });
  expect(version).not.toBe(begun.version);
  expect(await bodyOfWord((await dossier.server.app.inject({ url: fileUrl })).rawPayload)).toContain('followed words');
  // what is not yet a version is not for those who only read, nor for whoever lost the right since
  expect(await reader.client.refused(editing.followFile, { id })).toBe(1001);
  await give(bob.id, level.view);
  expect((await dossier.server.app.inject({ url: fileUrl })).json()).toMatchObject({ code: 1001 });
  await give(bob.id, level.modify);
  await a.close();
  expect((await dossier.server.app.inject({ url: fileUrl })).json()).toMatchObject({ code: 1008 });
  expect(await bob.client.call(editing.followFile, { id })).toMatchObject({ isOpen: false });
});

it('refuses who may not write, and others while it is written, with the name of the writer', async () => {
  const id = await make();
  expect(await reader.client.refused(editing.openFile, { id })).toBe(1001);
  expect(await reader.client.refused(editing.preEdit, { id })).toBe(4614);
  const a = await open(ann, id);
  for (const route of [editing.openFile, editing.preEdit]) {
    const answer = JSON.parse((await bob.client.raw(route, { id })).text) as { code: number; message: string };
    expect(answer).toMatchObject({ code: 4619, message: expect.stringContaining(ann.fullName) });
  }
  // windows belong to their person
  const theirs = { sessionId: a.sessionId, windowId: a.windowId };
  expect(await bob.client.call(editing.saveFile, theirs)).toMatchObject({ isOpen: false });
  expect(await bob.client.call(editing.closeFile, theirs)).toMatchObject({ isOpen: false });
  expect(await a.keep()).toEqual({ isOpen: true });
  await a.close();
  await (await open(bob, id)).close();
  // of two who open at once one is refused
  const both = await Promise.allSettled([open(ann, id), open(bob, id)]);
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const one of both) if (one.status === 'fulfilled') await one.value.close();
});

it('another window of the same person takes over with what was written', async () => {
  const id = await make();
  const first = await open(ann, id);
  await first.write('in the first window');
  const second = await open(ann, id);
  expect(second.hasUnsaved).toBe(true);
  expect(await bodyOfWord(await second.file())).toContain('in the first window');
  expect(await first.write('too late')).toMatchObject({ code: 200, data: { isOpen: false, reason: 'taken' } });
  expect(await first.keep()).toEqual({ isOpen: false, reason: 'taken' });
  expect(await first.close()).toMatchObject({ isOpen: false });
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
  await second.close();
  expect(await bodyOfWord(await bytesOf(id))).toContain('in the first window');
});

const authorsOf = async (id: string) =>
  (await revisions(id)).map(({ number, writers, creatorName }) => ({ number, writers: writers ?? [creatorName] }));

it('who takes over begins after a version of what the writer before wrote, whose window says so', async () => {
  const id = await make();
  const a = await open(ann, id);
  await a.write('saved by ann');
  await a.save();
  await a.write('kept of ann');
  await manager.client.call(content.unlock, { id });
  const m = await open(manager, id);
  // the version of ann has all that she wrote, and the manager begins with it
  expect(m.hasUnsaved).toBe(false);
  expect(await bodyOfWord(await m.file())).toContain('kept of ann');
  const told = { isOpen: false, reason: 'takenOver', writerName: manager.fullName };
  expect(await a.write('too late')).toMatchObject({ code: 200, data: told });
  expect(await a.keep()).toEqual(told);
  expect(await a.save()).toEqual(told);
  await m.write('of the manager');
  await m.close();
  expect(await bodyOfWord(await bytesOf(id))).toContain('of the manager');
  expect(await authorsOf(id)).toEqual([
    { number: 3, writers: [manager.fullName] },
    { number: 2, writers: [ann.fullName] },
    { number: 1, writers: [expect.any(String)] },
  ]);
});

it('who takes over after a version was saved makes one of their own', async () => {
  const id = await make();
  const a = await open(ann, id);
  await a.write('saved by ann');
  await a.save();
  await manager.client.call(content.unlock, { id });
  const m = await open(manager, id);
  await m.write('of the manager');
  await m.save();
  expect((await authorsOf(id)).map((one) => one.writers[0])).toEqual([manager.fullName, ann.fullName, expect.any(String)]);
  await m.close();
});

it('who takes over goes on from a draft that cannot be saved', async () => {
  const id = await make();
  const a = await open(ann, id);
  await a.draft(Buffer.from('no zip at all'));
  await manager.client.call(content.unlock, { id });
  const m = await open(manager, id);
  expect(m.hasUnsaved).toBe(true);
  expect(await a.keep()).toMatchObject({ reason: 'takenOver' });
  await m.discard();
  expect((await m.file()).equals(docx)).toBe(true);
  await m.close();
  expect(await numbers(id)).toEqual([1]);
});

it('a lock by hand stays after the editor', async () => {
  const id = await make();
  await ann.client.call(content.lock, { id });
  expect(await bob.client.refused(editing.openFile, { id })).toBe(4619);
  const a = await open(ann, id);
  await a.write('x');
  await a.close();
  expect(await numbers(id)).toEqual([2, 1]);
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
});

it('saves every ten minutes, ends after thirty of silence, and when the window is lost', async () => {
  const id = await make();
  const a = await open(ann, id);
  const minutes = async (n: number): Promise<void> => {
    for (let at = 0; at < n; at++) {
      dossier.clock.forward(60_000);
      await a.keep();
      await sweepEditSessions(dossier.services);
    }
  };
  await a.write('x');
  await minutes(9);
  expect(await numbers(id)).toEqual([1]);
  await minutes(2);
  expect(await numbers(id)).toEqual([2, 1]);
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
  await minutes(20);
  expect((await detail(id)).lockUserName).toBeUndefined();
  expect(await a.keep()).toEqual({ isOpen: false, reason: 'rest' });
  expect(await a.write('after the end')).toMatchObject({ data: { isOpen: false, reason: 'rest' } });
  const lost = await open(bob, id);
  await lost.write('kept without an end');
  dossier.clock.forward(100_000);
  await sweepEditSessions(dossier.services);
  expect((await detail(id)).lockUserName).toBeUndefined();
  expect(await bodyOfWord(await bytesOf(id))).toContain('kept without an end');
});

it('a version from elsewhere is kept, and what was written becomes a document beside it', async () => {
  const id = await make();
  const a = await open(ann, id);
  await a.write('beside');
  const other = await writtenWord(docx, 'from elsewhere');
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: other.length });
  await upload(dossier, uploadUrl, other);
  const told = await a.keep();
  expect(told).toMatchObject({ isOpen: false, reason: 'revised', copy: { name: expect.stringMatching(/^contract-.*\.docx$/) } });
  expect(await bodyOfWord(await bytesOf(id))).toContain('from elsewhere');
  expect(await bodyOfWord(await bytesOf(told.copy?.id ?? ''))).toContain('beside');
  // nothing written: no copy
  const b = await open(ann, id);
  await manager.client.call(content.unlock, { id });
  const again = await manager.client.call(content.preCheckIn, { id, size: docx.length });
  await upload(dossier, again.uploadUrl, docx);
  expect(await b.save()).toEqual({ isOpen: false, reason: 'revised' });
});

it('who loses the right or the session writes no more; the draft stays', async () => {
  const loser = await makeSignedIn(dossier);
  await give(loser.id, level.modify);
  const id = await make();
  const a = await open(loser, id);
  await a.write('before');
  await give(loser.id, level.view);
  expect(await a.write('late')).toMatchObject({ code: 1001 });
  expect(await a.refusedSave()).toBe(1001);
  await give(loser.id, level.modify);
  expect(await a.write('again')).toMatchObject(accepted);
  await loser.client.call(session.logout);
  expect(await a.write('signed out')).toMatchObject({ code: 501 });
  expect((await dossier.server.app.inject({ url: a.fileUrl })).statusCode).toBe(401);
  dossier.clock.forward(100_000);
  await sweepEditSessions(dossier.services);
  expect(await bodyOfWord(await bytesOf(id))).toContain('again');
});

it('refuses a damaged package, keeps the draft, and lets go on from the last version', async () => {
  const id = await make();
  const a = await open(ann, id);
  const written = await writtenWord(docx, 'damaged');
  const lost = (await partsOfWord(written)).find((name) => name.startsWith('word/') && name !== 'word/document.xml') ?? '';
  for (const damaged of [
    Buffer.from('no zip at all'),
    await changedWord(written, { [lost]: undefined }),
    await changedWord(written, { 'word/document.xml': (xml) => xml.slice(0, -9) }),
  ]) {
    expect(await a.draft(damaged)).toMatchObject(accepted);
    expect(await a.refusedSave()).toBe(4647);
    expect((await a.file()).equals(damaged)).toBe(true);
  }
  // closing says so too; the draft waits
  expect(await ann.client.refused(editing.closeFile, { sessionId: a.sessionId, windowId: a.windowId })).toBe(4647);
  expect(await numbers(id)).toEqual([1]);
  expect((await detail(id)).lockUserName).toBeUndefined();
  const again = await open(ann, id);
  expect(again.hasUnsaved).toBe(true);
  await again.discard();
  expect((await again.file()).equals(docx)).toBe(true);
  await again.write('sound');
  await again.close();
  expect(await bodyOfWord(await bytesOf(id))).toContain('sound');
});

it('a file that the editor would not keep is viewed, and said to be so from then on', async () => {
  const own = await writtenWord(docx, 'not kept by the editor');
  const id = await make(own);
  const a = await open(ann, id);
  expect(a.trialUrl).toBeDefined();
  expect(await put(a.trialUrl ?? '', await writtenWord(own, 'changed by itself'))).toMatchObject({ code: 4614 });
  await a.close();
  expect(await ann.client.refused(editing.openFile, { id })).toBe(4614);
  const kept = await make(await writtenWord(docx, 'kept by the editor'));
  const b = await open(ann, kept);
  expect(await put(b.trialUrl ?? '', await bytesOf(kept))).toMatchObject(accepted);
  await b.close();
  const c = await open(ann, kept);
  expect(c.trialUrl).toBeUndefined();
  await c.close();
  expect(await numbers(kept)).toEqual([1]);
});

it('a bad trial is that of its person and document, a good one stays good, and only its own ticket allows it', async () => {
  const own = await writtenWord(docx, 'tried by several');
  const [id, other] = [await make(own), await make(own)];
  const a = await open(ann, id);
  expect(await put(a.fileUrl.replace('/file/', '/trial/'), Buffer.from('junk'))).toMatchObject({ code: 1010 });
  expect(await put((a.trialUrl ?? '').replace('/trial/', '/draft/'), Buffer.from('junk'))).toMatchObject({ code: 1010 });
  expect(await put(a.trialUrl ?? '', Buffer.from('junk'))).toMatchObject({ code: 4614 });
  await a.close();
  expect(await ann.client.refused(editing.openFile, { id })).toBe(4614);
  await (await open(ann, other)).close();
  const b = await open(bob, id);
  expect(await put(b.trialUrl ?? '', own)).toMatchObject(accepted);
  expect(await put(b.trialUrl ?? '', Buffer.from('junk'))).toMatchObject(accepted);
  await b.close();
  await (await open(ann, id)).close();
});

it('a window that is replaced while it is kept does not come back', async () => {
  const id = await make();
  const a = await open(ann, id);
  const person = { personId: Number(ann.id), spaceId: (await itemOf(id)).organisation_id, address: '' };
  const { database } = dossier.services;
  let latest: Awaited<ReturnType<typeof open>> | undefined;
  // another window opens between the question whose window it is and the note that it stands
  const write: typeof database.write = async (work) => {
    latest = await open(ann, id);
    return database.write(work);
  };
  const services = Object.create(dossier.services, { database: { value: Object.create(database, { write: { value: write } }) } });
  const ctx = { ...(await contextForPerson(dossier.services, database.read, person)), services };
  expect(await keepFile(ctx, { sessionId: a.sessionId, windowId: a.windowId })).toEqual({ isOpen: false, reason: 'taken' });
  const windows = await database.read.selectFrom('edit_presence').select('id').where('session_id', '=', Number(a.sessionId)).execute();
  expect(windows.map((window) => String(window.id))).toEqual([latest?.windowId]);
  expect(await a.write('of the window before')).toMatchObject({ data: { isOpen: false, reason: 'taken' } });
  await latest?.close();
});

it('drafts that are too large or beyond the quota are refused, and tickets are not forged', async () => {
  const id = await make();
  const a = await open(ann, id);
  const large = await dossier.server.app.inject({ method: 'PUT', url: a.draftUrl, headers: { 'content-length': String((20 << 20) + 1) } });
  expect(JSON.parse(large.payload)).toMatchObject({ code: 4602 });
  expect(await put(a.draftUrl, docx, { 'content-encoding': 'gzip' })).toMatchObject({ code: 400 });
  const forged = dossier.services.tickets.sign('other', { editSession: Number(a.sessionId) }, 60);
  for (const ticket of ['forged', forged]) {
    expect(await put(`/edit/draft/${ticket}`, docx)).toMatchObject({ code: 1010 });
    expect((await dossier.server.app.inject({ url: `/edit/file/${ticket}` })).json()).toMatchObject({ code: 1010 });
  }
  await dossier.admin.call(site.saveSettings, { group: 'upload', values: { largest: 100 } });
  expect(await a.write('x')).toMatchObject({ code: 4602 });
  await dossier.admin.call(site.saveSettings, { group: 'upload', values: { largest: 0 } });
  expect(await a.write('x')).toMatchObject(accepted);
  await a.close();
});

const hasBytes = async (bytes: Buffer): Promise<boolean> => dossier.services.storage.has(createHash('sha256').update(bytes).digest('hex'));

it('a draft that was acknowledged survives the process, and is saved by the sweep', async () => {
  const id = await make();
  const a = await open(ann, id);
  await a.write('kept over the end of the process');
  const other = await dossier.another();
  dossier.clock.forward(100_000);
  await sweepEditSessions(other.services);
  await other.close();
  expect(await bodyOfWord(await bytesOf(id))).toContain('kept over the end of the process');
  expect(await numbers(id)).toEqual([2, 1]);
  expect((await detail(id)).lockUserName).toBeUndefined();
});

it('creates empty Word documents, all with the same bytes', async () => {
  const { id } = await manager.client.call(editing.create, { parentId: cabinet, name: 'new.docx' });
  const empty = await bytesOf(id);
  expect(await partsOfWord(empty)).toContain('word/styles.xml');
  const twin = await manager.client.call(editing.create, { parentId: cabinet, name: 'twin.docx' });
  expect((await bytesOf(twin.id)).equals(empty)).toBe(true);
  const a = await open(manager, id);
  await a.draft(await changedWord(empty, { 'word/document.xml': (xml) => xml.replace('<w:p/>', '<w:p><w:r><w:t>新</w:t></w:r></w:p>') }));
  await a.close();
  expect(await bodyOfWord(await bytesOf(id))).toContain('新');
});

it('says what cannot be edited before it is opened', async () => {
  const large = await make(Buffer.alloc((20 << 20) + 1));
  for (const route of [editing.preEdit, editing.openFile]) expect(await ann.client.refused(route, { id: large })).toBe(4614);
  expect(await ann.client.refused(editing.openFile, { id: await make(docx, 'old.doc') })).toBe(4614);
  expect(await ann.client.refused(editing.open, { id: await make() })).toBe(4614);
});

// last, as sign-ins end in the days that it lets pass
it('frees drafts that another has replaced, keeps the last one, and frees it with its session', async () => {
  const id = await make();
  const a = await open(ann, id);
  const [one, two] = [await writtenWord(docx, 'draft one'), await writtenWord(docx, 'draft two')];
  await a.draft(one);
  await a.draft(two);
  expect([await hasBytes(one), await hasBytes(two), await hasBytes(docx)]).toEqual([false, true, true]);
  dossier.clock.forward(3 * 24 * 3600_000);
  await sweepUnusedBlobs(dossier.services);
  expect(await hasBytes(two)).toBe(true);
  await dossier.services.database.write((db) => db.deleteFrom('edit_session').where('document_id', '=', Number(id)).execute());
  await sweepUnusedBlobs(dossier.services);
  expect(await hasBytes(two)).toBe(false);
});
