import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBareDocument } from '../../../test/bare-documents.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let count = 0;
const created = { cabinet: '', a: '', b: '', doc: '', other: '' };
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
});
beforeEach(async () => {
  created.cabinet = await makeCabinet(dossier.admin, { name: `Cabinet no. ${++count}` });
  created.a = await makeFolder(dossier.admin, created.cabinet, { name: 'A' });
  created.b = await makeFolder(dossier.admin, created.a, { name: 'B' });
  created.doc = await makeBareDocument(dossier, dossier.admin, { parentId: created.b, name: 'doc.txt' });
  created.other = await makeBareDocument(dossier, dossier.admin, { parentId: created.a, name: 'other.txt' });
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

const remove = (...objIds: string[]) => dossier.admin.call(library.delete, { objIds });
const restore = (...objIds: string[]) => dossier.admin.call(library.restore, { objIds });
const namesIn = async (parentId: string) =>
  (await dossier.admin.call(library.items, { parentId, sortField: 'name' })).list.map((item) => item.name);
const inBin = async (keyword?: string) =>
  (await dossier.admin.call(library.bin, { keyword, pageSize: 1000 })).list.map((entry) => entry.id);
const rowsOf = async (...ids: string[]) =>
  (await dossier.services.database.read.selectFrom('item').select('id').where('id', 'in', ids.map(Number)).execute()).length;

describe('a deletion', () => {
  it('hides the item everywhere and is restored completely', async () => {
    await remove(created.a);
    expect(await namesIn(created.cabinet)).toEqual([]);
    for (const [route, input] of [
      [library.documentDetail, { id: created.doc }],
      [library.ancestors, { id: created.b }],
      [library.items, { parentId: created.a }],
      [library.update, { id: created.doc, name: 'x' }],
      [library.delete, { objIds: [created.doc] }],
      [permissions.list, { objId: created.a }],
    ] as const)
      expect([route.path, await dossier.admin.refused(route, input)]).toEqual([route.path, 1002]);
    const [entry] = (await dossier.admin.call(library.bin)).list;
    expect(entry).toMatchObject({ id: created.a, name: 'A', path: `Cabinet no. ${count}`, deleterName: expect.any(String) as unknown });
    expect(await restore(created.a)).toEqual({ list: [{ objId: created.a, parentId: created.cabinet, name: 'A' }] });
    expect(await namesIn(created.b)).toEqual(['doc.txt']);
    expect(await dossier.admin.refused(library.restore, { objIds: [created.a] })).toBe(4813);
  });

  it('is restored under a number when its name was taken meanwhile', async () => {
    await remove(created.other, created.a);
    await makeFolder(dossier.admin, created.cabinet, { name: 'a' });
    expect((await restore(created.a)).list[0]?.name).toBe('A (2)');
    await makeBareDocument(dossier, dossier.admin, { parentId: created.a, name: 'OTHER.txt' });
    expect((await restore(created.other)).list[0]?.name).toBe('other (2).txt');
  });

  it('restores the folders around it without their other contents', async () => {
    await remove(created.doc);
    await remove(created.a);
    expect(await restore(created.doc)).toEqual({ list: [{ objId: created.doc, parentId: created.b, name: 'doc.txt' }] });
    expect([await namesIn(created.cabinet), await namesIn(created.a), await namesIn(created.b)]).toEqual([['A'], ['B'], ['doc.txt']]);
    expect(await inBin('other')).toEqual([created.other]);
    await restore(created.other);
    expect(await namesIn(created.a)).toEqual(['B', 'other.txt']);
  });

  it('restores purged folders around it, with their rights', async () => {
    await dossier.admin.call(permissions.grant, { objId: created.a, granteeType: 'user', granteeId: staff.id, level: 3 });
    await remove(created.doc);
    await remove(created.a);
    await dossier.admin.call(library.remove, { objIds: [created.a] });
    expect([await inBin('A'), await rowsOf(created.other)]).toEqual([[], 0]);
    expect(await inBin('doc')).toContain(created.doc);
    await restore(created.doc);
    expect(await staff.client.call(library.items, { parentId: created.b })).toMatchObject({ totalNumber: 1 });
    expect(await namesIn(created.a)).toEqual(['B']);
  });

  it('is restored from a cabinet that was purged', async () => {
    await remove(created.doc);
    await remove(created.cabinet);
    await dossier.admin.call(library.remove, { objIds: [created.cabinet] });
    await restore(created.doc);
    expect(await dossier.admin.call(library.ancestors, { id: created.doc })).toMatchObject([
      { id: created.cabinet },
      { id: created.a },
      { id: created.b },
      {},
    ]);
  });

  it('leaves nothing once everything in it is purged', async () => {
    await remove(created.doc);
    await remove(created.a);
    await dossier.admin.call(library.remove, { objIds: [created.a] });
    await dossier.admin.call(library.remove, { objIds: [created.doc] });
    expect(await rowsOf(created.a, created.b, created.doc, created.other)).toBe(0);
    expect(await dossier.admin.refused(library.restore, { objIds: [created.doc] })).toBe(4813);
  });

  it('is restored once when requested with its folder, in any order or twice', async () => {
    await remove(created.doc);
    await remove(created.b);
    await remove(created.a);
    const { list } = await restore(created.doc, created.a, created.doc, created.b);
    expect(list.map((one) => one.name)).toEqual(['doc.txt', 'A', 'B']);
    expect([await namesIn(created.cabinet), await namesIn(created.a), await namesIn(created.b)]).toEqual([
      ['A'],
      ['B', 'other.txt'],
      ['doc.txt'],
    ]);
  });

  it('counts once when a folder and an item in it are deleted together', async () => {
    expect((await remove(created.a, created.doc)).entries).toHaveLength(1);
    await restore(created.a);
    await remove(created.doc, created.a);
    await restore(created.a);
    expect(await inBin('doc')).toContain(created.doc);
  });

  it('is refused while a lock is held inside', async () => {
    await dossier.services.database.write((db) =>
      db
        .updateTable('item')
        .set({ lock_person_id: Number(staff.id) })
        .where('id', '=', Number(created.doc))
        .execute(),
    );
    expect(await dossier.admin.refused(library.delete, { objIds: [created.a] })).toBe(4619);
  });
});

describe('the bin of a staff user', () => {
  const grantOn = (objId: string, level: number, reach: 'self' | 'all' = 'all') =>
    dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: staff.id, level, reach });

  it('contains own deletions that are still visible, which can be restored but not purged', async () => {
    await grantOn(created.a, 123);
    await staff.client.call(library.delete, { objIds: [created.doc] });
    expect((await staff.client.call(library.bin)).list).toMatchObject([{ id: created.doc, path: 'A / B' }]);
    expect(await staff.client.refused(library.remove, { objIds: [created.doc] })).toBe(4901);
    await dossier.admin.call(permissions.revoke, { objId: created.a, granteeType: 'user', granteeId: staff.id });
    expect(await staff.client.call(library.bin)).toMatchObject({ list: [], totalNumber: 0 });
    expect(await staff.client.refused(library.restore, { objIds: [created.doc] })).toBe(4813);
    await restore(created.doc);
  });

  it('does not reveal deletions of others', async () => {
    await grantOn(created.a, 123);
    await remove(created.doc);
    expect((await staff.client.call(library.bin)).totalNumber).toBe(0);
    for (const objIds of [[created.doc], ['123']]) expect(await staff.client.refused(library.restore, { objIds })).toBe(4813);
    for (const objIds of [[created.doc], ['123']]) expect(await staff.client.refused(library.remove, { objIds })).toBe(4813);
  });

  it('restores no folder that the user could not have deleted', async () => {
    await grantOn(created.doc, 123, 'self');
    await staff.client.call(library.delete, { objIds: [created.doc] });
    await remove(created.a);
    expect(await staff.client.refused(library.restore, { objIds: [created.doc] })).toBe(4812);
  });

  it('a folder with an item that the user may not change cannot be deleted', async () => {
    await grantOn(created.a, 123);
    await grantOn(created.doc, 0, 'self');
    expect(await staff.client.refused(library.delete, { objIds: [created.a] })).toBe(1001);
    expect(await staff.client.refused(library.delete, { objIds: [created.cabinet] })).toBe(1002);
  });
});
