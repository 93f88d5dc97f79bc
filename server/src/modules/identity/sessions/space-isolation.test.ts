import { permissions } from '@dossier/contract/access/permissions';
import { favourites } from '@dossier/contract/classification/favourites';
import { home } from '@dossier/contract/core/home';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { preview } from '@dossier/contract/preview/preview';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { enter, makeGuest } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
let ours = '';
beforeAll(async () => {
  dossier = await openTestServer();
  ours = (await dossier.admin.call(session.current)).spaceId;
});
afterAll(() => dossier.close());

const bytes = async (url: string) => (await dossier.server.app.inject({ method: 'GET', url })).statusCode;

describe('between two spaces', () => {
  it('nothing is shared: lists, bin, favourites, panels, search, clipboard, own documents', async () => {
    const guest = await makeGuest(dossier);
    const { client, other } = guest;
    await enter(client, other.id);
    const mine = await makeCabinet(client, { moduleType: 2, name: 'My things' });
    const page = await makeDocument(dossier, client, { parentId: mine, name: 'zebracrossing.txt', bytes: 'zebracrossing' });
    const binned = await makeDocument(dossier, client, { parentId: mine });
    await client.call(library.delete, { objIds: [binned] });
    await client.call(favourites.addFavorite, { objIds: [page] });
    await client.call(preview.view, { id: page });
    await client.call(content.download, { id: page });
    await client.call(library.copy, { objIds: [page] });
    await dossier.drain();
    const counts = async () => ({
      cabinets: (await client.call(library.cabinets, { moduleType: 2 })).totalNumber,
      tree: (await client.call(library.tree, { moduleType: 2 })).length,
      bin: (await client.call(library.bin)).totalNumber,
      favorites: (await client.call(favourites.favorites, {})).totalNumber,
      search: (await client.call(search.search, { keyword: 'zebracrossing' })).totalNumber,
      open: (await client.call(home.open, {})).list.length,
      newest: (await client.call(home.newest, {})).list.length,
      download: (await client.call(home.download, {})).list.length,
      favorite: (await client.call(home.favorite, {})).list.length,
    });
    const there = await counts();
    expect(Object.values(there).every((n) => n > 0)).toBe(true);
    await enter(client, ours);
    expect(Object.values(await counts())).toEqual(Object.values(there).map(() => 0));
    const here = await makeCabinet(client, { moduleType: 2, name: 'My things' });
    expect(await client.refused(library.paste, { parentId: here })).toBe(4806);
    await enter(client, other.id);
    expect(await counts()).toEqual(there);
    await client.call(library.cut, { objIds: [page] });
    await enter(client, ours);
    expect(await client.refused(library.paste, { parentId: here })).toBe(1002);
  });

  it('tickets and open uploads are valid only where they were made', async () => {
    const { client, other } = await makeGuest(dossier);
    await enter(client, other.id);
    const cabinet = await makeCabinet(client, { moduleType: 2 });
    const page = await makeDocument(dossier, client, { parentId: cabinet });
    const { streamUrl } = await client.call(preview.view, { id: page });
    const { downloadUrl } = await client.call(archives.downloadFolder, { id: cabinet });
    const { uploadUrl } = await client.call(content.preUpload, { parentId: cabinet, name: 'late.txt', size: 4 });
    const send = async () => {
      const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const from = { ...headers, authorization: client.token ?? '' };
      return (await dossier.server.app.inject({ method: 'PATCH', url: uploadUrl, headers: from, payload: 'late' })).statusCode;
    };
    expect([await bytes(streamUrl), await bytes(downloadUrl)]).toEqual([200, 200]);
    await enter(client, ours);
    expect([await bytes(streamUrl), await bytes(downloadUrl), await send()]).toEqual([403, 403, 403]);
    await enter(client, other.id);
    expect([await bytes(streamUrl), await bytes(downloadUrl), await send()]).toEqual([200, 200, 204]);
    await other.admin.call(people.endGuest, { id: (await client.call(session.current)).id });
    expect([await bytes(streamUrl), await bytes(downloadUrl)]).toEqual([403, 403]);
  });

  it('a message of the other space names it, and links to nothing here', async () => {
    const { client, other, id } = await makeGuest(dossier);
    const cabinet = await makeCabinet(other.admin, { name: 'Over there' });
    await other.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: id, level: 3 });
    await dossier.drain();
    const newest = async () => (await client.call(messages.list, {})).list.find((one) => one.name === 'Over there');
    const here = await newest();
    expect(here).toMatchObject({ spaceId: other.id });
    expect([here?.objId, await client.call(messages.items, { msgId: here?.id ?? '' })]).toEqual([undefined, []]);
    await enter(client, other.id);
    expect(await newest()).toMatchObject({ objId: cabinet });
    expect((await newest())?.spaceId).toBeUndefined();
  });
});
