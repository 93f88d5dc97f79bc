import { library } from '@dossier/contract/library';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from './house.ts';
import { makeCabinet, makeFolder } from './make-items.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it('the factories make what they say', async () => {
  const cabinet = await makeCabinet(house.admin, { name: 'Made' });
  const folder = await makeFolder(house.admin, cabinet, { name: 'Inside' });
  expect(await house.admin.call(library.ancestors, { id: folder })).toMatchObject([{ name: 'Made' }, { name: 'Inside' }]);
});
