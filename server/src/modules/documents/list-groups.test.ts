import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn, makeWriter } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

type Asked = Omit<InputOf<typeof library.items>, 'parentId'>;

/** The groups of a folder and their rows, read in pages of two. */
async function grouped(parentId: string, asked: Asked, client: Client = dossier.admin) {
  const page = (pageNo: number) => client.call(library.items, { parentId, ...asked, pageNo, pageSize: 2 });
  const { groups = [], totalNumber } = await page(1);
  const names: string[] = [];
  for (let at = 1; at <= Math.ceil(totalNumber / 2); at++) names.push(...(await page(at)).list.map(({ name }) => name));
  expect(names).toHaveLength(totalNumber);
  let from = 0;
  return groups.map(({ key, count, folded, name }) => {
    const rows = folded ? [] : names.slice(from, (from += count));
    return [name ?? key, folded ? count : rows];
  });
}

const fill = async (parentId: string, names: readonly string[], client = dossier.admin): Promise<void> => {
  for (const name of names) await makeDocument(dossier, client, { parentId, name });
};

describe('a grouped list', () => {
  it('has folders first, then documents by the first letter, in pages that follow each other', async () => {
    const folder = await makeFolder(dossier.admin, cabinet);
    await makeFolder(dossier.admin, folder, { name: 'Zoo' });
    await fill(folder, ['beta.txt', 'Alpha.txt', 'Äther.txt', '2 plans.txt', '报告.txt', '北京.txt', 'あさ.txt', 'яблоко.txt']);
    expect(await grouped(folder, { groupBy: 'letter', sortField: 'name' })).toEqual([
      ['folders', ['Zoo']],
      ['#', ['2 plans.txt']],
      ['a', ['Alpha.txt', 'Äther.txt']],
      ['b', ['beta.txt']],
      ['\u3000b', ['报告.txt', '北京.txt']],
      ['~', ['яблоко.txt', 'あさ.txt']],
    ]);
    const backwards = await grouped(folder, { groupBy: 'letter', sortField: 'name', sortDirection: 'desc' });
    expect(backwards.map(([key]) => key)).toEqual(['folders', '~', '\u3000b', 'b', 'a', '#']);
  });

  it('leaves the rows of folded groups out, and counts them', async () => {
    const folder = await makeFolder(dossier.admin, cabinet);
    await fill(folder, ['a.txt', 'aa.txt', 'b.txt', 'c.txt']);
    const asked = { groupBy: 'letter', sortField: 'name', folded: 'a,c' } as const;
    expect(await grouped(folder, asked)).toEqual([
      ['a', 2],
      ['b', ['b.txt']],
      ['c', 1],
    ]);
    // only what matches the filter
    expect(await grouped(folder, { ...asked, keyword: 'aa' })).toEqual([['a', 1]]);
  });

  it('groups by moments of change, the latest first unless the list has the earliest first', async () => {
    const folder = await makeFolder(dossier.admin, cabinet);
    const moment = (): string => new Date(dossier.clock.now()).toISOString();
    await fill(folder, ['old.txt']);
    dossier.clock.forward(60_000);
    const first = moment();
    await fill(folder, ['b.txt', 'a.txt']);
    dossier.clock.forward(60_000);
    const second = moment();
    await fill(folder, ['new.txt']);
    const asked = { groupBy: 'changed', since: [second, first].join(',') } as const;
    expect(await grouped(folder, { ...asked, sortField: 'name' })).toEqual([
      ['0', ['new.txt']],
      ['1', ['a.txt', 'b.txt']],
      ['2', ['old.txt']],
    ]);
    const byTime = await grouped(folder, { ...asked, sortField: 'updateTime', sortDirection: 'asc' });
    expect(byTime.map(([key]) => key)).toEqual(['2', '1', '0']);
    expect(await grouped(folder, { groupBy: 'changed', sortField: 'name' })).toEqual([['0', ['a.txt', 'b.txt', 'new.txt', 'old.txt']]]);
  });

  it('groups by type of file and by creator', async () => {
    const folder = await makeFolder(dossier.admin, cabinet);
    const writer = await makeWriter(dossier, folder);
    await fill(folder, ['plan.txt', 'table.csv', 'thing.xyz']);
    await fill(folder, ['letter.txt'], writer.client);
    expect(await grouped(folder, { groupBy: 'kind', sortField: 'name' })).toEqual([
      ['sheet', ['table.csv']],
      ['text', ['letter.txt', 'plan.txt']],
      ['other', ['thing.xyz']],
    ]);
    expect(await grouped(folder, { groupBy: 'creator', sortField: 'name' })).toEqual([
      ['Administrator', ['plan.txt', 'table.csv', 'thing.xyz']],
      [writer.fullName, ['letter.txt']],
    ]);
  });

  it('neither counts nor names what the caller may not see', async () => {
    const folder = await makeFolder(dossier.admin, cabinet);
    const writer = await makeWriter(dossier, folder);
    await fill(folder, ['a seen.txt', 'b seen.txt']);
    const hidden = await makeDocument(dossier, writer.client, { parentId: folder, name: 'c hidden.pdf' });
    const reader = await makeSignedIn(dossier);
    const give = { granteeType: 'user', granteeId: reader.id } as const;
    await dossier.admin.call(permissions.grant, { ...give, objId: folder, level: level.view, reach: 'all' });
    await dossier.admin.call(permissions.grant, { ...give, objId: hidden, level: level.none, reach: 'self' });
    for (const [groupBy, seen] of [
      ['letter', ['a', 'b']],
      ['kind', ['text']],
      ['creator', ['Administrator']],
      ['changed', ['0']],
    ] as const) {
      expect((await grouped(folder, { groupBy, sortField: 'name' }, reader.client)).map(([key]) => key)).toEqual(seen);
      const all = await grouped(folder, { groupBy, sortField: 'name' });
      expect(all.flatMap(([, rows]) => rows)).toContain('c hidden.pdf');
    }
  });
});
