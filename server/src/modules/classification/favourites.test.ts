import { permissions } from '@dossier/contract/access/permissions';
import { favourites } from '@dossier/contract/classification/favourites';
import { codes } from '@dossier/contract/core/codes';
import { home } from '@dossier/contract/core/home';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

describe('favourites', () => {
  it('are marked, listed newest first, found by name and removed', async () => {
    const { client } = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(client, { moduleType: 2 });
    const [one, two] = [await makeFolder(client, cabinet, { name: 'One 甲' }), await makeFolder(client, cabinet, { name: 'Two' })];
    await client.call(favourites.addFavorite, { objIds: [one] });
    dossier.clock.forward(1000);
    await client.call(favourites.addFavorite, { objIds: [two, one] });
    const all = await client.call(favourites.favorites, {});
    expect(all.list.map((item) => item.id)).toEqual([two, one]);
    expect(all.totalNumber).toBe(2);
    expect(all.list.every((item) => item.favorite)).toBe(true);
    expect((await client.call(favourites.favorites, { pageSize: 1, pageNo: 2 })).list.map((item) => item.id)).toEqual([one]);
    expect((await client.call(favourites.favorites, { keyword: 'ONE' })).list.map((item) => item.id)).toEqual([one]);
    expect((await client.call(home.favorite, {})).list.map((item) => item.id)).toEqual([two, one]);
    const listed = await client.call(library.items, { parentId: cabinet });
    expect(listed.list.map((item) => item.favorite)).toEqual([true, true]);
    await client.call(favourites.removeFavorite, { objIds: [two] });
    expect((await client.call(library.items, { parentId: cabinet })).list.map((item) => [item.id, item.favorite])).toEqual([
      [one, true],
      [two, false],
    ]);
  });

  it('are refused in batches of ten thousand', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => String(n + 1));
    for (const route of [favourites.addFavorite, favourites.removeFavorite])
      expect(await dossier.admin.refused(route, { objIds: many })).toBe(codes.tooManyItems.code);
  });

  it('belong to one user, and contain only what that user sees', async () => {
    const [owner, guest] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const cabinet = await makeCabinet(owner.client, { moduleType: 2 });
    const folder = await makeFolder(owner.client, cabinet);
    expect(await guest.client.refused(favourites.addFavorite, { objIds: [folder] })).toBe(codes.itemMissing.code);
    const { ids } = await owner.client.call(permissions.grant, {
      objId: [folder],
      granteeType: 'user',
      granteeId: guest.id,
      level: level.title,
      reach: 'all',
    });
    await guest.client.call(favourites.addFavorite, { objIds: [folder] });
    expect((await guest.client.call(favourites.favorites, {})).totalNumber).toBe(1);
    expect((await owner.client.call(favourites.favorites, {})).totalNumber).toBe(0);
    await owner.client.call(permissions.revoke, { objId: folder, id: ids[0] });
    const after = await guest.client.call(favourites.favorites, {});
    expect([after.totalNumber, after.list.length]).toEqual([0, 0]);
    expect((await guest.client.call(home.favorite, {})).list).toEqual([]);
    await guest.client.call(favourites.removeFavorite, { objIds: [folder] });
  });

  it('go to the bin with their item and are purged with it', async () => {
    const { client } = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(client, { moduleType: 2 });
    const folder = await makeFolder(client, cabinet);
    await client.call(favourites.addFavorite, { objIds: [folder] });
    await client.call(library.delete, { objIds: [folder] });
    expect((await client.call(favourites.favorites, {})).totalNumber).toBe(0);
    await client.call(library.restore, { objIds: [folder] });
    expect((await client.call(favourites.favorites, {})).totalNumber).toBe(1);
    await client.call(library.delete, { objIds: [folder] });
    await client.call(library.remove, { objIds: [folder] });
    expect((await client.call(favourites.favorites, {})).totalNumber).toBe(0);
  });
});
