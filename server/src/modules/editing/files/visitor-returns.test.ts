import { buffer } from 'node:stream/consumers';
import { content } from '@dossier/contract/documents/content';
import { editing, type OpenedFile } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { links } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeFile } from '../../../../../demo/files/make-file.ts';
import { type Guest, LinkFolder, logged } from '../../../../test/link-editors.ts';
import { makeDocument, upload } from '../../../../test/make-items.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { bodyOfWord, writtenWord } from '../../../../test/word-file.ts';
import { documentViewed } from '../../preview/events.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';

let shared: LinkFolder;
let dossier: TestServer;
let ann: LinkFolder['ann'];
let docx: Buffer;
/** A Word document in the shared folder. */
let id: string;
beforeAll(async () => {
  shared = await LinkFolder.open();
  ({ dossier, ann } = shared);
  docx = (await makeFile('docx', { title: 'Offer', lang: 'en', seed: 1 })).bytes;
});
beforeEach(async () => {
  dossier.clock.forward(61_000);
  id = await makeDocument(dossier, dossier.admin, { parentId: shared.id, name: `${crypto.randomUUID()}.docx`, bytes: docx });
});
afterAll(() => shared.close());

const revisions = () => dossier.admin.call(content.revisions, { id });
const creators = async () => (await revisions()).map((one) => one.creatorName);
const invite = (visitors: number): Promise<Guest[]> => shared.inviteAll(visitors);

const send = async ({ draftUrl }: OpenedFile, text: string) =>
  dossier.server.app.inject({ method: 'PUT', url: draftUrl, payload: await writtenWord(docx, text) });

/** What is written in the newest version: read without a download, which the log would have. */
async function newestText(): Promise<string> {
  const { read } = dossier.services.database;
  const { sha256 } = await read
    .selectFrom('revision')
    .select('sha256')
    .where('document_id', '=', Number(id))
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  return bodyOfWord(await buffer(dossier.services.storage.open(sha256)));
}

/** Opens the document, writes, and leaves. */
async function write(guest: Guest | undefined, text: string): Promise<void> {
  if (guest === undefined) throw new Error('nobody writes');
  const { visitor, token } = guest;
  const opened: OpenedFile = await visitor.call(linkEditing.openFile, { token, id });
  await send(opened, text);
  await visitor.call(linkEditing.closeFile, { token, sessionId: opened.sessionId, windowId: opened.windowId });
  // the last of several versions in a row waits for the sweep
  dossier.clock.forward(6 * 60_000);
  await sweepEditSessions(dossier.services);
  expect(await newestText()).toContain(text);
}

/** The same of a user, who may just look. */
async function openAsUser(text?: string): Promise<void> {
  const opened = await ann.client.call(editing.openFile, { id });
  if (text !== undefined) await send(opened, text);
  await ann.client.call(editing.closeFile, { sessionId: opened.sessionId, windowId: opened.windowId });
}

it('in the same share session a visitor goes on with the own version, as long as it is the newest', async () => {
  const [guest] = await invite(1);
  await write(guest, 'first');
  await write(guest, 'second');
  expect(await revisions()).toMatchObject([{ number: 2, creatorName: guest?.address }, { number: 1 }]);
  await openAsUser('of the house');
  await write(guest, 'third');
  await write(guest, 'fourth');
  expect((await creators()).slice(0, 3)).toEqual([guest?.address, ann.fullName, guest?.address]);
  expect(await revisions()).toHaveLength(4);
});

it('a visitor begins a version of their own after one from elsewhere, and after others had the document open', async () => {
  const [guest] = await invite(1);
  await write(guest, 'first');
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: docx.length });
  await upload(dossier, uploadUrl, docx);
  await write(guest, 'second');
  expect((await creators()).slice(0, 3)).toEqual([guest?.address, ann.fullName, guest?.address]);
  await openAsUser();
  await write(guest, 'third');
  expect((await creators()).slice(0, 3)).toEqual([guest?.address, guest?.address, ann.fullName]);
});

it('in another share session a visitor begins another version, as another visitor does', async () => {
  const [one, two] = await invite(2);
  await write(one, 'first');
  if (one === undefined) throw new Error('no guest');
  await write({ ...one, visitor: await shared.prove(one.token, one.address) }, 'second');
  expect((await creators()).slice(0, 2)).toEqual([one?.address, one?.address]);
  await write(two, 'third');
  await write(one, 'fourth');
  expect(await creators()).toHaveLength(5);
});

it('a version that was made a major one stays as it is', async () => {
  const [guest] = await invite(1);
  await write(guest, 'first');
  const [newest] = await revisions();
  await dossier.admin.call(content.promoteRevision, { id, revisionId: newest?.id ?? '' });
  await write(guest, 'second');
  expect(await revisions()).toHaveLength(3);
});

it('a visitor who comes back after half an hour begins another version', async () => {
  const [guest] = await invite(1);
  await write(guest, 'first');
  dossier.clock.forward(23 * 60_000);
  await write(guest, 'second');
  expect(await revisions()).toHaveLength(2);
  dossier.clock.forward(31 * 60_000);
  await write(guest, 'third');
  expect(await revisions()).toHaveLength(3);
});

/** What the viewer emits, which would wait for a conversion of the file. */
const noteView = async () =>
  dossier.services.database.write(async (db) => {
    const { revision_id: revisionId } = await db
      .selectFrom('item')
      .select('revision_id')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    await dossier.services.outbox.emit(
      db,
      { id: Number(ann.id), name: ann.fullName, address: '' },
      { event: documentViewed, data: { objId: Number(id), objName: '', revisionId }, at: dossier.services.now() },
    );
  });

it.each([
  ['viewed', () => noteView()],
  ['downloaded', () => ann.client.call(content.download, { id })],
])('what a user has %s does not change under its number', async (_, read) => {
  const [guest] = await invite(1);
  await write(guest, 'first');
  dossier.clock.forward(1000);
  await read();
  await logged(dossier);
  dossier.clock.forward(1000);
  await write(guest, 'second');
  expect(await revisions()).toHaveLength(3);
  await write(guest, 'third');
  expect(await revisions()).toHaveLength(3);
});

it('nor what another visitor has viewed, while the own view counts as none', async () => {
  const [guest, other] = await invite(2);
  await write(guest, 'first');
  const view = (by: Guest | undefined) => by?.visitor.call(links.view, { token: by.token, id });
  await view(guest);
  await logged(dossier);
  await write(guest, 'second');
  expect(await revisions()).toHaveLength(2);
  await view(other);
  await logged(dossier);
  await write(guest, 'third');
  expect(await revisions()).toHaveLength(3);
});
