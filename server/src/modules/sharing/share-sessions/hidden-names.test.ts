import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { visitorOf } from '../../../../test/share-people.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('hides names that the sharer may no longer see, from colleagues and from the sharer', async () => {
  const [sharer, friend] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  const cabinet = await makeCabinet(dossier.admin);
  const [folder, hidden] = [await makeFolder(dossier.admin, cabinet), await makeFolder(dossier.admin, cabinet)];
  await dossier.admin.call(permissions.grant, {
    objId: folder,
    granteeType: 'user',
    granteeId: sharer.id,
    level: level.full,
    reach: 'all',
  });
  const [kept, moved] = [
    await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'kept.txt' }),
    await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'harmless.txt' }),
  ];
  const colleagues = [{ granteeType: 'user' as const, granteeId: friend.id }];
  const { token, id } = await sharer.client.call(shares.create, { objIds: [moved, kept], name: 'For you', colleagues });
  const { sessionId } = await friend.client.call(shares.enter, { token });
  for (const one of [moved, kept]) await visitorOf(dossier, sessionId).call(links.view, { token, id: one });
  const received = async () => (await friend.client.call(shares.received, {})).list[0]?.items.map((item) => item.name);
  const seen = async () => (await sharer.client.call(shares.pages, { id })).map((page) => page.name).toSorted();

  expect([await received(), await seen()]).toEqual([
    ['harmless.txt', 'kept.txt'],
    ['harmless.txt', 'kept.txt'],
  ]);
  await dossier.admin.call(library.move, { objIds: [moved], parentId: hidden });
  await dossier.admin.call(library.update, { id: moved, name: 'Layoffs 2027.txt' });
  await dossier.admin.call(library.update, { id: kept, name: 'renamed.txt' });
  expect([await received(), await seen()]).toEqual([['renamed.txt'], ['harmless.txt', 'renamed.txt']]);
  expect((await friend.client.call(shares.innerShare, {})).list[0]?.items.map((item) => item.name)).toEqual(['renamed.txt']);
});
