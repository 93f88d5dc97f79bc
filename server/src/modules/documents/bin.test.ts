import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBareDocument } from '../../../test/bare-documents.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let count = 0;
const way = { cabinet: '', a: '', b: '', doc: '', other: '' };
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
});
beforeEach(async () => {
  way.cabinet = await makeCabinet(dossier.admin, { name: `Cabinet no. ${++count}` });
  way.a = await makeFolder(dossier.admin, way.cabinet, { name: 'A' });
  way.b = await makeFolder(dossier.admin, way.a, { name: 'B' });
  way.doc = await makeBareDocument(dossier, dossier.admin, { parentId: way.b, name: 'doc.txt' });
  way.other = await makeBareDocument(dossier, dossier.admin, { parentId: way.a, name: 'other.txt' });
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

describe('what is deleted', () => {
  it('is gone from everywhere and comes back whole', async () => {
    await remove(way.a);
    expect(await namesIn(way.cabinet)).toEqual([]);
    for (const [route, input] of [
      [library.documentDetail, { id: way.doc }],
      [library.ancestors, { id: way.b }],
      [library.items, { parentId: way.a }],
      [library.update, { id: way.doc, name: 'x' }],
      [library.delete, { objIds: [way.doc] }],
      [permissions.list, { objId: way.a }],
    ] as const)
      expect([route.path, await dossier.admin.refused(route, input)]).toEqual([route.path, 1002]);
    const [entry] = (await dossier.admin.call(library.bin)).list;
    expect(entry).toMatchObject({ id: way.a, name: 'A', path: `Cabinet no. ${count}`, deleterName: expect.any(String) as unknown });
    expect(await restore(way.a)).toEqual({ list: [{ objId: way.a, parentId: way.cabinet, name: 'A' }] });
    expect(await namesIn(way.b)).toEqual(['doc.txt']);
    expect(await dossier.admin.refused(library.restore, { objIds: [way.a] })).toBe(4813);
  });

  it('comes back under a number when its name is taken meanwhile', async () => {
    await remove(way.other, way.a);
    await makeFolder(dossier.admin, way.cabinet, { name: 'a' });
    expect((await restore(way.a)).list[0]?.name).toBe('A (2)');
    await makeBareDocument(dossier, dossier.admin, { parentId: way.a, name: 'OTHER.txt' });
    expect((await restore(way.other)).list[0]?.name).toBe('other (2).txt');
  });

  it('brings the folders around it back, alone', async () => {
    await remove(way.doc);
    await remove(way.a);
    expect(await restore(way.doc)).toEqual({ list: [{ objId: way.doc, parentId: way.b, name: 'doc.txt' }] });
    expect([await namesIn(way.cabinet), await namesIn(way.a), await namesIn(way.b)]).toEqual([['A'], ['B'], ['doc.txt']]);
    expect(await inBin('other')).toEqual([way.other]);
    await restore(way.other);
    expect(await namesIn(way.a)).toEqual(['B', 'other.txt']);
  });

  it('brings folders back that were removed for good meanwhile, with their rights', async () => {
    await dossier.admin.call(permissions.grant, { objId: way.a, granteeType: 'user', granteeId: staff.id, level: 3 });
    await remove(way.doc);
    await remove(way.a);
    await dossier.admin.call(library.remove, { objIds: [way.a] });
    expect([await inBin('A'), await rowsOf(way.other)]).toEqual([[], 0]);
    expect(await inBin('doc')).toContain(way.doc);
    await restore(way.doc);
    expect(await staff.client.call(library.items, { parentId: way.b })).toMatchObject({ totalNumber: 1 });
    expect(await namesIn(way.a)).toEqual(['B']);
  });

  it('comes back out of a cabinet that went for good', async () => {
    await remove(way.doc);
    await remove(way.cabinet);
    await dossier.admin.call(library.remove, { objIds: [way.cabinet] });
    await restore(way.doc);
    expect(await dossier.admin.call(library.ancestors, { id: way.doc })).toMatchObject([
      { id: way.cabinet },
      { id: way.a },
      { id: way.b },
      {},
    ]);
  });

  it('leaves nothing behind once all of it went for good', async () => {
    await remove(way.doc);
    await remove(way.a);
    await dossier.admin.call(library.remove, { objIds: [way.a] });
    await dossier.admin.call(library.remove, { objIds: [way.doc] });
    expect(await rowsOf(way.a, way.b, way.doc, way.other)).toBe(0);
    expect(await dossier.admin.refused(library.restore, { objIds: [way.doc] })).toBe(4813);
  });

  it('comes back once when asked for with its folder, in any order, twice', async () => {
    await remove(way.doc);
    await remove(way.b);
    await remove(way.a);
    const { list } = await restore(way.doc, way.a, way.doc, way.b);
    expect(list.map((one) => one.name)).toEqual(['doc.txt', 'A', 'B']);
    expect([await namesIn(way.cabinet), await namesIn(way.a), await namesIn(way.b)]).toEqual([['A'], ['B', 'other.txt'], ['doc.txt']]);
  });

  it('counts once when a folder and something in it are deleted together', async () => {
    expect((await remove(way.a, way.doc)).entries).toHaveLength(1);
    await restore(way.a);
    await remove(way.doc, way.a);
    await restore(way.a);
    expect(await inBin('doc')).toContain(way.doc);
  });

  it('is kept while somebody holds a lock inside', async () => {
    await dossier.services.database.write((db) =>
      db
        .updateTable('item')
        .set({ lock_person_id: Number(staff.id) })
        .where('id', '=', Number(way.doc))
        .execute(),
    );
    expect(await dossier.admin.refused(library.delete, { objIds: [way.a] })).toBe(4619);
  });
});

describe('the bin of staff', () => {
  const grantOn = (objId: string, level: number, reach: 'self' | 'all' = 'all') =>
    dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: staff.id, level, reach });

  it('holds what they deleted and still may see, and lets them restore but not remove it', async () => {
    await grantOn(way.a, 123);
    await staff.client.call(library.delete, { objIds: [way.doc] });
    expect((await staff.client.call(library.bin)).list).toMatchObject([{ id: way.doc, path: 'A / B' }]);
    expect(await staff.client.refused(library.remove, { objIds: [way.doc] })).toBe(4901);
    await dossier.admin.call(permissions.revoke, { objId: way.a, granteeType: 'user', granteeId: staff.id });
    expect(await staff.client.call(library.bin)).toMatchObject({ list: [], totalNumber: 0 });
    expect(await staff.client.refused(library.restore, { objIds: [way.doc] })).toBe(4813);
    await restore(way.doc);
  });

  it('holds nothing of others, as if it were not there', async () => {
    await grantOn(way.a, 123);
    await remove(way.doc);
    expect((await staff.client.call(library.bin)).totalNumber).toBe(0);
    for (const objIds of [[way.doc], ['123']]) expect(await staff.client.refused(library.restore, { objIds })).toBe(4813);
    for (const objIds of [[way.doc], ['123']]) expect(await staff.client.refused(library.remove, { objIds })).toBe(4813);
  });

  it('brings no folder back that they could not have deleted', async () => {
    await grantOn(way.doc, 123, 'self');
    await staff.client.call(library.delete, { objIds: [way.doc] });
    await remove(way.a);
    expect(await staff.client.refused(library.restore, { objIds: [way.doc] })).toBe(4812);
  });

  it('lets nobody delete a folder with something in it that they may not change', async () => {
    await grantOn(way.a, 123);
    await grantOn(way.doc, 0, 'self');
    expect(await staff.client.refused(library.delete, { objIds: [way.a] })).toBe(1001);
    expect(await staff.client.refused(library.delete, { objIds: [way.cabinet] })).toBe(1002);
  });
});
