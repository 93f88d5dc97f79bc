import { permissions } from '@dossier/contract/access/permissions';
import { moduleType } from '@dossier/contract/core/rights';
import { library, sortFields } from '@dossier/contract/documents/library';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeBareDocument } from '../../../test/bare-documents.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
const at = { cabinet: '', folder: '', hidden: '', deep: '', doc: '' };
const documents = ['报告.txt', '安全.txt', '北京.txt', 'file 10.txt', 'file 9.txt', 'Zebra.txt', 'apple.txt', 'secret.txt'];
const folders = ['Drawer 2', 'Drawer 10', '重庆'];
const inOrder = ['apple.txt', 'file 9.txt', 'file 10.txt', 'Zebra.txt', '安全.txt', '报告.txt', '北京.txt'];

beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
  at.cabinet = await makeCabinet(dossier.admin);
  at.folder = await makeFolder(dossier.admin, at.cabinet);
  await dossier.admin.call(permissions.grant, { objId: at.folder, granteeType: 'user', granteeId: staff.id, level: 3 });
  for (const [n, name] of folders.entries()) await makeFolder(dossier.admin, at.folder, { name, sortNumber: n });
  for (const [n, name] of documents.entries()) {
    dossier.clock.forward(1000);
    const id = await makeBareDocument(dossier, dossier.admin, { parentId: at.folder, name, size: 100 - n });
    if (name === 'secret.txt')
      await dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: staff.id, level: 0 });
  }
  at.hidden = await makeFolder(dossier.admin, at.folder, { name: 'Drawer 3' });
  at.deep = await makeFolder(dossier.admin, at.hidden, { name: 'Deep' });
  at.doc = await makeBareDocument(dossier, dossier.admin, { parentId: at.deep, name: 'deep.txt' });
  await dossier.admin.call(permissions.grant, { objId: at.hidden, granteeType: 'user', granteeId: staff.id, level: 0 });
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

const list = (more: object = {}) => staff.client.call(library.items, { parentId: at.folder, ...more });
const names = async (more: object = {}) => (await list(more)).list.map((item) => item.name);

describe('a list', () => {
  it('sorts numbers by value and Chinese by pinyin, folders first, in both directions', async () => {
    expect(await names({ sortField: 'name' })).toEqual(['Drawer 2', 'Drawer 10', '重庆', ...inOrder]);
    expect(await names({ sortField: 'name', sortDirection: 'desc' })).toEqual(['重庆', 'Drawer 10', 'Drawer 2', ...inOrder.toReversed()]);
  });

  it('names each entry as other clients do, too', async () => {
    const [folder, ...others] = (await list({ sortField: 'name' })).list;
    expect(folder).toMatchObject({ refId: folder?.id, objName: 'Drawer 2', cabType: 3 });
    expect(folder?.fileName).toBeUndefined();
    expect(others.at(-1)).toMatchObject({ refId: others.at(-1)?.id, fileName: inOrder.at(-1), cabType: 3 });
  });

  it('sorts by size, time and sort number', async () => {
    const seen = documents.filter((name) => name !== 'secret.txt');
    const docs = async (sortField: string, sortDirection = 'asc') => (await names({ sortField, sortDirection })).slice(3);
    expect(await docs('size', 'desc')).toEqual(seen);
    expect(await docs('createTime')).toEqual(seen);
    expect(await docs('updateTime', 'desc')).toEqual(seen.toReversed());
    expect((await names({ sortField: 'sortNumber' })).slice(0, 3)).toEqual(folders);
    expect((await names({ sortField: 'sortNumber', sortDirection: 'desc' })).slice(0, 3)).toEqual(folders.toReversed());
  });

  it.each(sortFields)('by %s is paged across the boundary of folders and documents', async (sortField) => {
    const whole = await names({ sortField });
    for (const pageSize of [1, 2, 3, 4, 7]) {
      const pages: string[] = [];
      for (let pageNo = 1; pageNo <= Math.ceil(10 / pageSize) + 1; pageNo++) {
        const page = await list({ sortField, pageSize, pageNo });
        expect(page.totalNumber).toBe(10);
        pages.push(...page.list.map((item) => item.name));
      }
      expect(pages).toEqual(whole);
    }
  });

  it('finds part of a name, and counts nothing hidden', async () => {
    expect(await list({ keyword: 'DRAWER', sortField: 'name' })).toMatchObject({
      totalNumber: 2,
      list: [{ name: 'Drawer 2' }, { name: 'Drawer 10' }],
    });
    for (const keyword of ['secret', '%', '_', "'"]) expect(await list({ keyword })).toMatchObject({ totalNumber: 0, list: [] });
    expect(await list({ keyword: '京' })).toMatchObject({ totalNumber: 1 });
    expect(await list({ keyword: '.txt', pageSize: 2, pageNo: 4, sortField: 'name' })).toMatchObject({
      totalNumber: 7,
      list: [{ name: '北京.txt' }],
    });
    expect(await staff.client.call(library.documents, { parentId: at.folder })).toMatchObject({ totalNumber: 7 });
    expect(await staff.client.call(library.folderDetail, { id: at.folder })).toMatchObject({ childCount: 10 });
    expect(await dossier.admin.call(library.folderDetail, { id: at.folder })).toMatchObject({ childCount: 12 });
  });
});

describe('the tree', () => {
  const tree = (input: object) => staff.client.call(library.tree, input);

  it('has no arrow at folders with hidden subfolders only', async () => {
    const holder = await makeFolder(dossier.admin, at.cabinet);
    const inner = await makeFolder(dossier.admin, holder);
    await dossier.admin.call(permissions.grant, { objId: holder, granteeType: 'user', granteeId: staff.id, level: 1 });
    const arrow = async () => (await tree({ moduleType: 3 })).find((node) => node.id === holder)?.hasChildren;
    expect(await arrow()).toBe(true);
    await dossier.admin.call(permissions.grant, { objId: inner, granteeType: 'user', granteeId: staff.id, level: 0 });
    expect(await arrow()).toBe(false);
    expect(await tree({ parentId: holder })).toEqual([]);
    await dossier.admin.call(library.delete, { objIds: [holder] });
  });

  it('shows the folders of a folder in order', async () => {
    expect((await tree({ parentId: at.folder })).map((node) => node.name)).toEqual(folders);
    expect(await staff.client.refused(library.tree, { parentId: at.cabinet })).toBe(1002);
  });
});

describe('a single folder granted deep inside', () => {
  it('is the entry of its area, and the only one', async () => {
    const guest = await makeSignedIn(dossier);
    const entries = async (area: number) => (await guest.client.call(library.cabinets, { moduleType: area })).list.map((item) => item.id);
    expect(await entries(moduleType.enterprise)).toEqual([]);
    await dossier.admin.call(permissions.grant, { objId: at.deep, granteeType: 'user', granteeId: guest.id, level: 3 });
    expect(await entries(moduleType.enterprise)).toEqual([at.deep]);
    expect([await entries(moduleType.my), await entries(moduleType.system)]).toEqual([[], []]);
    expect((await guest.client.call(library.tree, { moduleType: 3 })).map((node) => node.id)).toEqual([at.deep]);
    expect(await guest.client.call(library.ancestors, { id: at.doc })).toMatchObject([{ name: 'Deep' }, { name: 'deep.txt' }]);
    expect(await guest.client.call(library.documentDetail, { id: at.doc })).toMatchObject({ path: 'Deep / deep.txt' });
    for (const id of [at.cabinet, at.folder, at.hidden]) expect(await guest.client.refused(library.items, { parentId: id })).toBe(1002);
  });

  it('with the folder itself denied shows its contents as entries', async () => {
    const guest = await makeSignedIn(dossier);
    const grantTo = (level: number, reach: 'self' | 'children' | 'all') =>
      dossier.admin.call(permissions.grant, { objId: at.hidden, granteeType: 'user', granteeId: guest.id, level, reach });
    const entries = async () => (await guest.client.call(library.cabinets, { moduleType: 3 })).list.map((item) => item.id);
    await grantTo(3, 'all');
    expect(await entries()).toEqual([at.hidden]);
    await grantTo(0, 'self');
    expect(await entries()).toEqual([at.deep]);
    await grantTo(0, 'children');
    await dossier.admin.call(permissions.revoke, { objId: at.hidden, granteeType: 'user', granteeId: guest.id });
    await grantTo(3, 'all');
    await grantTo(0, 'children');
    expect(await entries()).toEqual([at.doc]);
  });
});
