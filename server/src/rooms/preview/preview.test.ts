import { preview } from '@dossier/contract/preview';
import { action } from '@dossier/contract/actions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';

let house: TestHouse;
let cabinet: string;
beforeAll(async () => {
  house = await openHouse();
  cabinet = await makeCabinet(house.admin);
});
afterAll(() => house.close());

const document = (name: string, bytes: Buffer | string, parentId = cabinet) =>
  makeDocument(house, house.admin, { parentId, name, bytes, onSameName: 'rename' });

it('text comes by pages, and only text', async () => {
  const id = await document('big.txt', 'line\n'.repeat(100_000));
  const page = await house.admin.call(preview.text, { id, page: 2 });
  expect([page.pages, page.page, page.firstLine > 1]).toEqual([2, 2, true]);
  expect(await house.admin.refused(preview.text, { id, page: 3 })).toBe(1012);
  expect(await house.admin.refused(preview.text, { id: await document('no.txt', Buffer.from([0, 1, 2, 3, 0, 0])) })).toBe(4637);
  expect(await house.admin.refused(preview.text, { id: await document('no.bin', 'x') })).toBe(4637);
});

it('pictures have neighbours in the order of the list, readable ones only', async () => {
  const place = await makeFolder(house.admin, cabinet);
  const one = await document('1.png', 'a', place);
  await document('2.txt', 'b', place);
  const three = await document('10.jpg', 'c', place);
  const next = await house.admin.call(preview.viewNext, { id: one, sortField: 'name' });
  expect(next).toMatchObject({ found: true, id: three, rendition: 'image' });
  expect(await house.admin.call(preview.viewPrevious, { id: three })).toMatchObject({ id: one });
  expect(await house.admin.call(preview.viewNext, { id: three })).toEqual({ found: false });
  expect(await house.admin.call(preview.viewPrevious, { id: three, sortDirection: 'desc' })).toEqual({ found: false });
});

it('every way to look at a document leaves a trace, and turning its pages is one look', async () => {
  const id = await document('traced.txt', 'x');
  const traces = async () => {
    await house.drain();
    const rows = await house.house.database.read.selectFrom('log_entry').select('action').where('obj_id', '=', Number(id)).execute();
    return rows.filter((row) => row.action === action.documentView).length;
  };
  await house.admin.call(preview.text, { id });
  await house.admin.call(preview.text, { id });
  expect(await traces()).toBe(1);
  await house.admin.call(preview.view, { id });
  await house.admin.call(preview.info, { id });
  expect(await traces()).toBe(2);
  const again = await house.as({ loginName: 'admin', password: 'admin-pass-1' });
  await again.call(preview.info, { id });
  expect(await traces()).toBe(3);
});
