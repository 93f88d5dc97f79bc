import { createHash } from 'node:crypto';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing, sharedMaps } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { type SlideEdit, SlidesNotice } from '@dossier/contract/editing/slide-edits';
import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { links, shares } from '@dossier/contract/sharing/shares';
import { emptyWorkbook } from '@dossier/formats/office/empty-workbook';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { readSlides } from '@dossier/formats/slides/read-slides';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { makeFile } from '../../../../../demo/files/make-file.ts';
import { TestEditor } from '../../../../test/editor.ts';
import { TestGrid } from '../../../../test/grid.ts';
import { type Guest, LinkFolder } from '../../../../test/link-editors.ts';
import { makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type Terms, come } from '../../../../test/share-people.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/ids.ts';
import { visitorUploadLimits } from '../../documents/open-uploads.ts';
import { emptyDrawing } from '../journals/drawing-journal.ts';
import { insertUpdates, orderedUpdates, sessionOfDocument } from '../sessions/edit-sessions.queries.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let shared: LinkFolder;
let dossier: TestServer;
let base: string;
let cabinet: string;
let folder: string;
let giver: SignedIn;
let ann: SignedIn;
/** The files of the three editors, of which each document is made. */
let files: Record<'xlsx' | 'pptx' | 'excalidraw', Buffer>;
let slide: number;
let shape: number;

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

beforeAll(async () => {
  shared = await LinkFolder.open();
  ({ dossier, cabinet, id: folder, giver, ann } = shared);
  base = await dossier.listen();
  const pptx = (await makeFile('pptx', { title: 'Plan', lang: 'en', seed: 7 })).bytes;
  files = { xlsx: emptyWorkbook(), pptx, excalidraw: emptyDrawing() };
  const [first] = readSlides(new OfficePackage(pptx)).slides;
  [slide, shape] = [first?.id ?? 0, first?.texts[0]?.shape ?? 0];
});
afterAll(() => shared.close());

const make = (ext: keyof typeof files, parentId = folder) =>
  makeDocument(dossier, dossier.admin, { parentId, name: `${crypto.randomUUID()}.${ext}`, bytes: files[ext] });
const detail = (id: string) => ann.client.call(library.documentDetail, { id });
const revisions = (id: string) => ann.client.call(content.revisions, { id });
const inject = (url: string) => dossier.server.app.inject({ url });
const put = (url: string, payload: Buffer) =>
  dossier.server.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'image/png' } });
const cell = (row: number, column: number, value: string | number): WorkbookEdit => ({
  kind: 'cells',
  sheet: 1,
  cells: [{ row, column, value }],
});
const words = (text: string): SlideEdit => ({ kind: 'text', slide, shape, paragraph: 0, texts: [text] });

const share = (terms?: Terms) => shared.share(terms);

/** Visitors with proven addresses in one share. */
function inviteAll(number: number, terms?: Terms): Promise<Guest[]> {
  dossier.clock.forward(61_000);
  return shared.inviteAll(number, terms);
}
function invite(terms?: Terms): Promise<Guest> {
  dossier.clock.forward(61_000);
  return shared.invite(terms);
}

const enter = ({ visitor, token }: Guest, id: string) => new TestGrid().connectByLink(visitor, base, { token, id });
const open = ({ visitor, token }: Guest, id: string) => visitor.call(linkEditing.open, { token, id });
const refusals = async ({ visitor, token }: Pick<Guest, 'visitor' | 'token'>, id: string) => [
  await visitor.refused(linkEditing.preEdit, { token, id }),
  await visitor.refused(linkEditing.open, { token, id }),
];
/** Nobody is in the document any more, and what was written is saved. */
async function left(id: string): Promise<void> {
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
}

/** The values of the cells of the first sheet as a new window gets them. */
async function cellsOf(id: string): Promise<Record<string, unknown>> {
  const { bookUrl = '' } = await ann.client.call(editing.open, { id });
  const { book } = (await inject(bookUrl)).json() as {
    book: { sheets: { cells: { row: number; column: number; value?: unknown }[] }[] };
  };
  return Object.fromEntries((book.sheets[0]?.cells ?? []).map(({ row, column, value }) => [`${row} ${column}`, value]));
}

describe('a visitor writes', () => {
  it('in a workbook with an employee: the version names both', async () => {
    const [guest, id] = [await invite(), await make('xlsx')];
    const [a, v] = [await new TestGrid().connect(ann.client, base, id), await enter(guest, id)];
    a.edit(cell(0, 0, 'from the house'));
    v.edit(cell(1, 1, 'from outside'));
    await expect.poll(() => [a.order.length, v.order.length]).toEqual([2, 2]);
    expect((await detail(id)).editors?.toSorted()).toEqual([ann.fullName, `${guest.address} (visitor)`].toSorted());
    a.close();
    v.close();
    await left(id);
    const [newest] = await revisions(id);
    expect(newest).toMatchObject({ number: 2, creatorName: ann.fullName });
    expect(newest?.writers?.toSorted()).toEqual([ann.fullName, `${guest.address} (visitor)`].toSorted());
    expect(await cellsOf(id)).toEqual({ '0 0': 'from the house', '1 1': 'from outside' });
  });

  it('no formula that leads out of a workbook, and goes on writing', async () => {
    const [guest, id] = [await invite(), await make('xlsx')];
    const v = await enter(guest, id);
    v.edit({ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, formula: "cmd|'/C calc.exe'!A0" }] });
    await expect.poll(() => v.refusals.length).toBe(1);
    v.edit({ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, formula: 'SUM(B1:B2)' }] }, cell(1, 1, 'kept'));
    await expect.poll(() => v.order.length).toBe(1);
    v.close();
    await left(id);
    expect(await cellsOf(id)).toEqual({ '0 0': undefined, '1 1': 'kept' });
  });

  it('alone in a presentation and in a drawing: the lock and the version are theirs', async () => {
    const [guest, deck, drawing] = [await invite(), await make('pptx'), await make('excalidraw')];
    const shown = `${guest.address} (visitor)`;
    const v = await new TestGrid<SlideEdit>(SlidesNotice).connectByLink(guest.visitor, base, { token: guest.token, id: deck });
    v.edit(words('Written outside'));
    await expect.poll(() => v.order.length).toBe(1);
    expect(await detail(deck)).toMatchObject({ lockUserName: shown, editors: [shown] });
    const d = await new TestEditor().connectByLink(guest.visitor, base, { token: guest.token, id: drawing });
    d.put('app', 'viewBackgroundColor', '#fafafa');
    await expect.poll(() => d.isKept).toBe(true);
    v.close();
    d.close();
    for (const id of [deck, drawing]) {
      await left(id);
      expect((await revisions(id))[0]).toMatchObject({ number: 2, creatorName: guest.address });
    }
    const { downloadUrl } = await dossier.admin.call(content.download, { id: deck });
    const [first] = readSlides(new OfficePackage((await inject(downloadUrl)).rawPayload)).slides;
    expect(first?.texts[0]?.paragraphs[0]).toBe('Written outside');
  });

  it('and learns nothing of users: neither by edits nor by what they select', async () => {
    const [[one, two], id] = [await inviteAll(2), await make('xlsx')];
    if (one === undefined || two === undefined) throw new Error('no guests');
    const [a, v, w] = [await new TestGrid().connect(ann.client, base, id), await enter(one, id), await enter(two, id)];
    a.edit(cell(0, 0, 1));
    await expect.poll(() => v.order.length).toBe(1);
    v.edit(cell(0, 1, 2));
    await expect.poll(() => w.order.length).toBe(2);
    a.send({ kind: 'selection', at: { sheet: 1, row: 3, column: 4 } });
    await expect.poll(() => v.last('selection')?.at).toEqual({ sheet: 1, row: 3, column: 4 });
    for (const [window, ownAt] of [
      [v, 1],
      [w, -1],
    ] as const) {
      const ids = window.order.map(({ personId }) => personId);
      const own = window.people.find((person) => person.id === window.own)?.personId;
      expect(ids.indexOf(own ?? '')).toBe(ownAt);
      const told = JSON.stringify([window.order, window.people, window.last('selection')]);
      for (const secret of [ann.id, giver.id, ann.fullName]) expect(told).not.toContain(secret);
    }
    // the same writer has one id in the list and in the order
    expect(v.people.find((person) => person.personId === v.order[0]?.personId)?.name).toBe('Another user');
    expect(a.order[0]?.personId).toBe(ann.id);
    expect(a.people.find((person) => person.personId === a.order[1]?.personId)?.name).toBe(`${one.address} (visitor)`);
    // whoever comes later is told the same
    const late = await new TestGrid().connectByLink(one.visitor, base, { token: one.token, id, isFilled: false });
    const own = late.people.find((person) => person.id === late.own)?.personId;
    expect(late.order.map(({ personId }) => personId === own)).toEqual([false, true]);
    for (const window of [a, v, w, late]) window.close();
    await left(id);
  });
});

it('visitors are not told what was written and taken out before a document came into their share', async () => {
  const guest = await invite();
  await guest.visitor.call(links.items, { token: guest.token });
  const id = await make('xlsx', await makeFolder(dossier.admin, cabinet));
  const a = await new TestGrid().connect(ann.client, base, id);
  a.edit(cell(0, 0, 'salary of Smith'));
  a.edit(cell(0, 0, 'offer'));
  await expect.poll(() => a.order.length).toBe(2);
  a.close();
  await left(id);
  await dossier.admin.call(library.move, { objIds: [id], parentId: folder });
  const curious = new TestGrid();
  await expect(curious.connectByLink(guest.visitor, base, { token: guest.token, id, isFilled: false })).rejects.toThrow(
    'the room was closed',
  );
  expect(curious.order).toEqual([]);
  await left(id);
});

it('visitors are not told of elements and pictures that were deleted before they came, and who deleted them can bring them back', async () => {
  const id = await make('excalidraw');
  const a = await new TestEditor().connect(ann.client, base, id);
  const element = (name: string, more: object) => ({
    id: name,
    type: 'rectangle',
    x: 10,
    y: 20,
    width: 100,
    height: 50,
    version: 1,
    versionNonce: 7,
    isDeleted: false,
    index: 'a0',
    ...more,
  });
  const salary = (more: object) =>
    element('salary', { type: 'text', text: 'salary of Smith', originalText: 'salary of Smith', fileId: 'face', ...more });
  a.put('elements', 'frame', element('frame', {}));
  a.put('elements', 'salary', salary({}));
  a.put('files', 'face', { id: 'face', mimeType: 'image/png', dataURL: `data:image/png;base64,${png.toString('base64')}`, created: 1 });
  a.put('elements', 'salary', salary({ isDeleted: true, version: 2 }));
  await expect.poll(() => a.isKept).toBe(true);
  const guest = await invite();
  const v = await new TestEditor().connectByLink(guest.visitor, base, { token: guest.token, id });
  expect(Object.keys(v.elements)).toEqual(['frame']);
  expect(v.doc.getMap(sharedMaps.files).size).toBe(0);
  const told = Buffer.from(Y.encodeStateAsUpdate(v.doc));
  expect([told.includes('salary of Smith'), told.includes('image/png')]).toEqual([false, false]);
  a.put('elements', 'salary', salary({ version: 3 }));
  await expect.poll(() => v.elements.salary).toMatchObject({ text: 'salary of Smith', isDeleted: false });
  for (const window of [a, v]) window.close();
  await left(id);
});

it('visitors are not told of slides that were deleted before they came', async () => {
  const id = await make('pptx');
  const a = await new TestGrid<SlideEdit>(SlidesNotice).connect(ann.client, base, id);
  a.edit(words('salary of Smith'), { kind: 'delete', slide });
  await expect.poll(() => a.order.length).toBe(1);
  const guest = await invite();
  const { deckUrl = '' } = await open(guest, id);
  expect((await inject(deckUrl)).payload).not.toContain('salary of Smith');
  const { deckUrl: ofUser = '' } = await ann.client.call(editing.open, { id });
  expect((await inject(ofUser)).payload).toContain('salary of Smith');
  a.close();
  await left(id);
});

it('visitors are not told what was written and taken out before they came', async () => {
  const id = await make('xlsx');
  const a = await new TestGrid().connect(ann.client, base, id);
  a.edit(cell(0, 0, 'salary of Smith'));
  a.edit(cell(0, 0, 'offer'));
  await expect.poll(() => a.order.length).toBe(2);
  const guest = await invite();
  const curious = new TestGrid();
  await expect(curious.connectByLink(guest.visitor, base, { token: guest.token, id, isFilled: false })).rejects.toThrow(
    'the room was closed',
  );
  expect(curious.order).toEqual([]);
  const v = await enter(guest, id);
  a.edit(cell(0, 1, 'later'));
  await expect.poll(() => v.order.map(({ seq }) => seq)).toEqual([3]);
  // after a loss, also of what a version has since
  v.close();
  a.edit(cell(0, 2, 'meanwhile'));
  await expect.poll(() => a.order.length).toBe(4);
  a.close();
  await expect.poll(async () => (await revisions(id)).length).toBe(2);
  await v.connectByLink(guest.visitor, base, { token: guest.token, id });
  expect(v.order.map(({ seq }) => seq)).toEqual([3, 4]);
  v.close();
  await left(id);
});

it('visitors bring back slides that they saw being deleted, and none that were deleted before they came', async () => {
  const id = await make('pptx');
  const copy = 5000;
  const secret: SlideEdit = { kind: 'text', slide: copy, shape, paragraph: 0, texts: ['salary of Smith'] };
  const restored = (of: number): SlideEdit => ({ kind: 'restore', slide: of, before: null });
  const a = await new TestGrid<SlideEdit>(SlidesNotice).connect(ann.client, base, id);
  a.edit({ kind: 'duplicate', slide, id: copy }, { kind: 'duplicate', slide, id: copy + 1 }, secret, { kind: 'delete', slide: copy });
  await expect.poll(() => a.order.length).toBe(1);
  const guest = await invite();
  const v = await new TestGrid<SlideEdit>(SlidesNotice).connectByLink(guest.visitor, base, { token: guest.token, id });
  v.edit(restored(copy));
  await expect.poll(() => v.refusals.length).toBe(1);
  const { deckUrl = '' } = await open(guest, id);
  expect((await inject(deckUrl)).payload).not.toContain('salary of Smith');
  v.edit({ kind: 'delete', slide: copy + 1 }, restored(copy + 1));
  await expect.poll(() => v.order.length).toBe(1);
  v.edit({ kind: 'delete', slide: copy + 1 });
  await expect.poll(() => v.order.length).toBe(2);
  v.edit(restored(copy + 1));
  await expect.poll(() => v.order.length).toBe(3);
  // an employee may, and a visitor sees it then
  a.edit(restored(copy));
  await expect.poll(() => v.order.length).toBe(4);
  expect((await inject(deckUrl)).payload).toContain('salary of Smith');
  for (const window of [a, v]) window.close();
  await left(id);
});

it('a visitor who comes back another time is not told what was written and taken out meanwhile', async () => {
  const id = await make('xlsx');
  const [guest, a] = [await invite(), await new TestGrid().connect(ann.client, base, id)];
  const v = await enter(guest, id);
  v.close();
  await expect.poll(() => a.people.length).toBe(1);
  dossier.clock.forward(31 * 60_000);
  a.edit(cell(0, 0, 'salary of Smith'));
  a.edit(cell(0, 0, 'offer'));
  await expect.poll(() => a.order.length).toBe(2);
  const curious = new TestGrid();
  const asked = curious.connectByLink(guest.visitor, base, { token: guest.token, id, isFilled: false });
  await expect(asked).rejects.toThrow('the room was closed');
  expect(curious.order).toEqual([]);
  const again = await enter(guest, id);
  // a window that was cut off for some minutes gets what it lacks
  again.cut();
  await expect.poll(() => a.people.length).toBe(1);
  dossier.clock.forward(20 * 60_000);
  a.edit(cell(0, 1, 'meanwhile'));
  await expect.poll(() => a.order.length).toBe(3);
  await again.connectByLink(guest.visitor, base, { token: guest.token, id });
  expect(again.order.map(({ seq }) => seq)).toEqual([3]);
  for (const window of [a, again]) window.close();
  await left(id);
});

describe('the numbers of windows', () => {
  const origin = { window: 'the-same-window', number: 0 };
  const at = (row: number, value: string) => ({ kind: 'edits', after: 0, origin, edits: [cell(row, 0, value)] });

  it('are those of one person or visitor: the same window and number loses nothing', async () => {
    const [[one, two], id] = [await inviteAll(2), await make('xlsx')];
    if (one === undefined || two === undefined) throw new Error('no guests');
    const windows = [await enter(one, id), await enter(two, id), await new TestGrid().connect(giver.client, base, id)];
    for (const [row, window] of windows.entries()) window.send(at(row, `w${row}`));
    await expect.poll(() => windows.map(({ order }) => order.length)).toEqual([3, 3, 3]);
    expect(await cellsOf(id)).toEqual({ '0 0': 'w0', '1 0': 'w1', '2 0': 'w2' });
    // what is sent once more is taken once
    for (const [row, window] of windows.entries()) window.send(at(row, 'once more'));
    windows[0]?.edit(cell(9, 9, 'last'));
    await expect.poll(() => windows[1]?.order.length).toBe(4);
    expect(windows[1]?.order[3]?.edits).toEqual([cell(9, 9, 'last')]);
    for (const window of windows) window.close();
    await left(id);
  });

  it('are read from the journal again, also of rows from before visitors wrote', async () => {
    const [guest, id] = [await invite(), await make('xlsx')];
    const v = await enter(guest, id);
    v.send(at(0, 'visitor'));
    await expect.poll(() => v.order.length).toBe(1);
    v.close();
    await left(id);
    const { read } = dossier.services.database;
    const [session] = await sessionOfDocument(read, { document: Number(id) });
    const sessionId = session?.id ?? 0;
    const [row] = await orderedUpdates(read, { sessionId, after: 0 });
    expect(JSON.parse(row?.data ?? '')).toMatchObject({ identity: expect.stringMatching(/^visitor \d+ m\d+$/) });
    const old = { window: 'an-older-window', number: 3 };
    const data = JSON.stringify({ origin: old, edits: [cell(1, 0, 'older row')] });
    // as while the session was open
    const olderRow = { id: newId(), session_id: sessionId, person_id: Number(giver.id), data, seq: 2 };
    await dossier.services.database.write((db) => db.insertInto('edit_update').values(olderRow).execute());
    const again = await new TestGrid().connectByLink(guest.visitor, base, { token: guest.token, id, isFilled: false });
    const g = await new TestGrid().connect(giver.client, base, id);
    expect(g.order.map(({ personId }) => personId === giver.id)).toEqual([false, true]);
    again.send(at(2, 'once more'));
    g.send({ ...at(3, 'once more'), origin: old });
    // the giver's window of the same name has used no number yet
    g.send(at(4, 'giver'));
    await expect.poll(() => [again.order.length, g.order.length]).toEqual([3, 3]);
    expect(g.order[2]?.edits).toEqual([cell(4, 0, 'giver')]);
    again.close();
    g.close();
    await left(id);
  });
});

it('a visitor gives up nothing that others wrote', async () => {
  const [guest, id] = [await invite(), await make('xlsx')];
  const [a, v] = [await new TestGrid().connect(ann.client, base, id), await enter(guest, id)];
  a.edit(cell(0, 0, 'kept'));
  await expect.poll(() => v.order.length).toBe(1);
  v.send({ kind: 'discard' });
  await expect.poll(() => v.isConnected).toBe(false);
  expect(a.isConnected).toBe(true);
  a.close();
  await left(id);
  expect(await cellsOf(id)).toEqual({ '0 0': 'kept' });
});

describe('rights', () => {
  const kinds = ['xlsx', 'pptx', 'excalidraw'] as const;

  it.each(kinds)('%s: edited where the link lets, by who is proven, within the share, by its own token', async (ext) => {
    const id = await make(ext);
    expect(await refusals(await invite({ allowEdit: false }), id)).toEqual([4614, 4614]);
    expect(await refusals(await invite({ watermark: true }), id)).toEqual([4614, 4614]);
    const { token } = await share({ recipients: [] });
    expect(await refusals({ visitor: await come(dossier, token), token }, id)).toEqual([5017, 5017]);
    const guest = await invite();
    expect(await refusals(guest, await make(ext, cabinet))).toEqual([1002, 1002]);
    expect(await refusals({ visitor: guest.visitor, token }, id)).toEqual([503, 503]);
    expect(await guest.visitor.call(linkEditing.preEdit, { token: guest.token, id })).toMatchObject({
      pageUrl: expect.stringContaining(guest.token),
    });
    const opened = await open(guest, id);
    expect(Object.keys(opened).filter((name) => name.endsWith('Url'))).toEqual(
      { xlsx: ['roomUrl', 'bookUrl'], pptx: ['roomUrl', 'deckUrl', 'pictureUrl'], excalidraw: ['roomUrl'] }[ext],
    );
  });

  /** What the addresses by ticket answer: of a workbook, of a presentation, and of a picture both ways. */
  async function answersOf(guest: Guest) {
    const { bookUrl = '' } = await open(guest, await make('xlsx'));
    const { deckUrl = '', pictureUrl = '' } = await open(guest, await make('pptx'));
    const picture = createHash('sha256').update(png).digest('hex');
    return async (): Promise<number[]> => {
      const answers = [await inject(bookUrl), await inject(deckUrl), await put(pictureUrl, png), await inject(`${pictureUrl}/${picture}`)];
      return answers.map(({ statusCode, headers, body }) =>
        statusCode === 200 && headers['content-type'] !== undefined && /^\{"(seq|code":200)|PNG/.test(body.slice(0, 20))
          ? 200
          : ((JSON.parse(body) as { code: number }).code ?? 0),
      );
    };
  }

  it.each<[string, number, (guest: Guest) => Promise<unknown>]>([
    ['is closed', 5006, ({ shareId }) => giver.client.call(shares.close, { id: shareId })],
    ['lets nobody edit any longer', 4614, ({ shareId }) => giver.client.call(shares.update, { id: shareId, allowEdit: false })],
    ['is left', 503, ({ visitor, token }) => visitor.call(links.leave, { token })],
  ])('the addresses of workbooks, presentations and pictures end when the link %s', async (_, code, end) => {
    const guest = await invite();
    const answers = await answersOf(guest);
    expect(await answers()).toEqual([200, 200, 200, 200]);
    await end(guest);
    expect(await answers()).toEqual([code, code, code, code]);
  });

  it('a link that is closed while a visitor writes: told at once, and what was taken is a version in their name', async () => {
    const [guest, id] = [await invite(), await make('xlsx')];
    const v = await enter(guest, id);
    v.edit(cell(0, 0, 'in time'));
    await expect.poll(() => v.order.length).toBe(1);
    await giver.client.call(shares.close, { id: guest.shareId });
    await expect.poll(() => v.room('readOnly')?.code).toBe(5006);
    await expect.poll(() => v.isConnected).toBe(false);
    await left(id);
    expect((await revisions(id))[0]).toMatchObject({ number: 2, creatorName: guest.address });
    expect(await cellsOf(id)).toEqual({ '0 0': 'in time' });
  });

  it('allowEdit is withdrawn while a visitor writes: reads on, and nothing more is taken', async () => {
    const [guest, id] = [await invite(), await make('xlsx')];
    const [a, v] = [await new TestGrid().connect(ann.client, base, id), await enter(guest, id)];
    await giver.client.call(shares.update, { id: guest.shareId, allowEdit: false });
    await expect.poll(() => v.room('readOnly')?.code).toBe(4614);
    v.edit(cell(0, 0, 'too late'));
    a.edit(cell(1, 0, 'from the house'));
    await expect.poll(() => v.order.length).toBe(1);
    expect(await cellsOf(id)).toEqual({ '1 0': 'from the house' });
    a.close();
    v.close();
    await left(id);
  });
});

describe('pictures of visitors', () => {
  const addressOf = async (guest: Guest, id: string) => (await open(guest, id)).pictureUrl ?? '';

  it('count among their uploads while they come in, and have the same bounds', async () => {
    const [guest, id] = [await invite(), await make('pptx')];
    const pictureUrl = await addressOf(guest, id);
    expect((await put(pictureUrl, Buffer.alloc((10 << 20) + 1))).json().code).toBe(4602);
    expect((await put(pictureUrl, Buffer.from('no picture'))).json().code).toBe(4604);
    const { uploads } = visitorUploadLimits.one;
    visitorUploadLimits.one.uploads = 0;
    try {
      expect((await put(pictureUrl, png)).json().code).toBe(4603);
      const { pictureUrl: own = '' } = await ann.client.call(editing.open, { id });
      expect((await put(own, png)).json().code).toBe(200);
    } finally {
      visitorUploadLimits.one.uploads = uploads;
    }
    // what came in counts no longer
    visitorUploadLimits.one.uploads = 1;
    try {
      for (let n = 0; n < 3; n++) expect((await put(pictureUrl, png)).json().code).toBe(200);
    } finally {
      visitorUploadLimits.one.uploads = uploads;
    }
  });

  it('leave half of what a session keeps to users', async () => {
    const [guest, id] = [await invite(), await make('pptx')];
    const v = await new TestGrid<SlideEdit>(SlidesNotice).connectByLink(guest.visitor, base, { token: guest.token, id });
    v.edit(words('changed'));
    await expect.poll(() => v.order.length).toBe(1);
    const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
    const kept = {
      id: newId(),
      session_id: session?.id ?? 0,
      person_id: Number(giver.id),
      data: `x ${'A'.repeat((28 << 20) - 50)}`,
      seq: -2,
    };
    await dossier.services.database.write((db) => insertUpdates(db, [kept]));
    expect((await put(await addressOf(guest, id), png)).json().code).toBe(4602);
    const { pictureUrl: own = '' } = await ann.client.call(editing.open, { id });
    expect((await put(own, png)).json().code).toBe(200);
    v.close();
    await left(id);
  });

  it('take away none that a user uploaded before the first edit', async () => {
    const [guest, id] = [await invite(), await make('pptx')];
    const { pictureUrl: own = '' } = await ann.client.call(editing.open, { id });
    expect((await put(own, png)).json().code).toBe(200);
    const other = Buffer.concat([png, Buffer.from('another')]);
    expect((await put(await addressOf(guest, id), other)).json().code).toBe(200);
    const kept = await inject(`${own}/${createHash('sha256').update(png).digest('hex')}`);
    expect(kept.rawPayload.equals(png)).toBe(true);
  });
});
