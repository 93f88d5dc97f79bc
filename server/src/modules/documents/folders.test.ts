import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  staff = await makeSignedIn(dossier);
  cabinet = await makeCabinet(dossier.admin, { name: 'Main' });
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

const nul = String.fromCharCode(0);
const rightToLeft = String.fromCharCode(0x202e);

describe('cabinets', () => {
  it('are created by administrators in the shared areas and by every user for themselves', async () => {
    const shared = { name: 'Shared', moduleType: moduleType.enterprise };
    expect(await staff.client.refused(library.createCabinet, shared)).toBe(1011);
    expect(await staff.client.refused(library.createCabinet, { ...shared, moduleType: moduleType.system })).toBe(1011);
    const own = await makeCabinet(staff.client, { name: 'Main', moduleType: moduleType.my });
    await makeCabinet(dossier.admin, { name: 'Main', moduleType: moduleType.my });
    expect((await staff.client.call(library.cabinets, { moduleType: moduleType.my })).list.map((item) => item.id)).toEqual([own]);
    expect(await staff.client.refused(library.createCabinet, { name: 'x', moduleType: moduleType.my, publishing: true })).toBe(4403);
  });

  it('have unique names in an area', async () => {
    expect(await dossier.admin.refused(library.createCabinet, { name: 'MAIN', moduleType: moduleType.enterprise })).toBe(4402);
    await makeCabinet(dossier.admin, { name: 'Main', moduleType: moduleType.system });
  });

  it('are described, ordered and renamed', async () => {
    const id = await makeCabinet(dossier.admin, { name: 'Changing' });
    await dossier.admin.call(library.updateCabinet, { id, name: 'Changed', description: 'What it holds', sortNumber: 3 });
    expect(await dossier.admin.call(library.cabinetDetail, { id })).toMatchObject({
      name: 'Changed',
      description: 'What it holds',
      sortNumber: 3,
    });
    expect(await dossier.admin.refused(library.updateCabinet, { id, name: 'main' })).toBe(4402);
    expect(await dossier.admin.refused(library.updateFolder, { id, name: 'x' })).toBe(4501);
    expect(await dossier.admin.refused(library.update, { id, sortNumber: 1000 })).toBe(400);
  });
});

describe('a cabinet that only its owner sees', () => {
  const aloneFor = async (client: typeof staff.client, id: string): Promise<boolean | undefined> =>
    (await client.call(library.cabinetDetail, { id })).ownerOnly;

  it('is told to its owner, until a grant gives others something', async () => {
    const id = await makeCabinet(dossier.admin, { name: 'Unshared' });
    const to = { objId: id, granteeType: 'user', granteeId: staff.id, level: level.view, reach: 'all' } as const;
    expect(await aloneFor(dossier.admin, id)).toBe(true);
    await dossier.admin.call(permissions.grant, { ...to, level: 0 });
    expect(await aloneFor(dossier.admin, id)).toBe(true);
    await dossier.admin.call(permissions.grant, to);
    expect(await aloneFor(dossier.admin, id)).toBeUndefined();
    expect(await aloneFor(staff.client, id)).toBeUndefined();
    await dossier.admin.call(permissions.revoke, { objId: id, granteeType: 'user', granteeId: staff.id });
    expect(await aloneFor(dossier.admin, id)).toBe(true);
  });

  it('is one again when the last grant has expired', async () => {
    const id = await makeCabinet(dossier.admin, { name: 'Lent' });
    const deadline = new Date(dossier.clock.now() + 3_600_000).toISOString();
    const granted = { objId: id, granteeType: 'user', granteeId: staff.id, level: level.view, reach: 'all', deadline } as const;
    await dossier.admin.call(permissions.grant, granted);
    expect(await aloneFor(dossier.admin, id)).toBeUndefined();
    dossier.clock.forward(3_600_001);
    expect(await aloneFor(dossier.admin, id)).toBe(true);
  });

  it('is not told of personal cabinets, nor to a manager who does not own it', async () => {
    const own = await makeCabinet(staff.client, { name: 'Mine', moduleType: moduleType.my });
    expect(await aloneFor(staff.client, own)).toBeUndefined();
    const id = await makeCabinet(dossier.admin, { name: 'Handed over' });
    const granted = { objId: id, granteeType: 'user', granteeId: staff.id, level: level.full, reach: 'all' } as const;
    await dossier.admin.call(permissions.grant, granted);
    expect(await aloneFor(staff.client, id)).toBeUndefined();
  });
});

describe('names', () => {
  const long = 'é'.repeat(127);
  it.each([
    ['', 1004],
    ['  ', 1004],
    ['..', 1005],
    ['.', 1005],
    ['a/b', 1005],
    ['a\\b', 1005],
    ['CON', 1005],
    ['con.txt', 1005],
    ['end.', 1005],
    [' start', 1005],
    [`zero${nul}byte`, 1005],
    [`turned${rightToLeft}fdp.exe`, 1005],
    ['lone \ud800', 1005],
    [`${long}é`, 1006],
    ['x'.repeat(256), 1006],
  ])('%j is refused everywhere with %i', async (name, code) => {
    const id = await makeFolder(dossier.admin, cabinet);
    expect(await dossier.admin.refused(library.createFolder, { parentId: cabinet, name })).toBe(code);
    expect(await dossier.admin.refused(library.createCabinet, { moduleType: 3, name })).toBe(code);
    expect(await dossier.admin.refused(library.update, { id, name })).toBe(code);
    expect(await dossier.admin.call(library.checkNames, { parentId: cabinet, names: [name] })).toEqual({ taken: [] });
  });

  it.each([`${long}e`, '😀 emoji 👩‍👩‍👧', 'שלום', 'console', 'com10', 'x'.repeat(255), 'A\u030angström'])(
    '%j may be given',
    async (name) => {
      const folder = await makeFolder(dossier.admin, cabinet, { name });
      const detail = await dossier.admin.call(library.folderDetail, { id: folder });
      expect(detail.name).toBe(name.normalize('NFC'));
      expect(await dossier.admin.refused(library.createFolder, { parentId: cabinet, name: name.toUpperCase() })).toBe(4502);
      expect(await dossier.admin.call(library.checkFolderName, { parentId: cabinet, name })).toEqual({ free: false });
    },
  );

  it('get fitting numbers, whatever characters they contain', async () => {
    const from = await makeFolder(dossier.admin, cabinet);
    for (const name of [`${'x'.repeat(39)}😀 tail.txt`, `${'Σ'.repeat(41)}α.tar.gz`, `${'字'.repeat(84)}.md`]) {
      const doc = await makeDocument(dossier, dossier.admin, { parentId: from, name });
      await dossier.admin.call(library.copy, { objIds: [doc] });
      for (let n = 0; n < 12; n++) await dossier.admin.call(library.paste, { parentId: from, onSameName: 'rename' });
    }
    expect((await dossier.admin.call(library.items, { parentId: from })).totalNumber).toBe(39);
  });
});

describe('folders', () => {
  it('report which names are taken, in one call', async () => {
    const parentId = await makeFolder(dossier.admin, cabinet);
    const a = await makeFolder(dossier.admin, parentId, { name: 'Alpha' });
    const doc = await makeDocument(dossier, dossier.admin, { parentId, name: 'beta.txt' });
    expect(await dossier.admin.call(library.checkNames, { parentId, names: ['ALPHA', 'Beta.TXT', 'gamma'] })).toEqual({
      taken: expect.arrayContaining([
        { name: 'ALPHA', id: a, objType: 32 },
        { name: 'Beta.TXT', id: doc, objType: 33 },
      ]) as unknown,
    });
    expect(await dossier.admin.call(library.checkNamesByQuery, { parentId, names: 'Alpha' })).toMatchObject({ taken: [{ id: a }] });
    expect(await dossier.admin.call(library.checkFolderName, { parentId, name: 'ALPHA' })).toEqual({ free: false });
    expect(await dossier.admin.call(library.checkFolderName, { parentId, name: 'Delta' })).toEqual({ free: true });
  });

  it('are at most a hundred levels deep, created or moved', async () => {
    let deep = await makeFolder(dossier.admin, cabinet);
    for (let n = 2; n < 99; n++) deep = await makeFolder(dossier.admin, deep);
    const other = await makeFolder(dossier.admin, cabinet);
    await makeFolder(dossier.admin, other);
    expect(await dossier.admin.refused(library.move, { objIds: [other], parentId: deep })).toBe(4504);
    const last = await makeFolder(dossier.admin, deep);
    expect(await dossier.admin.refused(library.createFolder, { parentId: last, name: 'x' })).toBe(4504);
  });

  it('report the name of a hidden item only as taken', async () => {
    const parentId = await makeFolder(dossier.admin, cabinet);
    const hidden = await makeFolder(dossier.admin, parentId, { name: 'Hidden' });
    await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId: staff.id, level: 59 });
    await dossier.admin.call(permissions.grant, { objId: hidden, granteeType: 'user', granteeId: staff.id, level: 0 });
    expect(await staff.client.call(library.checkNames, { parentId, names: ['hidden'] })).toEqual({
      taken: [{ name: 'hidden' }],
    });
    expect(await staff.client.refused(library.createFolder, { parentId, name: 'hidden' })).toBe(4502);
    expect(await staff.client.call(library.items, { parentId })).toMatchObject({ list: [], totalNumber: 0 });
  });
});

describe('documents and folders', () => {
  it('are renamed with their extension, and not while another user holds the lock', async () => {
    const doc = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.txt' });
    await dossier.admin.call(library.update, { id: doc, name: 'plan.pdf' });
    expect(await dossier.admin.call(library.documentDetail, { id: doc })).toMatchObject({ name: 'plan.pdf', ext: 'pdf' });
    await dossier.services.database.write((db) =>
      db
        .updateTable('item')
        .set({ lock_person_id: Number(staff.id) })
        .where('id', '=', Number(doc))
        .execute(),
    );
    expect(await dossier.admin.refused(library.update, { id: doc, name: 'x' })).toBe(4619);
    expect(await dossier.admin.refused(library.delete, { objIds: [doc] })).toBe(4619);
    const folder = await makeFolder(dossier.admin, cabinet);
    expect(await dossier.admin.refused(library.move, { objIds: [doc], parentId: folder })).toBe(4810);
  });

  it('are refused as a whole beyond fifteen', async () => {
    const ids = Array.from({ length: 16 }, (_, n) => String(n + 1));
    for (const route of [library.delete, library.copy, library.cut, library.restore, library.remove])
      expect([route.path, await dossier.admin.refused(route, { objIds: ids })]).toEqual([route.path, 1007]);
    expect(await dossier.admin.refused(library.move, { objIds: ids, parentId: cabinet })).toBe(1007);
    expect(await dossier.admin.refused(permissions.grant, { objId: ids, granteeType: 'user', granteeId: staff.id, level: 1 })).toBe(1007);
  });
});
