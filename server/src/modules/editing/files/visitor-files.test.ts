import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { level } from '@dossier/contract/core/rights';
import type { Route } from '@dossier/contract/core/route';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing, type OpenedFile } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openZipOf, readPart } from '@dossier/formats/zip/zip-parts';
import { formPdf } from '../../../../test/form-pdf.ts';
import { makeFile } from '../../../../../demo/files/make-file.ts';
import { makeZip } from '../../../../../demo/files/zip.ts';
import type { Client } from '../../../../test/client.ts';
import { type Guest, LinkFolder } from '../../../../test/link-editors.ts';
import { makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type Terms, come } from '../../../../test/share-people.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { bodyOfWord, changedWord, commentedWord, partsOfWord, writtenWord } from '../../../../test/word-file.ts';
import { updateSession } from '../sessions/edit-sessions.queries.ts';
import { saveSession } from '../sessions/save-session.ts';
import { openReservations } from '../../identity/quotas.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let shared: LinkFolder;
let dossier: TestServer;
let cabinet: string;
let folder: string;
let giver: SignedIn;
let ann: SignedIn;
let manager: SignedIn;
let docx: Buffer;
/** A Word document in the shared folder. */
let id: string;
beforeAll(async () => {
  shared = await LinkFolder.open();
  ({ dossier, cabinet, id: folder, giver, ann, manager } = shared);
  docx = (await makeFile('docx', { title: '采购合同', lang: 'cn', seed: 1 })).bytes;
});
beforeEach(async () => {
  dossier.clock.forward(61_000);
  id = await make();
});
afterAll(() => shared.close());

const give = (granteeId: string, granted: number) => shared.give(granteeId, granted);
const make = (bytes: Buffer = docx, name = `${crypto.randomUUID()}.docx`, parentId = folder) =>
  makeDocument(dossier, dossier.admin, { parentId, name, bytes });
const detail = (of = id) => manager.client.call(library.documentDetail, { id: of });
const revisions = (of = id) => manager.client.call(content.revisions, { id: of });
const share = (terms?: Terms, by?: SignedIn) => shared.share(terms, by);
const invite = (terms?: Terms, by?: SignedIn): Promise<Guest> => shared.invite(terms, by);

async function bytesOf(of = id): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id: of });
  return (await dossier.server.app.inject({ url: downloadUrl })).rawPayload;
}

const bodyOf = async (of = id): Promise<string> => bodyOfWord(await bytesOf(of));

/** Two visitors of one link. */
async function inviteTwo(): Promise<[Guest, Guest]> {
  const [one, other] = await shared.inviteAll(2);
  if (one === undefined || other === undefined) throw new Error('no guests');
  return [one, other];
}

const put = async (url: string, payload: Buffer): Promise<{ code: number; data: unknown }> =>
  JSON.parse((await dossier.server.app.inject({ method: 'PUT', url, payload })).payload);

const refusalOf = async (client: Client, route: Route, input: unknown) =>
  JSON.parse((await client.raw(route, input)).text) as { code: number; message: string };

const windowCalls = [linkEditing.keepFile, linkEditing.saveFile, linkEditing.discardFile, linkEditing.closeFile] as const;

/** A visitor's window with a Word document, as the browser's without a screen. */
async function open({ visitor, token }: Guest, of = id) {
  const opened: OpenedFile = await visitor.call(linkEditing.openFile, { token, id: of });
  const window = { token, sessionId: opened.sessionId, windowId: opened.windowId };
  return {
    ...opened,
    window,
    file: async () => (await dossier.server.app.inject({ url: opened.fileUrl })).rawPayload,
    keep: () => visitor.call(linkEditing.keepFile, window),
    save: () => visitor.call(linkEditing.saveFile, window),
    discard: () => visitor.call(linkEditing.discardFile, window),
    close: () => visitor.call(linkEditing.closeFile, window),
    draft: (bytes: Buffer) => put(opened.draftUrl, bytes),
    write: async (text: string) => put(opened.draftUrl, await writtenWord(docx, text)),
  };
}

const accepted = { code: 200, data: { isOpen: true } };
const shown = ({ address }: Guest) => `${address} (visitor)`;

/** What a visitor is refused by, before the editor and when it opens. */
const refusals = async ({ visitor, token }: Pick<Guest, 'visitor' | 'token'>, of = id) => [
  await visitor.refused(linkEditing.preEdit, { token, id: of }),
  await visitor.refused(linkEditing.openFile, { token, id: of }),
];

it('a visitor writes; list, lock, version, log and timeline name the visitor', async () => {
  const guest = await invite({ name: 'Offer' });
  expect(await guest.visitor.call(linkEditing.preEdit, { token: guest.token, id })).toMatchObject({ ext: 'docx' });
  const v = await open(guest);
  expect(v).toMatchObject({ ext: 'docx', author: guest.address, hasUnsaved: false });
  expect((await v.file()).equals(docx)).toBe(true);
  expect(await v.write('from outside')).toMatchObject(accepted);
  expect(await v.keep()).toEqual({ isOpen: true });
  expect(await detail()).toMatchObject({ lockUserName: shown(guest), lockedByMe: false, editors: [shown(guest)] });
  expect((await giver.client.call(library.documentDetail, { id })).lockedByMe).toBe(false);
  expect(await v.save()).toEqual({ isOpen: true });
  expect(await bodyOf()).toContain('from outside');
  await v.write('from outside, at last');
  expect(await v.close()).toEqual({ isOpen: false });
  expect((await detail()).lockUserName).toBeUndefined();
  const [newest, ...others] = await revisions();
  expect(newest).toMatchObject({ number: 2, creatorName: guest.address });
  expect(others).toHaveLength(1);
  expect(await bodyOf()).toContain('from outside, at last');
  await dossier.drain();
  const { list } = await dossier.admin.call(operationLog.log, { pageSize: 50 });
  expect(list.some((one) => one.userName.includes(guest.address) && one.objId === id && one.action === action.linkEdit)).toBe(true);
  const { list: timeline } = await giver.client.call(shares.timeline, { id: guest.shareId, pageNo: 1, pageSize: 30 });
  expect(timeline.map((one) => one.event)).toContain('edited');
  // the next one makes a version of their own
  const a = await ann.client.call(editing.openFile, { id });
  await put(a.draftUrl, await writtenWord(docx, 'from the house'));
  await ann.client.call(editing.closeFile, { sessionId: a.sessionId, windowId: a.windowId });
  expect((await revisions()).map((one) => one.creatorName).slice(0, 2)).toEqual([ann.fullName, guest.address]);
});

it('comments are read with the right to edit, and a trial of a visitor counts for that visitor alone', async () => {
  const commented = await commentedWord(docx, { words: await firstWords(), comment: 'Too long?', author: 'Li Xiao' });
  const of = await make(commented);
  const [one, two] = await inviteTwo();
  const { comments } = await one.visitor.call(linkEditing.wordComments, { token: one.token, id: of });
  expect(comments).toMatchObject([{ author: 'Li Xiao', text: 'Too long?' }]);
  const viewer = await invite({ allowEdit: false });
  expect(await viewer.visitor.refused(linkEditing.wordComments, { token: viewer.token, id: of })).toBe(4614);
  const v = await open(one, of);
  expect(await put(v.trialUrl ?? '', await writtenWord(docx, 'changed by itself'))).toMatchObject({ code: 4614 });
  await v.close();
  expect(await one.visitor.refused(linkEditing.openFile, { token: one.token, id: of })).toBe(4614);
  const w = await open(two, of);
  expect(await put(w.trialUrl ?? '', commented)).toMatchObject(accepted);
  await w.close();
  expect((await open(two, of)).trialUrl).toBeUndefined();
  await two.visitor.call(links.leave, { token: two.token });
  dossier.clock.forward(100_000);
  await sweepEditSessions(dossier.services);
  const g = await giver.client.call(editing.openFile, { id: of });
  expect(g.trialUrl).toBeDefined();
  await giver.client.call(editing.closeFile, { sessionId: g.sessionId, windowId: g.windowId });
});

const firstWords = async (): Promise<string> => /<w:t[^>]*>([^<]{4,})</.exec(await bodyOfWord(docx))?.[1] ?? '';

describe('one writer', () => {
  it('others are refused with the name by which they may know the writer', async () => {
    const [one, two] = await inviteTwo();
    const v = await open(one);
    for (const person of [ann, giver])
      for (const route of [editing.openFile, editing.preEdit])
        expect(await refusalOf(person.client, route, { id })).toMatchObject({
          code: 4619,
          message: expect.stringContaining(shown(one)),
        });
    for (const route of [linkEditing.openFile, linkEditing.preEdit]) {
      const refusal = await refusalOf(two.visitor, route, { token: two.token, id });
      expect(refusal).toMatchObject({ code: 4619, message: expect.stringContaining('Another visitor') });
      expect(JSON.stringify(refusal)).not.toContain(one.address);
    }
    expect(await refusalOf(two.visitor, linkEditing.openFile, { token: two.token, id, lang: 'cn' })).toMatchObject({
      message: expect.stringContaining('另一位访问者'),
    });
    await v.close();
    const w = await open(two);
    await w.close();
    // while a user writes, a visitor is told the name of the link's giver, and no name of another user
    const windowOf = async (person: SignedIn) => {
      const { sessionId, windowId } = await person.client.call(editing.openFile, { id });
      return { sessionId, windowId };
    };
    const g = await windowOf(giver);
    expect((await refusalOf(two.visitor, linkEditing.openFile, { token: two.token, id })).message).toContain(giver.fullName);
    await giver.client.call(editing.closeFile, g);
    const a = await windowOf(ann);
    const { message } = await refusalOf(two.visitor, linkEditing.openFile, { token: two.token, id });
    expect(message).toContain('Another user');
    expect(message).not.toContain(ann.fullName);
    await ann.client.call(editing.closeFile, a);
  });

  it('whoever could write reads along, and sees that it is a visitor', async () => {
    const guest = await invite();
    const v = await open(guest);
    await v.write('followed words');
    for (const person of [ann, giver]) {
      const { fileUrl = '', writerName } = await person.client.call(editing.followFile, { id });
      expect(writerName).toBe(shown(guest));
      expect(await bodyOfWord((await dossier.server.app.inject({ url: fileUrl })).rawPayload)).toContain('followed words');
    }
    await v.close();
  });

  it('a second window of the visitor takes over', async () => {
    const guest = await invite();
    const first = await open(guest);
    await first.write('in the first window');
    const second = await open(guest);
    expect(second.hasUnsaved).toBe(true);
    expect(await bodyOfWord(await second.file())).toContain('in the first window');
    expect(await first.write('too late')).toMatchObject({ code: 200, data: { isOpen: false, reason: 'taken' } });
    expect(await first.keep()).toEqual({ isOpen: false, reason: 'taken' });
    expect(await first.close()).toMatchObject({ isOpen: false });
    expect((await detail()).lockUserName).toBe(shown(guest));
    await second.close();
    expect(await bodyOf()).toContain('in the first window');
  });

  it('the ids of a window serve nobody but its visitor: not another visitor, not the giver, nor the visitor for the giver', async () => {
    const [one, two] = await inviteTwo();
    const v = await open(one);
    await v.write('of the first visitor');
    for (const route of windowCalls) {
      expect(await two.visitor.call(route, v.window)).toMatchObject({ isOpen: false });
      expect((await detail()).lockUserName).toBe(shown(one));
    }
    const { sessionId, windowId } = v.window;
    for (const route of [editing.keepFile, editing.saveFile, editing.discardFile, editing.closeFile])
      expect(await giver.client.call(route, { sessionId, windowId })).toMatchObject({ isOpen: false });
    expect((await revisions()).length).toBe(1);
    expect(await bodyOfWord(await v.file())).toContain('of the first visitor');
    expect(await v.keep()).toEqual({ isOpen: true });
    await v.close();
    expect(await bodyOf()).toContain('of the first visitor');
    // the giver's own window
    const g = await giver.client.call(editing.openFile, { id });
    await put(g.draftUrl, await writtenWord(docx, 'of the giver'));
    const own = { sessionId: g.sessionId, windowId: g.windowId };
    for (const route of windowCalls) expect(await one.visitor.call(route, { token: one.token, ...own })).toMatchObject({ isOpen: false });
    expect(await giver.client.call(editing.keepFile, own)).toEqual({ isOpen: true });
    expect(await bodyOf()).not.toContain('of the giver');
    await giver.client.call(editing.closeFile, own);
    expect(await bodyOf()).toContain('of the giver');
  });

  it('who manages takes the document over; what the visitor wrote is kept', async () => {
    const guest = await invite();
    const v = await open(guest);
    await v.write('of the visitor');
    await manager.client.call(content.unlock, { id });
    await manager.client.call(content.lock, { id });
    const late = await v.write('late');
    expect(late).toMatchObject({ code: 4619 });
    expect(JSON.stringify(late)).not.toContain(manager.fullName);
    expect(await guest.visitor.refused(linkEditing.keepFile, v.window)).toBe(4619);
    const other = await writtenWord(docx, 'from elsewhere');
    const { uploadUrl } = await manager.client.call(content.preCheckIn, { id, size: other.length });
    await upload(dossier, uploadUrl, other);
    dossier.clock.forward(100_000);
    await sweepEditSessions(dossier.services);
    expect(await bodyOf()).toContain('from elsewhere');
    const { list } = await dossier.admin.call(library.items, { parentId: folder, keyword: 'edited copy' });
    const bodies = await Promise.all(list.map((copy) => bodyOf(copy.id)));
    const kept = list[bodies.findIndex((body) => body.includes('of the visitor'))];
    const [version] = await dossier.admin.call(content.revisions, { id: kept?.id ?? '' });
    expect(version?.creatorName).toContain(guest.address);
  });
});

it('a version from elsewhere: the visitor is told, and not where the words are kept', async () => {
  const guest = await invite();
  const v = await open(guest);
  await v.write('beside');
  await manager.client.call(content.unlock, { id });
  const other = await writtenWord(docx, 'from elsewhere');
  const { uploadUrl } = await manager.client.call(content.preCheckIn, { id, size: other.length });
  await upload(dossier, uploadUrl, other);
  expect(await v.keep()).toEqual({ isOpen: false, reason: 'revised' });
  expect(await bodyOf()).toContain('from elsewhere');
});

describe('what is written with others', () => {
  it('a visitor gives up the own words alone', async () => {
    const guest = await invite();
    const v = await open(guest);
    await v.write('given up');
    expect(await v.discard()).toEqual({ isOpen: true });
    expect((await v.file()).equals(docx)).toBe(true);
    await v.close();
    expect((await revisions()).length).toBe(1);
    // a user's row in the session, as after a save that failed: not the visitor's to forget
    const w = await open(guest);
    await w.write('of both');
    await dossier.services.database.write((db) =>
      db
        .insertInto('edit_writer')
        .values({ session_id: Number(w.sessionId), person_id: Number(ann.id), wrote_at: dossier.services.now() })
        .execute(),
    );
    expect(await guest.visitor.refused(linkEditing.discardFile, w.window)).toBe(1008);
    await w.close();
    expect(await bodyOf()).toContain('of both');
  });

  it('what a user left unsaved is a version of the user before a visitor writes; where it cannot be, the visitor waits', async () => {
    const guest = await invite();
    const a = await ann.client.call(editing.openFile, { id });
    await put(a.draftUrl, await writtenWord(docx, 'of ann'));
    await manager.client.call(content.unlock, { id });
    const v = await open(guest);
    expect(v.hasUnsaved).toBe(false);
    expect(await bodyOfWord(await v.file())).toContain('of ann');
    await v.write('of ann and the visitor');
    await v.close();
    const written = await revisions();
    expect(written.map((one) => one.creatorName).slice(0, 2)).toEqual([guest.address, ann.fullName]);
    const b = await ann.client.call(editing.openFile, { id });
    const file = await writtenWord(docx, 'damaged');
    const lost = (await partsOfWord(file)).find((name) => name.startsWith('word/') && name !== 'word/document.xml') ?? '';
    await put(b.draftUrl, await changedWord(file, { [lost]: undefined }));
    expect(await ann.client.refused(editing.closeFile, { sessionId: b.sessionId, windowId: b.windowId })).toBe(4647);
    expect(await guest.visitor.refused(linkEditing.openFile, { token: guest.token, id })).toBe(4647);
    expect((await detail()).lockUserName).toBeUndefined();
  });
});

it('macros and programs that a draft brings become no version', async () => {
  const guest = await invite();
  const v = await open(guest);
  const changed = await changedWord(docx, {
    '[Content_Types].xml': (xml) =>
      xml
        .replace('vnd.openxmlformats-officedocument.wordprocessingml.document.main', 'vnd.ms-word.document.macroEnabled.main')
        .replace('</Types>', '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>'),
    'word/_rels/document.xml.rels': (xml) =>
      xml.replace(
        '</Relationships>',
        '<Relationship Id="rIdM" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>',
      ),
  });
  const zip = await openZipOf(changed, 64 << 20);
  const parts = await Promise.all(zip.names.map(async (name) => ({ name, bytes: await readPart(zip, name) })));
  expect(await v.draft(makeZip([...parts, { name: 'word/vbaProject.bin', bytes: 'VBA' }]))).toMatchObject({ code: 4647 });
  await v.close();
  expect((await revisions()).length).toBe(1);
});

describe('a damaged draft of a visitor', () => {
  it('is not taken: what was written before stays, and others are not kept out', async () => {
    const [one, two] = await inviteTwo();
    const v = await open(one);
    await v.write('sound words');
    expect(await v.draft(Buffer.from('no word document at all'))).toMatchObject({ code: 4647 });
    expect(await bodyOfWord(await v.file())).toContain('sound words');
    await v.close();
    expect(await bodyOf()).toContain('sound words');
    await (await open(two)).close();
  });

  it('from an earlier version becomes no document beside another revision; a user takes it back', async () => {
    const guest = await invite();
    const v = await open(guest);
    await v.write('sound words');
    const page = Buffer.from('<html>no word document</html>');
    await make(page, 'page.html', cabinet);
    const sha256 = createHash('sha256').update(page).digest('hex');
    await dossier.services.database.write((db) =>
      updateSession(db, Number(v.sessionId), { draft_sha256: sha256, draft_size: page.length }),
    );
    await manager.client.call(content.unlock, { id });
    const other = await writtenWord(docx, 'of ann');
    const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: other.length });
    await upload(dossier, uploadUrl, other);
    const before = await dossier.admin.call(library.items, { parentId: folder, pageSize: 100 });
    dossier.clock.forward(6 * 60_000);
    await sweepEditSessions(dossier.services);
    expect((await dossier.admin.call(library.items, { parentId: folder, pageSize: 100 })).totalNumber).toBe(before.totalNumber);
    const a = await ann.client.call(editing.openFile, { id });
    expect(a.hasUnsaved).toBe(true);
    const own = { sessionId: a.sessionId, windowId: a.windowId };
    expect(await ann.client.refused(editing.saveFile, own)).toBe(4647);
    expect(await ann.client.call(editing.discardFile, own)).toEqual({ isOpen: true });
    await ann.client.call(editing.closeFile, own);
    expect(await bodyOf()).toContain('of ann');
    await (await open(guest)).close();
  });
});

it('a draft that never comes in whole is one of the uploads of its visitor, and ends when another window takes over', async () => {
  const base = await dossier.listen();
  const guest = await invite();
  const promised = async (): Promise<number[]> => (await openReservations(dossier.services.database.read)).map(({ size }) => size);
  const sent = request(base + (await open(guest)).draftUrl, { method: 'PUT', headers: { 'content-length': 20 << 20 } });
  const ended = new Promise((resolve) => {
    sent.on('error', resolve).on('response', resolve);
  });
  sent.write('x');
  await expect.poll(promised, { interval: 5 }).toEqual([20 << 20]);
  const next = await open(guest);
  await ended;
  await expect.poll(promised, { interval: 5 }).toEqual([]);
  await next.close();
});

it('a visitor who opens and closes again and again makes few versions; the sweep saves what was written last', async () => {
  const guest = await invite();
  for (let at = 0; at < 6; at++) {
    const v = await open(guest);
    await v.write(`number ${at}`);
    await v.close();
  }
  expect((await revisions()).length).toBeLessThanOrEqual(1 + 3);
  expect(await bodyOf()).not.toContain('number 5');
  dossier.clock.forward(6 * 60_000);
  await sweepEditSessions(dossier.services);
  expect(await bodyOf()).toContain('number 5');
});

describe('a draft that is taken back', () => {
  const checkIn = async (text: string): Promise<void> => {
    const other = await writtenWord(docx, text);
    const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: other.length });
    await upload(dossier, uploadUrl, other);
  };
  /** What somebody begins with who opens the document. */
  const opened = async (): Promise<{ hasUnsaved: boolean; body: string }> => {
    const { fileUrl, hasUnsaved, sessionId, windowId } = await ann.client.call(editing.openFile, { id });
    const body = await bodyOfWord((await dossier.server.app.inject({ url: fileUrl })).rawPayload);
    await ann.client.call(editing.closeFile, { sessionId, windowId });
    return { hasUnsaved, body };
  };

  it('during a save leaves nothing unsaved, and the document open for others', async () => {
    const guest = await invite();
    const v = await open(guest);
    for (let wait = 0; wait <= 40; wait += 10) {
      dossier.clock.forward(61_000);
      expect(await v.keep()).toEqual({ isOpen: true });
      await v.write(`given up after ${wait}`);
      const saved = dossier.services.database.read.selectFrom('edit_session').selectAll().where('id', '=', Number(v.sessionId));
      const saving = saveSession(dossier.services, Number(v.sessionId));
      await new Promise((resolve) => setTimeout(resolve, wait));
      expect(await v.discard()).toEqual({ isOpen: true });
      await saving;
      expect((await saved.executeTakeFirst())?.changed_at).toBe(0);
      expect((await v.file()).equals(await bytesOf())).toBe(true);
    }
    await v.close();
    await checkIn('of ann');
    expect(await opened()).toEqual({ hasUnsaved: false, body: expect.stringContaining('of ann') });
  });

  it('that a session of an earlier version left as changed by nobody is clean', async () => {
    const guest = await invite();
    const v = await open(guest);
    await v.close();
    await dossier.services.database.write((db) => updateSession(db, Number(v.sessionId), { changed_at: dossier.services.now() }));
    await checkIn('after that');
    expect(await opened()).toEqual({ hasUnsaved: false, body: expect.stringContaining('after that') });
  });
});

describe('rights', () => {
  it.each<[string, Terms]>([
    ['without allowEdit', { allowEdit: false }],
    ['without downloads', { allowDownload: false }],
    ['with a watermark', { watermark: true }],
  ])('%s: 4614', async (_, terms) => {
    expect(await refusals(await invite(terms))).toEqual([4614, 4614]);
  });

  it('a type or a size that no editor of visitors opens, and texts: 4614', async () => {
    const guest = await invite();
    expect(await refusals(guest, await make(docx, `${crypto.randomUUID()}.doc`))).toEqual([4614, 4614]);
    expect(await refusals(guest, await make(Buffer.alloc((20 << 20) + 1)))).toEqual([4614, 4614]);
    expect(await refusals(guest, await make(await formPdf(), `${crypto.randomUUID()}.pdf`))).toEqual([4614, 4614]);
    const text = await make(Buffer.from('text'), `${crypto.randomUUID()}.txt`);
    expect(await guest.visitor.refused(linkEditing.openFile, { token: guest.token, id: text })).toBe(4614);
    expect(await guest.visitor.refused(linkEditing.open, { token: guest.token, id })).toBe(4614);
  });

  it('without a proven name: 5017; outside of the share: as if there was none; by the link of another share: 503', async () => {
    const { token } = await share({ recipients: [] });
    const unproven = { visitor: await come(dossier, token), token };
    expect(await refusals(unproven)).toEqual([5017, 5017]);
    expect(await unproven.visitor.refused(linkEditing.wordComments, { token, id })).toBe(5017);
    const [one, two] = [await invite(), await invite()];
    expect(await refusals(one, await make(docx, 'outside.docx', cabinet))).toEqual([1002, 1002]);
    const v = await open(one);
    expect(await refusals({ visitor: one.visitor, token: two.token })).toEqual([503, 503]);
    for (const route of windowCalls) {
      expect(await one.visitor.refused(route, { ...v.window, token: two.token })).toBe(503);
      expect(await two.visitor.refused(route, v.window)).toBe(503);
      expect(await dossier.nobody.refused(route, v.window)).toBe(503);
    }
    await v.close();
  });

  it.each<[string, (guest: Guest) => Promise<unknown>, number]>([
    ['the share is closed', ({ shareId }) => giver.client.call(shares.close, { id: shareId }), 5006],
    ['the share is removed', ({ shareId }) => giver.client.call(shares.remove, { id: shareId }), 503],
    ['allowEdit is withdrawn', ({ shareId }) => giver.client.call(shares.update, { id: shareId, allowEdit: false }), 4614],
    ['the visitor leaves', ({ visitor, token }) => visitor.call(links.leave, { token }), 503],
  ])('%s: the addresses end at once, and the last words are saved', async (_, end, code) => {
    const guest = await invite();
    const v = await open(guest);
    await v.write('kept words');
    await end(guest);
    expect(await v.write('late words')).toMatchObject({ code });
    expect(await put(v.trialUrl ?? v.draftUrl, docx)).toMatchObject({ code });
    expect((await dossier.server.app.inject({ url: v.fileUrl })).json()).toMatchObject({ code });
    for (const route of [linkEditing.keepFile, linkEditing.saveFile, linkEditing.discardFile])
      expect(await guest.visitor.refused(route, v.window)).toBe(code);
    dossier.clock.forward(100_000);
    await sweepEditSessions(dossier.services);
    expect((await revisions())[0]).toMatchObject({ number: 2, creatorName: guest.address });
    expect(await bodyOf()).toContain('kept words');
    expect((await detail()).lockUserName).toBeUndefined();
  });

  it('the giver loses the right: the words wait for who may save them', async () => {
    const own = await makeSignedIn(dossier);
    await give(own.id, level.full);
    const guest = await invite({}, own);
    const v = await open(guest);
    await v.write('waiting words');
    await give(own.id, level.download);
    expect(await v.write('late')).toMatchObject({ code: 1001 });
    dossier.clock.forward(100_000);
    await sweepEditSessions(dossier.services);
    expect((await revisions()).length).toBe(1);
    const a = await ann.client.call(editing.openFile, { id });
    // a version of the visitor, with which she begins
    expect(a.hasUnsaved).toBe(false);
    expect(await bodyOf()).toContain('waiting words');
    await put(a.draftUrl, await writtenWord(docx, 'waiting words, and more'));
    await ann.client.call(editing.closeFile, { sessionId: a.sessionId, windowId: a.windowId });
    expect((await revisions()).slice(0, 2).map((one) => one.creatorName)).toEqual([ann.fullName, guest.address]);
  });
});
