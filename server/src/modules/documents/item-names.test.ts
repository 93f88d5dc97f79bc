import { permissions } from '@dossier/contract/access/permissions';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { nameKey, numberedName } from '../../platform/text/names.ts';
import { firstFreeName } from './item-names.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

/** Answers the free name and the number of queries. */
async function found(name: string, counts: number[]): Promise<[name: string, queries: number]> {
  const known = new Set(counts.map((count) => nameKey(numberedName(name, count))));
  let queries = 0;
  const free = await firstFreeName(name, async (keys) => {
    queries += 1;
    expect(keys.length).toBeLessThanOrEqual(16);
    return keys.filter((key) => known.has(key)).map((name_key) => ({ name_key }));
  });
  expect(known.has(nameKey(free))).toBe(false);
  return [free, queries];
}
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

it('finds the next number with a few queries, however many are taken', async () => {
  expect(await found('a.txt', [])).toEqual(['a.txt', 1]);
  for (const many of [1, 2, 3, 4, 5, 8, 9, 16, 17, 31, 100, 1000])
    expect((await found('a.txt', upTo(many)))[0]).toBe(`a (${many + 1}).txt`);
  const [name, queries] = await found('a.txt', upTo(100_000));
  expect(name).toBe('a (100001).txt');
  expect(queries).toBeLessThan(10);
  // gaps are allowed: some number after a taken one
  expect((await found('a', [1, 2, 3, 5, 9, 17, 33]))[0]).toMatch(/^a \(\d+\)$/);
  expect((await found('a', [1, ...Array.from({ length: 40 }, (_, n) => 1 + 2 ** n)]))[1]).toBeLessThan(12);
});

it('numbers uploads and copies into one folder without gaps', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const place = await makeFolder(dossier.admin, cabinet);
  const ids: string[] = [];
  for (let n = 0; n < 20; n++)
    ids.push(await makeDocument(dossier, dossier.admin, { parentId: place, name: n % 2 === 0 ? 'A.txt' : 'a.txt', onSameName: 'rename' }));
  await dossier.admin.call(library.copy, { objIds: ids.slice(0, 1) });
  await dossier.admin.call(library.paste, { parentId: place, onSameName: 'rename' });
  const { list } = await dossier.admin.call(library.items, { parentId: place, pageNo: 1, pageSize: 100, sortField: 'name' });
  expect(list.map((item) => item.name.toLowerCase())).toEqual(['a.txt', ...upTo(20).map((n) => `a (${n + 1}).txt`)]);
});

it('tells that a hidden item takes a name, and neither its id nor what it is', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const { id, client } = await makeSignedIn(dossier);
  const folder = await makeFolder(dossier.admin, cabinet, { name: 'Hidden' });
  await dossier.admin.call(permissions.inherit, { objId: folder, inherit: false, keep: false });
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: id, level: 123, reach: 'all' });
  const asked = { parentId: cabinet, names: ['Hidden'] };
  expect((await client.call(library.checkNames, asked)).taken).toEqual([{ name: 'Hidden' }]);
  const names = ['Hidden/below.txt'];
  expect((await client.call(content.checkNames, { parentId: cabinet, names })).taken).toEqual([{ name: names[0], id: cabinet }]);
  expect((await dossier.admin.call(library.checkNames, asked)).taken).toEqual([{ name: 'Hidden', id: folder, objType: 32 }]);
});
