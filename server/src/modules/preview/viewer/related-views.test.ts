import { preview } from '@dossier/contract/preview/preview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { longestGap } from '../../../../test/longest-gap.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { newId } from '../../../platform/ids.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('yields to other requests while skipping very many documents that are no images', async () => {
  const folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin));
  const id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: '0.png' });
  await dossier.services.database.write(async (db) => {
    const row = await db.selectFrom('item').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
    const other = (n: number) => ({ ...row, id: newId(), name: `${n}.txt`, name_key: `${n}.txt`, ext: 'txt' });
    for (let at = 0; at < 20_000; at += 200)
      await db
        .insertInto('item')
        .values(Array.from({ length: 200 }, (_, n) => other(at + n)))
        .execute();
  });
  const asked = async () => expect((await dossier.admin.call(preview.viewNext, { id, sortField: 'name' })).found).toBe(false);
  expect(await longestGap(asked)).toBeLessThan(400);
});
