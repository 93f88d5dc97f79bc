import { preview } from '@dossier/contract/preview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { longestGap } from '../../../test/longest-gap.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { newId } from '../../ground/ids.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it('keeps nobody waiting while it passes very many documents that are no pictures', async () => {
  const folder = await makeFolder(house.admin, await makeCabinet(house.admin));
  const id = await makeDocument(house, house.admin, { parentId: folder, name: '0.png' });
  await house.house.database.write(async (db) => {
    const row = await db.selectFrom('item').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
    const other = (n: number) => ({ ...row, id: newId(), name: `${n}.txt`, name_key: `${n}.txt`, ext: 'txt' });
    for (let at = 0; at < 20_000; at += 200)
      await db
        .insertInto('item')
        .values(Array.from({ length: 200 }, (_, n) => other(at + n)))
        .execute();
  });
  const asked = async () => expect((await house.admin.call(preview.viewNext, { id, sortField: 'name' })).found).toBe(false);
  expect(await longestGap(asked)).toBeLessThan(400);
});
