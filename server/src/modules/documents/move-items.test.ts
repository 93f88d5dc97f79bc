import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';

let dossier: TestServer;
let cabinet: string;
const here = { from: '', to: '', doc: '', folder: '', inside: '' };
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
beforeEach(async () => {
  here.from = await makeFolder(dossier.admin, cabinet);
  here.to = await makeFolder(dossier.admin, cabinet);
  here.doc = await makeDocument(dossier, dossier.admin, { parentId: here.from, name: 'plan.txt' });
  here.folder = await makeFolder(dossier.admin, here.from, { name: 'Box' });
  here.inside = await makeDocument(dossier, dossier.admin, { parentId: here.folder, name: 'inside.txt' });
});
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

const namesIn = async (parentId: string): Promise<string[]> =>
  (await dossier.admin.call(library.items, { parentId, sortField: 'name' })).list.map((item) => item.name);

describe.each(['move', 'cut and paste', 'copy and paste'] as const)('%s', (way) => {
  const ask = async (objIds: string[], parentId: string, onSameName: 'refuse' | 'rename' | 'skip' = 'refuse'): Promise<number> => {
    if (way === 'move') return dossier.admin.refused(library.move, { objIds, parentId, onSameName });
    await dossier.admin.call(way === 'cut and paste' ? library.cut : library.copy, { objIds });
    return dossier.admin.refused(library.paste, { parentId, onSameName });
  };
  const put = async (objIds: string[], parentId: string, onSameName: 'refuse' | 'rename' | 'skip' = 'refuse') => {
    if (way === 'move') return dossier.admin.call(library.move, { objIds, parentId, onSameName });
    await dossier.admin.call(way === 'cut and paste' ? library.cut : library.copy, { objIds });
    return dossier.admin.call(library.paste, { parentId, onSameName });
  };

  it('puts a folder with its contents elsewhere', async () => {
    const { ids } = await put([here.doc, here.folder], here.to);
    expect(await namesIn(here.to)).toEqual(['Box', 'plan.txt']);
    expect(await namesIn(ids[1] ?? '')).toEqual(['inside.txt']);
    expect(await namesIn(here.from)).toEqual(way === 'copy and paste' ? ['Box', 'plan.txt'] : []);
    expect(ids[0] === here.doc).toBe(way !== 'copy and paste');
  });

  it('refuses, numbers or skips a taken name', async () => {
    await makeDocument(dossier, dossier.admin, { parentId: here.to, name: 'PLAN.txt' });
    // the number that is free in the target folder is taken in the source folder
    await makeDocument(dossier, dossier.admin, { parentId: here.from, name: 'plan (2).txt' });
    expect(await ask([here.doc], here.to)).toBe(4805);
    expect(await put([here.doc], here.to, 'skip')).toMatchObject({ ids: [], skipped: 1 });
    expect((await put([here.doc], here.to, 'rename')).ids).toHaveLength(1);
    expect(await namesIn(here.to)).toEqual(['PLAN.txt', 'plan (2).txt']);
  });

  it('leaves the clipboard alone where the items to be copied are named', async () => {
    await dossier.admin.call(library.cut, { objIds: [here.folder] });
    const { ids } = await dossier.admin.call(library.paste, { parentId: here.to, objIds: [here.doc] });
    expect([await namesIn(here.to), ids.includes(here.doc)]).toEqual([['plan.txt'], false]);
    expect(await dossier.admin.call(library.paste, { parentId: here.to })).toMatchObject({ ids: [here.folder], moved: true });
  });

  it('refuses what is there already, where nothing else is moved', async () => {
    const { ids } = await put([here.doc], here.to);
    if (way === 'copy and paste') return;
    expect(await ask(ids, here.to)).toBe(4808);
    expect((await put([...ids, here.folder], here.to)).ids).toEqual([here.folder]);
  });

  it('refuses one item and moves none', async () => {
    await makeFolder(dossier.admin, here.to, { name: 'box' });
    expect(await ask([here.doc, here.folder], here.to)).toBe(4805);
    expect(await namesIn(here.to)).toEqual(['box']);
  });

  it('refuses cabinets, the item itself, its child, publishing cabinets and missing items', async () => {
    const child = await makeFolder(dossier.admin, here.folder);
    expect(await ask([here.folder], here.folder)).toBe(4802);
    expect(await ask([here.folder], child)).toBe(4803);
    expect(await ask([cabinet], here.to)).toBe(4807);
    const publishing = await makeCabinet(dossier.admin, { publishing: true });
    const within = await makeFolder(dossier.admin, publishing);
    expect(await ask([here.doc], publishing)).toBe(4403);
    expect(await ask([here.doc], within)).toBe(4403);
    expect(await ask([here.doc], here.inside)).toBe(4501);
    if (way !== 'move') await dossier.admin.call(way === 'cut and paste' ? library.cut : library.copy, { objIds: [here.doc] });
    await dossier.admin.call(library.delete, { objIds: [here.doc] });
    if (way === 'move') expect(await ask([here.doc], here.to)).toBe(1002);
    else expect(await dossier.admin.refused(library.paste, { parentId: here.to })).toBe(way === 'copy and paste' ? 4806 : 1002);
  });

  it('counts a repeated id once', async () => {
    expect((await put([here.doc, here.doc], here.to, 'rename')).ids).toHaveLength(1);
    expect(await namesIn(here.to)).toEqual(['plan.txt']);
  });

  it('moves into a cabinet of another area', async () => {
    const elsewhere = await makeCabinet(dossier.admin, { moduleType: moduleType.my });
    const { ids } = await put([here.folder], elsewhere);
    expect(await dossier.admin.call(library.folderDetail, { id: ids[0] ?? '' })).toMatchObject({ cabinetId: elsewhere, moduleType: 2 });
  });
});

it('refuses a folder while another user has a document in it locked', async () => {
  const { database } = dossier.services;
  const lock = (personId: number) =>
    database.write((db) => db.updateTable('item').set({ lock_person_id: personId }).where('id', '=', Number(here.inside)).execute());
  await lock(4242);
  expect(await dossier.admin.refused(library.move, { objIds: [here.folder], parentId: here.to })).toBe(4810);
  await lock(0);
  await dossier.admin.call(library.move, { objIds: [here.folder], parentId: here.to });
});

describe('the clipboard', () => {
  it('is empty once a cut is pasted, and keeps copies', async () => {
    await dossier.admin.call(library.copy, { objIds: [here.doc] });
    await dossier.admin.call(library.paste, { parentId: here.to });
    await dossier.admin.call(library.paste, { parentId: here.to, onSameName: 'rename' });
    await dossier.admin.call(library.cut, { objIds: [here.doc] });
    expect(await dossier.admin.call(library.paste, { parentId: here.to, onSameName: 'rename' })).toMatchObject({ moved: true });
    expect(await dossier.admin.refused(library.paste, { parentId: here.from })).toBe(4801);
    expect(await namesIn(here.to)).toEqual(['plan.txt', 'plan (2).txt', 'plan (3).txt']);
  });

  it('copies into the same folder under a new name', async () => {
    await dossier.admin.call(library.copy, { objIds: [here.folder] });
    await dossier.admin.call(library.paste, { parentId: here.from });
    expect(await namesIn(here.from)).toEqual(['Box', 'Box (2)', 'plan.txt']);
  });
});

describe('two concurrent calls', () => {
  const settle = async (works: Promise<unknown>[]): Promise<number[]> =>
    (await Promise.allSettled(works)).map((one) => (one.status === 'fulfilled' ? 200 : (one.reason as { code: number }).code));

  it('delete the same item: one succeeds', async () => {
    const codes = await settle(Array.from({ length: 4 }, () => dossier.admin.call(library.delete, { objIds: [here.folder] })));
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 1002, 1002, 1002]);
    const back = await settle(Array.from({ length: 4 }, () => dossier.admin.call(library.restore, { objIds: [here.folder] })));
    expect(back.toSorted((a, b) => a - b)).toEqual([200, 4813, 4813, 4813]);
  });

  it('take the same name: one succeeds', async () => {
    const made = await settle(
      Array.from({ length: 4 }, () => dossier.admin.call(library.createFolder, { parentId: here.to, name: 'Same' })),
    );
    expect(made.toSorted((a, b) => a - b)).toEqual([200, 4502, 4502, 4502]);
    const renamed = await settle([
      dossier.admin.call(library.update, { id: here.doc, name: 'one.txt' }),
      dossier.admin.call(library.update, { id: here.folder, name: 'one.txt' }),
    ]);
    expect(renamed.filter((code) => code === 200)).toHaveLength(1);
    expect([4502, 4605]).toContain(renamed.find((code) => code !== 200));
  });

  it('move folders into each other: one succeeds', async () => {
    const codes = await settle([
      dossier.admin.call(library.move, { objIds: [here.from], parentId: here.to }),
      dossier.admin.call(library.move, { objIds: [here.to], parentId: here.folder }),
    ]);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 4803]);
  });

  it('move, rename, delete and copy the same item: nothing is lost', async () => {
    const codes = await settle([
      dossier.admin.call(library.move, { objIds: [here.folder], parentId: here.to }),
      dossier.admin.call(library.update, { id: here.folder, name: 'Chest' }),
      dossier.admin.call(library.move, { objIds: [here.inside], parentId: here.from }),
      dossier.admin.call(library.delete, { objIds: [here.from] }),
      dossier.admin.call(library.createFolder, { parentId: here.folder, name: 'New' }),
    ]);
    expect(codes.filter((code) => ![200, 1002].includes(code))).toEqual([]);
    const rows = await dossier.services.database.read
      .selectFrom('item')
      .select('id')
      .where('id', 'in', Object.values(here).map(Number))
      .execute();
    expect(rows).toHaveLength(5);
  });
});
