import { permissions } from '@dossier/contract/access/permissions';
import { level, right } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { shares } from '@dossier/contract/sharing/shares';
import { emptyWorkbook } from '@dossier/formats/office/empty-workbook';
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../../../test/editor.ts';
import { TestGrid } from '../../../test/grid.ts';
import { makeCabinet, makeDocument, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { visitorOf } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { openWopi } from '../../../test/wopi/wopi-client.ts';
import { sweepRevisions } from '../documents/blob-cleanup.ts';
import { requireRevision } from '../documents/file-tickets.ts';
import { contextForPerson } from '../identity/run-as.ts';
import { sessionOfDocument } from './sessions/edit-sessions.queries.ts';
import { saveSession } from './sessions/save-session.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Which versions a later save does not take back, and nobody deletes. */
let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: SignedIn;
let guest: SignedIn;
let id: string;
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  [ann, guest] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  await give(ann.id, level.modify | level.full);
});
beforeEach(async () => {
  dossier.clock.forward(60_000);
  id = await make('txt', 'base');
});
afterAll(() => dossier.close());

const give = (granteeId: string, granted: number) =>
  dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });
const make = (ext: string, bytes: Buffer | string) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `${crypto.randomUUID()}.${ext}`, bytes });
const enter = () => new TestEditor().connect(ann.client, base, id);
const revisions = () => ann.client.call(content.revisions, { id });
const authors = async () => (await revisions()).map(({ number, creatorName, writers }) => ({ number, authors: writers ?? [creatorName] }));

async function textOf(revisionId: string): Promise<string> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id, currentRev: revisionId });
  return (await dossier.server.app.inject({ url: downloadUrl })).body;
}

async function type(editor: TestEditor, text: string): Promise<void> {
  editor.type(0, text);
  await expect.poll(() => editor.isKept).toBe(true);
}

async function left(): Promise<void> {
  await expect.poll(async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
}

/** Without the rest between saves that windows ask for. */
async function save(): Promise<void> {
  const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  expect(await saveSession(dossier.services, session?.id ?? 0)).toMatchObject({ kind: 'saved' });
}

const note = async (text: string) => {
  const [newest] = await revisions();
  await ann.client.call(content.updateRevision, { id, revisionId: newest?.id ?? '', note: text });
};

it('visitors alone take back no version that users wrote, and their own ones; users take back both', async () => {
  const terms = {
    allowDownload: true,
    allowEdit: true,
    recipients: [],
    colleagues: [{ granteeType: 'user' as const, granteeId: guest.id }],
  };
  const { token } = await ann.client.call(shares.create, { objIds: [id], ...terms });
  const visitor = visitorOf(dossier, (await guest.client.call(shares.enter, { token })).sessionId);
  const [a, v] = [await enter(), await new TestEditor().connectByLink(visitor, base, { token, id })];
  await type(a, 'a day of work ');
  await save();
  await expect.poll(() => v.text).toBe('a day of work base');
  a.close();
  await type(v, 'junk ');
  await save();
  const kept = [
    { number: 2, authors: [ann.fullName] },
    { number: 1, authors: ['Administrator'] },
  ];
  expect(await authors()).toEqual([{ number: 3, authors: [guest.fullName] }, ...kept]);
  await type(v, 'more ');
  await save();
  expect(await authors()).toEqual([{ number: 3, authors: [guest.fullName] }, ...kept]);
  expect(await textOf((await revisions())[1]?.id ?? '')).toBe('a day of work base');
  const again = await enter();
  await type(again, 'and ');
  await save();
  expect(await authors()).toEqual([{ number: 3, authors: [ann.fullName, `${guest.fullName} (visitor)`] }, ...kept]);
  v.close();
  again.close();
  await left();
});

it('a version with a note stays when its session or the office server saves again', async () => {
  const editor = await enter();
  await type(editor, 'one ');
  await save();
  await note('Sent to the customer');
  await type(editor, 'two ');
  await save();
  await type(editor, 'three ');
  editor.close();
  await left();
  expect((await revisions()).map((one) => one.note ?? '')).toEqual(['', 'Sent to the customer', '']);

  id = await make('txt', 'base');
  const office = await openWopi(dossier, ann.client, id);
  await office.lock('L');
  await office.put('one', { 'x-wopi-lock': 'L' });
  await note('Sent on Monday');
  for (const bytes of ['two', 'three']) await office.put(bytes, { 'x-wopi-lock': 'L' });
  expect((await revisions()).map((one) => one.note ?? '')).toEqual(['', 'Sent on Monday', '']);
});

describe('of a workbook, the version of edits that nobody could save', () => {
  const cell = (row: number, value: string): WorkbookEdit => ({ kind: 'cells', sheet: 1, cells: [{ row, column: 0, value }] });
  const copies = async () => {
    const { name } = await ann.client.call(library.documentDetail, { id });
    const { list } = await ann.client.call(library.items, { parentId: cabinet, keyword: name.slice(0, 36) });
    return list.filter((one) => one.id !== id);
  };
  const open = () => ann.client.call(editing.open, { id });

  /** The only writer loses the right before a version is made, and another version comes. */
  async function leaveUnsaved(): Promise<void> {
    id = await make('xlsx', emptyWorkbook());
    const writer = await makeSignedIn(dossier);
    await give(writer.id, level.modify);
    const grid = await new TestGrid().connect(writer.client, base, id);
    grid.edit(cell(0, 'an offer'));
    await expect.poll(() => grid.order.length).toBe(1);
    await give(writer.id, level.view);
    grid.close();
    await left();
    const bytes = emptyWorkbook();
    const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: bytes.length });
    await upload(dossier, uploadUrl, bytes);
  }

  it('stays, until who opens the document has the edits as a document beside it', async () => {
    await leaveUnsaved();
    const first = (await revisions()).at(-1)?.id ?? '';
    expect(await dossier.admin.refused(content.deleteRevision, { id, revisionId: first })).toBe(4617);
    await dossier.admin.call(site.saveSettings, { group: 'retention', values: { revisions: 1 } });
    await sweepRevisions(dossier.services);
    expect(await revisions()).toHaveLength(2);
    await open();
    expect((await copies()).map((one) => one.name)).toEqual([expect.stringMatching(/\.xlsx$/)]);
    await sweepRevisions(dossier.services);
    expect(await revisions()).toHaveLength(1);
    await dossier.admin.call(site.saveSettings, { group: 'retention', values: {} });
  });

  it('gone nevertheless, leaves the edits as JSON, and the document is edited', async () => {
    await leaveUnsaved();
    const first = Number((await revisions()).at(-1)?.id);
    await dossier.services.database.write((db) => db.deleteFrom('revision').where('id', '=', first).execute());
    await open();
    const [copy] = await copies();
    expect(copy?.name).toMatch(/\.json$/);
    const { downloadUrl } = await ann.client.call(content.download, { id: copy?.id ?? '' });
    expect((await dossier.server.app.inject({ url: downloadUrl })).body).toContain('an offer');
    const grid = await new TestGrid().connect(ann.client, base, id);
    grid.edit(cell(1, 'more'));
    await expect.poll(() => grid.order.length).toBe(1);
    await save();
    grid.close();
    await left();
  });
});

it('who asks for a document while a save takes back its version gets the one that comes', async () => {
  const editor = await enter();
  await type(editor, 'first ');
  await save();
  await type(editor, 'second ');
  const { read } = dossier.services.database;
  let isSaved = false;
  /** Saves once between the reading of the document and that of its revision. */
  const db = new Proxy(read, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (name !== 'executeQuery') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (query: CompiledQuery) => {
        if (!isSaved && query.sql.includes('from "revision"')) {
          isSaved = true;
          await save();
        }
        return target.executeQuery(query);
      };
    },
  });
  const ctx = await contextForPerson(dossier.services, read, { personId: Number(ann.id), spaceId: undefined, address: '' });
  const { item, revision } = await requireRevision({ ...ctx, db }, right.visible | right.read, { id });
  expect([isSaved, revision.id]).toEqual([true, item.revision_id]);
  expect(await textOf(String(revision.id))).toBe('second first base');
  editor.close();
});
