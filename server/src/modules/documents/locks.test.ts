import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('says to each caller whether they hold the lock and may release it, whatever they are called', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'a.txt' });
  const fullName = 'Ana García';
  const [holder, namesake, manager] = [
    await makeSignedIn(dossier, { fullName }),
    await makeSignedIn(dossier, { fullName }),
    await makeSignedIn(dossier),
  ];
  const give = (granteeId: string, granted: number) =>
    dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: granted, reach: 'all' });
  await give(holder.id, level.modify);
  await give(namesake.id, level.modify);
  await give(manager.id, level.full);
  const shown = async (client: Client) => {
    const [item] = (await client.call(library.items, { parentId: cabinet })).list;
    const detail = await client.call(library.documentDetail, { id });
    expect(detail).toMatchObject({ lockedByMe: item?.lockedByMe, mayUnlock: item?.mayUnlock });
    return [item?.lockUserName, item?.lockedByMe, item?.mayUnlock];
  };
  for (const { client } of [holder, namesake, manager]) {
    const [item] = (await client.call(library.items, { parentId: cabinet })).list;
    expect([item?.lockUserName, item?.lockedByMe, item?.mayUnlock]).toEqual([undefined, undefined, undefined]);
  }
  await holder.client.call(content.lock, { id });
  expect(await shown(holder.client)).toEqual([fullName, true, true]);
  expect(await shown(namesake.client)).toEqual([fullName, false, false]);
  expect(await shown(manager.client)).toEqual([fullName, false, true]);
  // and the calls say the same
  expect(await namesake.client.refused(content.unlock, { id })).toBe(4619);
  await manager.client.call(content.unlock, { id });
  await holder.client.call(content.lock, { id });
  await holder.client.call(content.unlock, { id });
});
