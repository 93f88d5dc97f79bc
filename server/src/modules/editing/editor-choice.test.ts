import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { officeServer } from '@dossier/contract/editing/office-server';
import { preview } from '@dossier/contract/preview/preview';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { type FakeOfficeServer, openFakeOfficeServer } from '../../../test/wopi/fake-office-server.ts';
import { openWopi, openWopiViewer } from '../../../test/wopi/wopi-client.ts';

let dossier: TestServer;
let office: FakeOfficeServer;
let anna: Made & { client: Client };
let cabinet: string;
const ids: Record<string, string> = {};
const set = (values: Record<string, unknown>) => dossier.admin.call(site.saveSettings, { group: 'office', values });
const grant = (bits: number, objId = cabinet) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: anna.id, level: bits, reach: 'all' });

/** How Anna can edit a document, as a list says it. */
async function listed(name: string) {
  const { list } = await anna.client.call(library.items, { parentId: cabinet, pageSize: 100 });
  const found = list.find((item) => item.name === name);
  return found && { canEdit: found.canEdit, editType: found.editType, editTypes: found.editTypes };
}
const edit = (name: string, editor?: number) => anna.client.call(editing.preEdit, { id: ids[name] ?? '', ...(editor && { editor }) });
const refused = (name: string, editor?: number) => anna.client.refused(editing.preEdit, { id: ids[name] ?? '', ...(editor && { editor }) });

beforeAll(async () => {
  dossier = await openTestServer();
  anna = await makeSignedIn(dossier, { fullName: 'Anna Wu' });
  cabinet = await makeCabinet(dossier.admin, { name: 'Plans' });
  for (const name of ['a.docx', 'a.xlsx', 'a.pptx', 'a.odt', 'a.odg', 'a.wps', 'a.md', 'a.zip'])
    ids[name] = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: 'one' });
});
// a server of its own for each test, as what it says is kept for hours
beforeEach(async () => {
  office = await openFakeOfficeServer(() => dossier.clock.now());
  await set({ url: office.url });
  await grant(level.modify);
  return () => office.close();
});
afterAll(() => dossier.close());

describe('the editors of a document', () => {
  it('are told by lists and by the viewer, as the office server describes itself', async () => {
    // the first list does not wait for it, and goes by the families of the types
    const { list } = await anna.client.call(library.items, { parentId: cabinet, pageSize: 100 });
    const first = new Map(list.map((item) => [item.name, item.canEdit]));
    expect([first.get('a.odt'), first.get('a.odg')]).toEqual([true, false]);
    await edit('a.docx');
    // lists are answered from memory for a second
    dossier.clock.forward(2000);
    expect(await listed('a.odg')).toEqual({ canEdit: true, editType: 2, editTypes: undefined });
    expect(await listed('a.wps')).toMatchObject({ canEdit: false });
    expect(await listed('a.docx')).toEqual({ canEdit: true, editType: 2, editTypes: [2, 1] });
    expect(await listed('a.md')).toEqual({ canEdit: true, editType: 1, editTypes: undefined });
    expect(await listed('a.zip')).toMatchObject({ canEdit: false });
    const shown = await anna.client.call(preview.view, { id: ids['a.pptx'] ?? '' });
    expect(shown).toMatchObject({ canEdit: true, editType: 2 });
    expect(await anna.client.call(preview.view, { id: ids['a.zip'] ?? '' })).toMatchObject({ canEdit: false });
  });

  it('are opened as asked, the one first that the site prefers', async () => {
    expect(await edit('a.docx')).toMatchObject({ editType: 2, pageUrl: `/office?id=${ids['a.docx']}` });
    expect(await edit('a.docx', 1)).toMatchObject({ editType: 1, pageUrl: `/editWord?id=${ids['a.docx']}` });
    await set({ url: office.url, kinds: ['sheet', 'slides'] });
    expect(await listed('a.docx')).toEqual({ canEdit: true, editType: 1, editTypes: [1, 2] });
    expect(await edit('a.docx')).toMatchObject({ editType: 1 });
    expect(await edit('a.docx', 2)).toMatchObject({ editType: 2 });
    expect(await refused('a.odt', 1)).toBe(4659);
    expect(await refused('a.md', 2)).toBe(4659);
    expect(await refused('a.wps')).toBe(4614);
    expect(await refused('a.wps', 2)).toBe(4614);
    expect(await refused('a.md', 3)).toBe(400);
  });

  it('are our own alone without an office server, or while it never answered', async () => {
    office.answer = { status: 500 };
    expect(await edit('a.docx')).toMatchObject({ editType: 1 });
    expect(await refused('a.docx', 2)).toBe(4659);
    await set({});
    expect(await listed('a.docx')).toEqual({ canEdit: true, editType: 1, editTypes: undefined });
    expect(await listed('a.odt')).toMatchObject({ canEdit: false });
    expect(await refused('a.odt')).toBe(4614);
  });

  it('are none without the right to modify, in publishing cabinets, and where only a marked form may be had', async () => {
    await edit('a.docx');
    await grant(level.download);
    expect([await listed('a.docx'), await listed('a.md')]).toMatchObject([{ canEdit: false }, { canEdit: false }]);
    expect(await refused('a.docx')).toBe(4614);
    await grant(level.modify);
    // a watermark for everybody: an office server that proves itself draws it, ours do not
    const { id } = await dossier.admin.call(watermarks.create, { name: 'all', design: { lines: ['{department}'] }, holders: 'all' });
    expect(await listed('a.md')).toMatchObject({ canEdit: true });
    await dossier.admin.call(watermarks.update, { id, design: { lines: ['{name}'] } });
    expect(await listed('a.docx')).toEqual({ canEdit: true, editType: 2, editTypes: undefined });
    expect(await listed('a.md')).toMatchObject({ canEdit: false });
    expect(await refused('a.docx', 1)).toBe(4659);
    expect(await refused('a.md')).toBe(4614);
    office.signs = false;
    dossier.clock.forward(13 * 3600_000);
    expect(await refused('a.docx')).toBe(4614);
    expect(await listed('a.docx')).toMatchObject({ canEdit: false });
    await dossier.admin.call(watermarks.delete, { id });
    expect(await listed('a.docx')).toMatchObject({ canEdit: true });
    const setPublishing = (publishing: number) =>
      dossier.services.database.write((db) => db.updateTable('item').set({ publishing }).where('id', '=', Number(cabinet)).execute());
    await setPublishing(1);
    expect([await listed('a.docx'), await listed('a.md')]).toMatchObject([{ canEdit: false }, { canEdit: false }]);
    expect([await refused('a.docx'), await refused('a.md')]).toEqual([await refused('a.md'), await refused('a.docx')]);
    await setPublishing(0);
  });
});

describe('the viewer of the office server', () => {
  it('opens to read alone what it has a way for, with the rights of a preview', async () => {
    const id = ids['a.docx'] ?? '';
    const token = await anna.client.call(officeServer.token, { id, mode: 'view' });
    expect(new URL(token.actionUrl ?? '').pathname).toBe('/browser/view.html');
    const viewed = await openWopiViewer(dossier, anna.client, id, (url) => office.prove(url));
    expect(await viewed.info()).toMatchObject({ UserCanWrite: false, ReadOnly: true, DisableExport: false });
    expect((await viewed.lock('L')).status).toBe(404);
    expect((await viewed.put('two', { 'x-wopi-lock': 'L' })).status).toBe(404);
    // no view action: the page falls back to our viewer
    expect('actionUrl' in (await anna.client.call(officeServer.token, { id: ids['a.xlsx'] ?? '', mode: 'view' }))).toBe(false);
    await grant(level.view);
    const reader = await openWopiViewer(dossier, anna.client, id, (url) => office.prove(url));
    expect(await reader.info()).toMatchObject({
      DisableExport: true,
      DisableCopy: true,
      WatermarkText: expect.stringContaining('Anna Wu'),
    });
    await grant(level.title);
    expect(await anna.client.refused(officeServer.token, { id, mode: 'view' })).toBe(4610);
  });
});

it('tells who is in the office server', async () => {
  const id = ids['a.xlsx'] ?? '';
  const open = await openWopi(dossier, anna.client, id, (url) => office.prove(url));
  await open.lock('L');
  const detail = (client: Client) => client.call(library.documentDetail, { id });
  expect(await detail(dossier.admin)).toMatchObject({ editors: ['Anna Wu'], editedIn: 2, lockUserName: 'Anna Wu' });
  expect((await detail(dossier.admin)).editedByMe).toBeUndefined();
  expect(await detail(anna.client)).toMatchObject({ editedByMe: true });
  await open.unlock('L');
  expect((await detail(anna.client)).editors).toBeUndefined();
});
