import { permissions } from '@dossier/contract/access/permissions';
import { home } from '@dossier/contract/core/home';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeDepartment, makeSignedIn } from '../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const idsOf = async (client: Client, input: { pageNo?: number; pageSize?: number } = {}) =>
  (await client.call(home.departmentDocs, input)).list.map(({ id }) => id);

/** Creates documents one after the other, oldest first. */
async function makeDocuments(client: Client, parentId: string, n: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < n; at++) {
    dossier.clock.forward(1000);
    ids.push(await makeDocument(dossier, client, { parentId }));
  }
  return ids;
}

describe('the newest documents of a department', () => {
  it('come from its members, newest first, page by page, with the total of what the requester may see', async () => {
    const department = await makeDepartment(dossier);
    const author = await makeSignedIn(dossier, { departmentIds: [department] });
    const reader = await makeSignedIn(dossier, { departmentIds: [department] });
    const stranger = await makeSignedIn(dossier, { departmentIds: [await makeDepartment(dossier)] });
    const nobody = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(dossier.admin);
    const shared = { objId: cabinet, granteeType: 'user', level: level.full, reach: 'all' } as const;
    for (const one of [author, reader, stranger, nobody]) await dossier.admin.call(permissions.grant, { ...shared, granteeId: one.id });
    const theirs = await makeDocuments(author.client, cabinet, 9);
    const foreign = await makeDocuments(stranger.client, cabinet, 1);
    const page = await reader.client.call(home.departmentDocs);
    expect(page).toMatchObject({ pageNo: 1, pageSize: 8, totalNumber: 9 });
    expect(page.list.map(({ id }) => id)).toEqual(theirs.toReversed().slice(0, 8));
    expect(await idsOf(reader.client, { pageNo: 2 })).toEqual(theirs.slice(0, 1));
    expect(await idsOf(author.client, { pageSize: 1 })).toEqual(theirs.slice(-1));
    expect(await idsOf(stranger.client)).toEqual(foreign);
    expect(await nobody.client.call(home.departmentDocs)).toMatchObject({ list: [], totalNumber: 0 });
    await author.client.call(library.delete, { objIds: theirs.slice(1) });
    expect(await idsOf(reader.client)).toEqual(theirs.slice(0, 1));
  });

  it('stay closed to colleagues without a right to them, and to requests without a session', async () => {
    const department = await makeDepartment(dossier);
    const author = await makeSignedIn(dossier, { departmentIds: [department] });
    const colleague = await makeSignedIn(dossier, { departmentIds: [department] });
    const own = await makeCabinet(author.client, { moduleType: 2 });
    const [page = ''] = await makeDocuments(author.client, own, 1);
    expect(await idsOf(author.client)).toEqual([page]);
    expect(await colleague.client.call(home.departmentDocs)).toMatchObject({ list: [], totalNumber: 0 });
    expect(await dossier.nobody.refused(home.departmentDocs, {})).toBe(501);
  });

  it('leave out private documents, however new, and include them once the right is granted', async () => {
    const department = await makeDepartment(dossier);
    const author = await makeSignedIn(dossier, { departmentIds: [department] });
    const reader = await makeSignedIn(dossier, { departmentIds: [department] });
    const [open, closed] = [await makeCabinet(dossier.admin), await makeCabinet(dossier.admin)];
    for (const objId of [open, closed])
      await dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: author.id, level: level.full, reach: 'all' });
    const grant = { objId: open, granteeType: 'user', granteeId: reader.id, level: level.view, reach: 'all' } as const;
    await dossier.admin.call(permissions.grant, grant);
    const seen = await makeDocuments(author.client, open, 2);
    // more than a page of hidden documents, newer than every visible one
    const hidden = await makeDocuments(author.client, closed, 9);
    expect(await reader.client.call(home.departmentDocs)).toMatchObject({ totalNumber: 2 });
    expect(await idsOf(reader.client)).toEqual(seen.toReversed());
    await dossier.admin.call(permissions.grant, { ...grant, objId: closed });
    expect(await idsOf(reader.client)).toEqual(hidden.toReversed().slice(0, 8));
    await dossier.admin.call(permissions.grant, { ...grant, objId: closed, level: 0 });
    expect(await idsOf(reader.client)).toEqual(seen.toReversed());
  });

  it('list a colleague once who shares two departments with the requester', async () => {
    const departmentIds = [await makeDepartment(dossier), await makeDepartment(dossier)];
    const author = await makeSignedIn(dossier, { departmentIds });
    const made = await makeDocuments(author.client, await makeCabinet(author.client, { moduleType: 2 }), 2);
    expect(await author.client.call(home.departmentDocs)).toMatchObject({ totalNumber: 2 });
    expect(await idsOf(author.client)).toEqual(made.toReversed());
  });
});
