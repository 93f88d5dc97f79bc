import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/ids.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

/** A folder with `count` documents. */
async function fullFolder(count: number): Promise<string> {
  const folder = await makeFolder(dossier.admin, cabinet);
  const id = await makeDocument(dossier, dossier.admin, { parentId: folder });
  await dossier.services.database.write(async (db) => {
    const row = await db.selectFrom('item').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
    const rows = Array.from({ length: count - 1 }, (_, n) => ({ ...row, id: newId(), name: `${n}.txt`, name_key: `${n}.txt` }));
    for (let at = 0; at < rows.length; at += 200)
      await db
        .insertInto('item')
        .values(rows.slice(at, at + 200))
        .execute();
  });
  return folder;
}

it('a paste has one limit for all of its items together', async () => {
  const objIds = [await fullFolder(600), await fullFolder(4600)];
  const place = await makeFolder(dossier.admin, cabinet);
  await dossier.admin.call(library.copy, { objIds });
  expect(await dossier.admin.refused(library.paste, { parentId: place })).toBe(4811);
  expect((await dossier.admin.call(library.items, { parentId: place, pageNo: 1, pageSize: 10 })).list).toEqual([]);
  await dossier.admin.call(library.copy, { objIds: objIds.slice(0, 1) });
  expect((await dossier.admin.call(library.paste, { parentId: place })).ids).toHaveLength(1);
});

it('a move has a limit of rewritten items; with the same rights and cabinet it has none', async () => {
  const [from, to] = [await makeFolder(dossier.admin, cabinet), await makeFolder(dossier.admin, cabinet)];
  const elsewhere = await makeCabinet(dossier.admin);
  const objIds = [await fullFolder(600), await fullFolder(19_500)];
  const inFolder = async (parentId: string) =>
    (await dossier.admin.call(library.items, { parentId, pageNo: 1, pageSize: 10 })).list.map((item) => item.id).toSorted();
  await dossier.admin.call(library.move, { objIds: objIds.slice(0, 1), parentId: from });
  expect(await dossier.admin.refused(library.move, { objIds, parentId: elsewhere })).toBe(4811);
  await dossier.admin.call(library.cut, { objIds });
  expect(await dossier.admin.refused(library.paste, { parentId: elsewhere })).toBe(4811);
  expect(await inFolder(elsewhere)).toEqual([]);
  await dossier.admin.call(library.move, { objIds: objIds.slice(1), parentId: from });
  await dossier.admin.call(library.move, { objIds, parentId: to });
  expect(await inFolder(to)).toEqual(objIds.toSorted());
  for (const id of objIds) await dossier.admin.call(library.move, { objIds: [id], parentId: elsewhere });
  expect(await inFolder(elsewhere)).toEqual(objIds.toSorted());
});

it('deleting, restoring, purging and granting have a limit of descendants per call', async () => {
  // each folder of the chain counts with all its descendants
  const inner = await fullFolder(8500);
  const chain = [inner];
  for (let n = 0; n < 12; n++) {
    const around = await makeFolder(dossier.admin, cabinet);
    await dossier.admin.call(library.move, { objIds: [chain[0] ?? ''], parentId: around });
    chain.unshift(around);
  }
  const person = await makeSignedIn(dossier);
  const grant = { granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const, level: level.view };
  expect(await dossier.admin.refused(permissions.grant, { ...grant, objId: chain })).toBe(4811);
  await dossier.admin.call(permissions.grant, { ...grant, objId: inner });
  expect(await dossier.admin.refused(library.delete, { objIds: chain.toReversed() })).toBe(4811);
  expect((await dossier.admin.call(library.items, { parentId: inner, pageNo: 1, pageSize: 1 })).totalNumber).toBe(8500);
  await dossier.admin.call(library.delete, { objIds: chain });
  await dossier.admin.call(library.restore, { objIds: chain.slice(0, 1) });
  expect((await dossier.admin.call(library.items, { parentId: inner, pageNo: 1, pageSize: 1 })).totalNumber).toBe(8500);
});

it('a deleted folder with too many children is restored only together with them', async () => {
  const folder = await fullFolder(5002);
  const first = (await dossier.admin.call(library.items, { parentId: folder, pageNo: 1, pageSize: 1 })).list[0]?.id ?? '';
  await dossier.admin.call(library.delete, { objIds: [first] });
  await dossier.admin.call(library.delete, { objIds: [folder] });
  expect(await dossier.admin.refused(library.restore, { objIds: [first] })).toBe(4811);
  await dossier.admin.call(library.restore, { objIds: [folder] });
  await dossier.admin.call(library.restore, { objIds: [first] });
});
