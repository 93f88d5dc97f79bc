import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { action } from '@dossier/contract/reporting/actions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { longestGap } from '../../../test/longest-gap.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { readText, refusedText } from '../../../test/read-text.ts';
import { newId } from '../../platform/ids.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const document = (name: string, bytes: Buffer | string, parentId = cabinet) =>
  makeDocument(dossier, dossier.admin, { parentId, name, bytes, onSameName: 'rename' });

it('text is sent in pages, and only for text formats', async () => {
  const id = await document('big.txt', 'line\n'.repeat(100_000));
  const page = await readText(dossier.admin, { id, page: 2 });
  expect([page.pages, page.page, page.firstLine > 1]).toEqual([2, 2, true]);
  expect(await refusedText(dossier.admin, { id, page: 3 })).toBe(1012);
  expect(await refusedText(dossier.admin, { id: await document('no.txt', Buffer.from([0, 1, 2, 3, 0, 0])) })).toBe(4637);
  expect(await refusedText(dossier.admin, { id: await document('no.bin', 'x') })).toBe(4637);
});

it('images have neighbours in the order of the list, readable ones only', async () => {
  const place = await makeFolder(dossier.admin, cabinet);
  const one = await document('1.png', 'a', place);
  await document('2.txt', 'b', place);
  const three = await document('10.jpg', 'c', place);
  const next = await dossier.admin.call(preview.viewNext, { id: one, sortField: 'name' });
  expect(next).toMatchObject({ found: true, id: three, rendition: 'image' });
  expect(await dossier.admin.call(preview.viewPrevious, { id: three })).toMatchObject({ id: one });
  expect(await dossier.admin.call(preview.viewHomePage, { id: three })).toMatchObject({ id: three, rendition: 'image' });
  expect(await dossier.admin.call(preview.viewNext, { id: three })).toEqual({ found: false });
  expect(await dossier.admin.call(preview.viewPrevious, { id: three, sortDirection: 'desc' })).toEqual({ found: false });
});

it('every kind of view is logged, and turning pages counts as one view', async () => {
  const id = await document('traced.txt', 'x');
  const traces = async () => {
    await dossier.drain();
    const rows = await dossier.services.database.read.selectFrom('log_entry').select('action').where('obj_id', '=', Number(id)).execute();
    return rows.filter((row) => row.action === action.documentView).length;
  };
  await dossier.admin.call(preview.info, { id });
  await dossier.admin.call(preview.info, { id });
  expect(await traces()).toBe(1);
  const { look: previewToken } = await dossier.admin.call(preview.view, { id });
  for (const _ of [1, 2]) await dossier.admin.call(previewByToken.text, { look: previewToken });
  await dossier.admin.call(preview.info, { id });
  expect(await traces()).toBe(2);
  const again = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
  await again.call(preview.info, { id });
  expect(await traces()).toBe(3);
});

it('yields to other requests while skipping very many documents that are no images', async () => {
  const folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin));
  const id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: '0.png' });
  await dossier.services.database.write(async (db) => {
    const row = await db.selectFrom('item').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
    const other = (n: number) => ({ ...row, id: newId(), name: `${n}.txt`, name_key: `${n}.txt`, ext: 'txt' });
    for (let at = 0; at < 20_000; at += 200)
      await db
        .insertInto('item')
        .values(Array.from({ length: 200 }, (_, n) => other(at + n)))
        .execute();
  });
  const asked = async () => expect((await dossier.admin.call(preview.viewNext, { id, sortField: 'name' })).found).toBe(false);
  expect(await longestGap(asked)).toBeLessThan(400);
});
