import { editing } from '@dossier/contract/editing/editing';
import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TestGrid } from '../../../../test/grid.ts';
import { makeCabinet } from '../../../../test/make-items.ts';
import { makeWriter } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { currentRequester, requesterOfPerson } from '../../../platform/jobs/current-work.ts';
import { sweepEditSessions } from '../sweep-sessions.ts';

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
let bob: typeof ann;

beforeAll(async () => {
  dossier = await openTestServer();
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  [ann, bob] = [await makeWriter(dossier, cabinet), await makeWriter(dossier, cabinet)];
});
afterAll(() => dossier.close());

const make = async (name: string) => (await dossier.admin.call(editing.create, { parentId: cabinet, name })).id;
const enter = (person: typeof ann, id: string) => new TestGrid().connect(person.client, base, id);
const cell = (row: number, value: string): WorkbookEdit => ({ kind: 'cells', sheet: 1, cells: [{ row, column: 0, value }] });

it('all work of a room is that of who asked for it, and of its writer where nobody did', async () => {
  const id = await make('turns.xlsx');
  const { storage } = dossier.services;
  const requesters: string[] = [];
  const lend = storage.withLocalFile.bind(storage);
  vi.spyOn(storage, 'withLocalFile').mockImplementation((sha256, work) => {
    requesters.push(currentRequester().by);
    return lend(sha256, work);
  });
  const heard = () => new Set(requesters.splice(0));
  const onlyAnn = new Set([requesterOfPerson(Number(ann.id))]);
  const window = await enter(ann, id);
  // moved rows are tried on the file
  window.edit(cell(0, 'word'), { kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 });
  await expect.poll(() => window.order.length).toBe(1);
  window.request({ kind: 'save' });
  await expect.poll(() => window.room('saved')).toBeDefined();
  expect(heard()).toEqual(onlyAnn);
  window.edit(cell(3, 'more'));
  await expect.poll(() => window.order.length).toBe(2);
  dossier.clock.forward(11 * 60_000);
  await sweepEditSessions(dossier.services);
  expect(heard()).toEqual(onlyAnn);
  window.edit(cell(4, 'last'));
  await expect.poll(() => window.order.length).toBe(3);
  window.close();
  await expect.poll(() => requesters.length).toBeGreaterThan(0);
  expect(heard()).toEqual(onlyAnn);
  vi.restoreAllMocks();
});

it('who saves many workbooks at once does not keep another from saving one', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, async (_, n) => enter(bob, await make(`many ${n}.xlsx`))));
  const one = await enter(ann, await make('one.xlsx'));
  const column = Array.from({ length: 5000 }, (_, row) => ({ row, column: 0, value: `word ${row}` }));
  for (const window of many) window.edit({ kind: 'cells', sheet: 1, cells: column });
  one.edit(cell(0, 'word'));
  await expect.poll(() => [...many, one].every(({ order }) => order.length === 1)).toBe(true);
  for (const window of many) window.request({ kind: 'save' });
  one.request({ kind: 'save' });
  await expect.poll(() => one.room('saved'), { interval: 5 }).toBeDefined();
  const saved = many.filter((window) => window.room('saved') !== undefined).length;
  expect(saved).toBeLessThan(many.length);
  await expect.poll(() => many.every((window) => window.room('saved') !== undefined)).toBe(true);
  for (const window of [...many, one]) window.close();
});
