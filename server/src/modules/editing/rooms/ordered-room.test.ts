import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import type { WorkbookEdit as FileEdit } from '@dossier/formats/workbook/edits';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TestGrid } from '../../../../test/grid.ts';
import { makeCabinet, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { codes } from '@dossier/contract/core/codes';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { deleteSessions, insertUpdates, noteWriting, sessionOfDocument } from '../sessions/edit-sessions.queries.ts';
import { saveSession } from '../sessions/save-session.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';
import { OrderedRoom } from './ordered-room.ts';
import { workbookRules } from './ordered-rules.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let reader: SignedIn;

beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  const made = async (granted: number): Promise<SignedIn> => {
    const person = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, {
      objId: cabinet,
      granteeType: 'user',
      granteeId: person.id,
      level: granted,
      reach: 'all',
    });
    return person;
  };
  [ann, bob, reader] = [await made(level.modify), await made(level.modify), await made(level.view)];
});
afterAll(() => dossier.close());

const make = async (name: string) => (await dossier.admin.call(editing.create, { parentId: cabinet, name })).id;
const enter = (person: SignedIn, id: string) => new TestGrid().connect(person.client, base, id);
const revisions = (id: string) => dossier.admin.call(content.revisions, { id });
const detail = (id: string) => dossier.admin.call(library.documentDetail, { id });
const cell = (row: number, column: number, value: string | number): WorkbookEdit => ({
  kind: 'cells',
  sheet: 1,
  cells: [{ row, column, value }],
});

async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return (await dossier.server.app.inject({ url: downloadUrl })).rawPayload;
}

/** Whether a workbook has a word in a cell: sessions that the test before left are saved meanwhile as well. */
function hasWord(bytes: Uint8Array, word: string): boolean {
  const parts = new OfficePackage(Buffer.from(bytes));
  return parts.names.some((name) => name.endsWith('.xml') && parts.text(name).includes(`>${word}<`));
}

/** The cells of the first sheet as a new window gets them, which opens once more where the session ended before it had them. */
async function cellsOf(id: string): Promise<Record<string, unknown>> {
  const open = async (): Promise<{ code?: number; book?: { sheets: { cells: { row: number; column: number; value?: unknown }[] }[] } }> => {
    const { bookUrl = '' } = await ann.client.call(editing.open, { id });
    return (await dossier.server.app.inject({ url: bookUrl })).json();
  };
  let answer = await open();
  while (answer.code === codes.changedMeanwhile.code) answer = await open();
  expect(answer).toHaveProperty('book');
  return Object.fromEntries((answer.book?.sheets[0]?.cells ?? []).map(({ row, column, value }) => [`${row} ${column}`, value]));
}

it('two people write one workbook in one order, which becomes one version with both writers', async () => {
  const id = await make('together.xlsx');
  expect(await bob.client.call(editing.preEdit, { id })).toMatchObject({ editType: 1, pageUrl: `/editSheet?id=${id}` });
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.edit(cell(0, 0, 'from a'));
  b.edit(cell(0, 0, 'from b'), cell(1, 1, 7));
  await expect.poll(() => [a.order.length, b.order.length]).toEqual([2, 2]);
  expect(a.order).toEqual(b.order);
  expect(a.order.map((one) => one.seq)).toEqual([1, 2]);
  // what was acknowledged is what a newcomer gets, and no version has it yet
  const last = a.order.flatMap((one) => one.edits).findLast((edit) => edit.kind === 'cells' && edit.cells[0]?.row === 0);
  const winner = last?.kind === 'cells' ? last.cells[0]?.value : undefined;
  expect(await cellsOf(id)).toMatchObject({ '0 0': winner, '1 1': 7 });
  expect(await revisions(id)).toHaveLength(1);
  expect((await detail(id)).editors?.toSorted()).toEqual([ann.fullName, bob.fullName].toSorted());
  a.close();
  b.close();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  const [newest] = await revisions(id);
  expect(newest?.number).toBe(2);
  expect(newest?.writers?.toSorted()).toEqual([ann.fullName, bob.fullName].toSorted());
  expect(await cellsOf(id)).toMatchObject({ '0 0': winner, '1 1': 7 });
});

it('edits that do not know of moved rows are behind, and take their place once they do', async () => {
  const id = await make('behind.xlsx');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.edit({ kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 2 });
  await expect.poll(() => b.order.length).toBe(1);
  b.send({ kind: 'edits', after: 0, origin: b.origin(), edits: [cell(0, 0, 'x')] });
  await expect.poll(() => b.last('behind')).toMatchObject({ head: 1 });
  b.edit(cell(2, 0, 'x'));
  await expect.poll(() => a.order.length).toBe(2);
  expect(await cellsOf(id)).toEqual({ '2 0': 'x' });
  // a batch that is sent once more is taken once
  const [, landed] = b.order;
  b.send({ kind: 'edits', after: 2, origin: landed?.origin, edits: landed?.edits });
  a.edit(cell(5, 5, 1));
  await expect.poll(() => b.order.length).toBe(3);
  expect(b.order[2]?.edits).toEqual([cell(5, 5, 1)]);
  a.close();
  b.close();
});

it('takes what another server wrote at the same time before its own', async () => {
  const id = await make('servers.xlsx');
  const a = await enter(ann, id);
  const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  const data = JSON.stringify({ origin: { window: 'another-server', number: 0 }, edits: [cell(3, 3, 'theirs')] });
  const row = { id: newId(), session_id: session?.id ?? 0, person_id: Number(bob.id), data, seq: 1 };
  await dossier.services.database.write((db) => insertUpdates(db, [row]));
  a.edit(cell(0, 0, 'mine'));
  await expect.poll(() => a.order.length).toBe(2);
  expect(a.order.map((one) => [one.seq, one.personId])).toEqual([
    [1, bob.id],
    [2, ann.id],
  ]);
  // one place is given once
  await expect(dossier.services.database.write((db) => insertUpdates(db, [{ ...row, id: newId() }]))).rejects.toThrow(/unique|duplicate/i);
  a.close();
});

it('what cannot be written stays in the journal, is told with each save, and can be given up', async () => {
  const id = await make('damaged.xlsx');
  const a = await enter(ann, id);
  a.edit(cell(0, 0, 'before'));
  await expect.poll(() => a.order.length).toBe(1);
  // nothing is given up that can be written
  a.send({ kind: 'discard' });
  a.edit(cell(0, 1, 'after'));
  await expect.poll(() => a.order.length).toBe(2);
  // as another program might have left it: no room takes this
  const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  const data = JSON.stringify({
    origin: { window: 'another-server', number: 0 },
    edits: [{ kind: 'addSheet', sheet: 9, name: 'Far', at: 99 }],
  });
  const row = { id: newId(), session_id: session?.id ?? 0, person_id: Number(bob.id), data, seq: 3 };
  await dossier.services.database.write((db) => insertUpdates(db, [row]));
  a.request({ kind: 'save' });
  await expect.poll(() => a.room('saveFailed')?.code).toBe(4647);
  expect(await revisions(id)).toHaveLength(1);
  const b = new TestGrid();
  expect((await dossier.server.app.inject({ url: (await ann.client.call(editing.open, { id })).bookUrl ?? '' })).json()).toMatchObject({
    code: 4647,
  });
  a.send({ kind: 'discard' });
  await expect.poll(() => a.last('discarded')).toBeDefined();
  await expect.poll(() => a.isConnected).toBe(false);
  await expect
    .poll(async () => {
      await b.connect(ann.client, base, id).catch(() => undefined);
      return b.isConnected;
    })
    .toBe(true);
  expect(await cellsOf(id)).toEqual({});
  b.close();
});

it('says the same on the wire and in the file', () => {
  const toFile = (edit: WorkbookEdit): FileEdit => edit;
  const fromFile = (edit: FileEdit): WorkbookEdit => edit;
  expect(fromFile(toFile(cell(1, 2, 3)))).toEqual(cell(1, 2, 3));
});

it('a window that was cut off gets what it lacks, and a server that was killed keeps what was acknowledged', async () => {
  const id = await make('cut.xlsx');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.edit(cell(0, 0, 1));
  await expect.poll(() => b.order.length).toBe(1);
  b.cut();
  a.edit(cell(0, 1, 2));
  await expect.poll(() => a.order.length).toBe(2);
  await b.connect(bob.client, base, id);
  expect(b.order.map((one) => one.seq)).toEqual([1, 2]);
  // each row was written before it was told: what is on disk is what a server finds that starts anew
  expect(await cellsOf(id)).toEqual({ '0 0': 1, '0 1': 2 });
  a.close();
  b.close();
});

it('shows what others have selected under the name that the server knows', async () => {
  const id = await make('selected.xlsx');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.send({ kind: 'selection', at: { sheet: 1, row: 3, column: 4 }, name: 'somebody else', id: 1 });
  await expect.poll(() => b.last('selection')?.at).toEqual({ sheet: 1, row: 3, column: 4 });
  const person = b.people.find((one) => one.id === b.last('selection')?.id);
  expect(person?.personId).toBe(ann.id);
  a.close();
  await expect.poll(() => b.last('selection')?.at).toBe(null);
  b.close();
});

it('says that a workbook whose days count from 1904 can be viewed only', async () => {
  const id = await make('days.xlsx');
  const parts = new OfficePackage(await bytesOf(id));
  parts.put('xl/workbook.xml', parts.text('xl/workbook.xml').replace('<bookViews>', '<workbookPr date1904="1"/><bookViews>'));
  const bytes = parts.write();
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: bytes.length });
  await upload(dossier, uploadUrl, bytes);
  for (let time = 0; time < 2; time++) expect(await ann.client.refused(editing.open, { id })).toBe(4662);
});

it('opens no workbook that could be read and not be written', async () => {
  const id = await make('order.xlsx');
  const parts = new OfficePackage(await bytesOf(id));
  const [sheet = ''] = parts.names.filter((name) => name.startsWith('xl/worksheets/'));
  const data = '<sheetData><row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row></sheetData>';
  parts.put(sheet, parts.text(sheet).replace('<sheetData/>', data));
  const bytes = parts.write();
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: bytes.length });
  await upload(dossier, uploadUrl, bytes);
  expect(await ann.client.refused(editing.open, { id })).toBe(4614);
});

it('refuses who may only read, and stops who loses the right', async () => {
  const id = await make('rights.xlsx');
  expect(await reader.client.refused(editing.open, { id })).toBe(1001);
  expect(await reader.client.refused(editing.preEdit, { id })).toBe(4614);
  const carl = await makeSignedIn(dossier);
  const grant = { objId: cabinet, granteeType: 'user' as const, granteeId: carl.id, reach: 'all' as const };
  await dossier.admin.call(permissions.grant, { ...grant, level: level.modify });
  const { bookUrl = '' } = await carl.client.call(editing.open, { id });
  expect((await dossier.server.app.inject({ url: bookUrl })).statusCode).toBe(200);
  const c = await enter(carl, id);
  c.edit(cell(0, 0, 'kept'));
  await expect.poll(() => c.order.length).toBe(1);
  await dossier.admin.call(permissions.grant, { ...grant, level: level.view });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  c.edit(cell(0, 0, 'not kept'));
  await expect.poll(() => c.room('readOnly')?.code).toBe(1001);
  expect(c.order).toHaveLength(1);
  // nor may the address of the workbook be used any more, or be made up
  expect((await dossier.server.app.inject({ url: bookUrl })).json()).toMatchObject({ code: 1001 });
  expect((await dossier.server.app.inject({ url: `${bookUrl.slice(0, -4)}AAAA` })).json()).toMatchObject({ code: 1010 });
  c.close();
});

it('a lock from elsewhere refuses, and others are refused while a workbook is edited', async () => {
  const id = await make('locked.xlsx');
  await ann.client.call(content.lock, { id });
  expect(await bob.client.refused(editing.open, { id })).toBe(4619);
  await ann.client.call(content.unlock, { id });
  const a = await enter(ann, id);
  expect(await bob.client.refused(content.preCheckIn, { id, size: 1 })).toBe(4619);
  a.close();
});

it('a version from elsewhere is kept, and what was written becomes a workbook beside it', async () => {
  const id = await make('conflict.xlsx');
  const a = await enter(ann, id);
  a.edit(cell(0, 0, 'mine'));
  await expect.poll(() => a.order.length).toBe(1);
  const other = await bytesOf(await make('other.xlsx'));
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: other.length });
  await upload(dossier, uploadUrl, other);
  await expect.poll(() => a.room('closed')).toMatchObject({ reason: 'revised', copy: { name: expect.stringContaining('conflict') } });
  const copy = a.room('closed')?.copy?.id ?? '';
  expect(await cellsOf(copy)).toEqual({ '0 0': 'mine' });
  expect(await bytesOf(id)).toEqual(other);
});

it('hostile messages end their own connection, and edits that cannot be written are refused before they are in the order', async () => {
  const id = await make('hostile.xlsx');
  const good = await enter(bob, id);
  const hostile: unknown[] = [
    { kind: 'edits', after: 99, origin: { window: 'a-window', number: 0 }, edits: [cell(0, 0, 1)] },
    {
      kind: 'edits',
      after: 0,
      origin: { window: 'a-window', number: 0 },
      edits: [{ kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1e9 }],
    },
    { kind: 'edits', after: 0, origin: { window: 'a-window', number: 0 }, edits: [cell(1e9, 0, 1)] },
    { kind: 'edits', after: 0, origin: { window: 'a-window', number: 0 }, edits: [{ kind: 'run', sheet: 1 }] },
    { kind: 'edits', after: 0, origin: { window: 'a-window', number: 0 }, edits: [{ kind: 'renameSheet', sheet: 1, name: 'a/b' }] },
    { kind: 'edits', after: 0, origin: { window: '', number: 0 }, edits: [cell(0, 0, 1)] },
    { kind: 'edits', after: 0, origin: { window: 'a-window', number: 0 }, edits: [cell(0, 0, 'x'.repeat(10 << 20))] },
    { kind: 'enter', after: 5 },
    'nothing of the kind',
  ];
  for (const message of hostile) {
    const bad = await enter(ann, id);
    bad.send(message);
    await expect.poll(() => bad.isConnected).toBe(false);
  }
  const impossible: WorkbookEdit[] = [
    { kind: 'cells', sheet: 77, cells: [{ row: 0, column: 0, value: 1 }] },
    { kind: 'removeSheet', sheet: 1 },
    { kind: 'hideSheet', sheet: 1, hidden: true },
    { kind: 'addSheet', sheet: 2, name: 'SHEET1', at: 0 },
    { kind: 'addSheet', sheet: 1, name: 'Another', at: 0 },
    { kind: 'addSheet', sheet: 9, name: 'Another', at: 99 },
    ...['SUM("', 'SUM(', '1+', '[1]Sheet1!A1', 'WEBSERVICE("https://example.com/"&A1)'].map(
      (formula): WorkbookEdit => ({ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, formula }] }),
    ),
    { kind: 'hide', sheet: 1, axis: 'row', first: 0, last: 1_000_000, hidden: true },
  ];
  for (const edit of impossible) {
    good.refusals.length = 0;
    good.edit(edit);
    await expect.poll(() => good.refusals.length).toBe(1);
  }
  expect(good.order).toEqual([]);
  good.edit({ kind: 'merge', sheet: 1, area: { row: 0, column: 0, lastRow: 1, lastColumn: 1 } });
  await expect.poll(() => good.order.length).toBe(1);
  good.refusals.length = 0;
  good.edit({ kind: 'merge', sheet: 1, area: { row: 1, column: 1, lastRow: 2, lastColumn: 2 } });
  await expect.poll(() => [good.order.length, good.refusals.length]).toEqual([1, 1]);
  // a file that is none is viewed
  const { uploadUrl } = await dossier.admin.call(content.preUpload, { parentId: cabinet, name: 'broken.xlsx', size: 6 });
  await upload(dossier, uploadUrl, Buffer.from('broken'));
  good.close();
});

it('edits of a thousand cells in two windows at once end equal, and equal to the file', async () => {
  const id = await make('many.xlsx');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  for (let round = 0; round < 25; round++) {
    a.edit({ kind: 'cells', sheet: 1, cells: Array.from({ length: 20 }, (_, at) => ({ row: at, column: round % 5, value: `a${round}` })) });
    b.edit({
      kind: 'cells',
      sheet: 1,
      cells: Array.from({ length: 20 }, (_, at) => ({ row: at, column: (round + 1) % 5, value: `b${round}` })),
    });
  }
  await expect.poll(() => [a.order.length, b.order.length]).toEqual([50, 50]);
  expect(a.order).toEqual(b.order);
  const shown: Record<string, unknown> = {};
  for (const { edits } of a.order)
    for (const edit of edits) if (edit.kind === 'cells') for (const one of edit.cells) shown[`${one.row} ${one.column}`] = one.value;
  a.request({ kind: 'save' });
  await expect.poll(() => a.room('saved') ?? a.room('saveFailed')).toMatchObject({ kind: 'saved' });
  expect(await revisions(id)).toHaveLength(2);
  expect(await cellsOf(id)).toEqual(shown);
  a.close();
  b.close();
});

it('a busy sandbox ends no connection', async () => {
  const id = await make('busy.xlsx');
  const a = await enter(ann, id);
  const tried = vi.spyOn(workbookRules, 'canWrite').mockRejectedValueOnce(new Refusal(codes.changedMeanwhile));
  a.edit(cell(0, 0, 'kept'));
  await expect.poll(() => a.order.length).toBe(1);
  expect(tried).toHaveBeenCalledTimes(2);
  expect(a.isConnected).toBe(true);
  tried.mockRestore();
  a.close();
});

it('what cannot be written is told before a version is saved, and saved again at long intervals only', async () => {
  const id = await make('trial.xlsx');
  const a = await enter(ann, id);
  const written = vi.spyOn(workbookRules, 'isWritable').mockResolvedValue(false);
  for (let at = 0; at < 200; at++) a.edit(cell(at, 0, at));
  await expect.poll(() => a.room('saveFailed')?.code).toBe(4647);
  written.mockRestore();
  const saved = vi.spyOn(OrderedRoom.prototype, 'save').mockResolvedValue();
  dossier.clock.forward(11 * 60_000);
  await sweepEditSessions(dossier.services);
  await sweepEditSessions(dossier.services);
  expect(saved).toHaveBeenCalledTimes(1);
  dossier.clock.forward(6 * 60_000);
  await sweepEditSessions(dossier.services);
  expect(saved).toHaveBeenCalledTimes(2);
  saved.mockRestore();
  a.close();
});

it('a room whose session was replaced takes nothing more, and says that there is another version', async () => {
  const id = await make('replaced.xlsx');
  const a = await enter(ann, id);
  a.edit(cell(0, 0, 'kept'));
  await expect.poll(() => a.order.length).toBe(1);
  const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  const sessionId = session?.id ?? 0;
  await dossier.services.database.write((db) => deleteSessions(db, [sessionId]));
  a.edit({ kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 });
  await expect.poll(() => a.room('closed')).toEqual({ kind: 'closed', reason: 'revised' });
  expect(a.order).toHaveLength(1);
  const { read } = dossier.services.database;
  expect(await read.selectFrom('edit_update').select('id').where('session_id', '=', sessionId).execute()).toEqual([]);
});

it('what is acknowledged while a copy is written is in another copy', async () => {
  const id = await make('late.xlsx');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.edit(cell(0, 0, 'one'));
  await expect.poll(() => b.order.length).toBe(1);
  const other = await bytesOf(await make('another.xlsx'));
  const { storage } = dossier.services;
  const putBytes = storage.putBytes.bind(storage);
  const copying = vi.spyOn(storage, 'putBytes').mockImplementation(async (sha256, bytes) => {
    if (hasWord(bytes, 'one') && b.order.length === 1) {
      b.edit(cell(1, 0, 'two'));
      await expect.poll(() => b.order.length).toBe(2);
    }
    return putBytes(sha256, bytes);
  });
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: other.length });
  await upload(dossier, uploadUrl, other);
  await expect.poll(() => [a.isConnected, b.isConnected]).toEqual([false, false]);
  copying.mockRestore();
  expect(b.order).toHaveLength(2);
  const copies = async () =>
    (await ann.client.call(library.items, { parentId: cabinet })).list.filter(({ name }) => name.startsWith('late ('));
  await expect.poll(async () => (await copies()).length).toBe(2);
  const cells = await Promise.all((await copies()).map((copy) => cellsOf(copy.id)));
  expect(cells).toContainEqual({ '0 0': 'one', '1 0': 'two' });
});

it('what is given up while a version is written stays given up', async () => {
  const id = await make('discarded.xlsx');
  const [a, b] = [await enter(ann, id), await enter(bob, id)];
  a.edit(cell(0, 0, 'before'));
  await expect.poll(() => a.order.length).toBe(1);
  const { read } = dossier.services.database;
  const sessionOf = async () => (await sessionOfDocument(read, { document: Number(id) }))[0];
  const sessionId = (await sessionOf())?.id ?? 0;
  const { storage } = dossier.services;
  const putBytes = storage.putBytes.bind(storage);
  const saving = vi.spyOn(storage, 'putBytes').mockImplementation(async (sha256, bytes) => {
    if (!hasWord(bytes, 'before') || b.last('discarded') !== undefined) return putBytes(sha256, bytes);
    const edits = [{ kind: 'removeSheet', sheet: 77 }];
    const row = { id: newId(), session_id: sessionId, person_id: Number(ann.id), seq: 2 };
    const data = JSON.stringify({ origin: { window: 'another-window', number: 0 }, edits });
    await dossier.services.database.write((db) => insertUpdates(db, [{ ...row, data }]));
    b.send({ kind: 'discard' });
    await expect.poll(() => b.last('discarded')).toBeDefined();
    return putBytes(sha256, bytes);
  });
  a.request({ kind: 'save' });
  await expect.poll(async () => (await revisions(id)).length).toBe(2);
  saving.mockRestore();
  await expect.poll(async () => (await detail(id)).lockUserName).toBeUndefined();
  expect(await sessionOf()).toMatchObject({ base_seq: 2, changed_at: 0 });
  expect(await cellsOf(id)).toEqual({ '0 0': 'before' });
});

it('what another server writes while something is given up is saved', async () => {
  const id = await make('given-up.xlsx');
  const a = await enter(ann, id);
  a.edit(cell(0, 0, 'given up'));
  await expect.poll(() => a.order.length).toBe(1);
  const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  const sessionId = session?.id ?? 0;
  const written = vi.spyOn(workbookRules, 'isWritable').mockImplementationOnce(async () => {
    const data = JSON.stringify({ origin: { window: 'another-server', number: 0 }, edits: [cell(1, 0, 'theirs')] });
    await dossier.services.database.write(async (db) => {
      await insertUpdates(db, [{ id: newId(), session_id: sessionId, person_id: Number(bob.id), data, seq: 2 }]);
      await noteWriting(db, { id: sessionId, personIds: [Number(bob.id)], at: dossier.services.now() });
    });
    return false;
  });
  a.send({ kind: 'discard' });
  await expect.poll(() => a.last('discarded')).toBeDefined();
  written.mockRestore();
  await saveSession(dossier.services, sessionId);
  expect(await cellsOf(id)).toEqual({ '1 0': 'theirs' });
  expect(await revisions(id)).toMatchObject([{ number: 2 }, { number: 1 }]);
  const [now] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  expect(now).toMatchObject({ base_seq: 2, changed_at: 0 });
});

it('where no file can be made beside a version from elsewhere, what was not saved is kept without who wrote it', async () => {
  const id = await make('unwritable.xlsx');
  const a = await enter(ann, id);
  a.edit(cell(0, 0, 'saved'));
  await expect.poll(() => a.order.length).toBe(1);
  a.request({ kind: 'save' });
  await expect.poll(async () => (await revisions(id)).length).toBe(2);
  const [session] = await sessionOfDocument(dossier.services.database.read, { document: Number(id) });
  const edits = [{ kind: 'removeSheet', sheet: 77 }];
  const data = JSON.stringify({ origin: { window: 'some-window', number: 0 }, edits, identity: `user ${ann.id}` });
  a.edit(cell(1, 0, 'unsaved'));
  await expect.poll(() => a.order.length).toBe(2);
  const row = { id: newId(), session_id: session?.id ?? 0, person_id: Number(ann.id), data, seq: 3 };
  await dossier.services.database.write((db) => insertUpdates(db, [row]));
  const other = await bytesOf(await make('third.xlsx'));
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: other.length });
  await upload(dossier, uploadUrl, other);
  await expect.poll(() => a.room('closed')?.copy?.name).toMatch(/\.json$/);
  const kept = (await bytesOf(a.room('closed')?.copy?.id ?? '')).toString();
  expect(JSON.parse(kept)).toEqual([cell(1, 0, 'unsaved'), ...edits]);
});
