import { permissions } from '@dossier/contract/access/permissions';
import { customFolders, mostCustomFolders } from '@dossier/contract/classification/custom-folders';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const namesOf = async (client: Client) => (await client.call(customFolders.list, {})).list.map(({ name }) => name);

describe('custom folders', () => {
  it('are kept under their own name or another, renamed, sorted and removed, by one user alone', async () => {
    const [one, other] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const cabinet = await makeCabinet(one.client, { moduleType: 2, name: 'Papers' });
    const folder = await makeFolder(one.client, cabinet, { name: 'Leases' });
    const first = await one.client.call(customFolders.create, { folderId: cabinet });
    const second = await one.client.call(customFolders.create, { folderId: folder, name: 'Rent' });
    expect((await one.client.call(customFolders.list, {})).list).toEqual([
      { id: first.id, name: 'Papers', folder: { id: cabinet, name: 'Papers', objType: 31, moduleType: 2 } },
      { id: second.id, name: 'Rent', folder: { id: folder, name: 'Leases', objType: 32, moduleType: 2 } },
    ]);
    await one.client.call(customFolders.update, { id: second.id, name: 'Contracts' });
    await one.client.call(customFolders.sort, { ids: [second.id] });
    expect(await namesOf(one.client)).toEqual(['Contracts', 'Papers']);
    // nothing of it is another user's
    expect(await namesOf(other.client)).toEqual([]);
    expect(await other.client.refused(customFolders.update, { id: second.id, name: 'x' })).toBe(codes.itemMissing.code);
    await other.client.call(customFolders.sort, { ids: [first.id] });
    await other.client.call(customFolders.delete, { ids: [first.id] });
    expect(await namesOf(one.client)).toEqual(['Contracts', 'Papers']);
    await one.client.call(customFolders.delete, { ids: [second.id] });
    expect(await namesOf(one.client)).toEqual(['Papers']);
  });

  it('are folders and cabinets that the user sees, each once, and at most ten', async () => {
    const { client } = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(client, { moduleType: 2 });
    const document = await makeDocument(dossier, client, { parentId: cabinet });
    const hidden = await makeCabinet(dossier.admin);
    expect(await client.refused(customFolders.create, { folderId: document })).toBe(codes.folderMissing.code);
    expect(await client.refused(customFolders.create, { folderId: hidden })).toBe(codes.itemMissing.code);
    await client.call(customFolders.create, { folderId: cabinet });
    expect(await client.refused(customFolders.create, { folderId: cabinet, name: 'Again' })).toBe(codes.customFolderExists.code);
    const folders = await Promise.all(Array.from({ length: mostCustomFolders }, () => makeFolder(client, cabinet)));
    const sent = await Promise.all(folders.map((folderId) => client.raw(customFolders.create, { folderId })));
    const answered = sent.map(({ text }) => (JSON.parse(text) as { code: number }).code);
    expect(answered.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: mostCustomFolders - 1 }, () => 200),
      codes.customFoldersFull.code,
    ]);
  });

  it('keep the own name alone where the right or the folder is gone, and go with a purged one', async () => {
    const staff = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(dossier.admin, { name: 'Merger' });
    const { ids } = await dossier.admin.call(permissions.grant, {
      objId: cabinet,
      granteeType: 'user',
      granteeId: staff.id,
      level: level.view,
      reach: 'all',
    });
    const { id } = await staff.client.call(customFolders.create, { folderId: cabinet, name: 'Mine' });
    await dossier.admin.call(permissions.revoke, { objId: cabinet, id: ids[0] });
    expect((await staff.client.call(customFolders.list, {})).list).toEqual([{ id, name: 'Mine' }]);
    await dossier.admin.call(library.delete, { objIds: [cabinet] });
    await dossier.admin.call(library.remove, { objIds: [cabinet] });
    expect((await staff.client.call(customFolders.list, {})).list).toEqual([]);
  });
});
