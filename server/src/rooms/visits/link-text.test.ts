import { looks } from '@dossier/contract/looks';
import { links, shares } from '@dossier/contract/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { come, type Terms } from '../../../test/share-people.ts';

let house: TestHouse;
let id: string;
beforeAll(async () => {
  house = await openHouse();
  id = await makeDocument(house, house.admin, { parentId: await makeCabinet(house.admin), name: 'notes.txt' });
});
afterAll(() => house.close());

const give = (terms: Terms) => house.admin.call(shares.create, { objIds: [id], ...terms });
const lookOf = async (token: string): Promise<string> => (await (await come(house, token)).call(links.view, { token, id })).look;

it('gives the text of a document by its look to whoever may have the document, and to nobody else', async () => {
  const free = await give({ allowDownload: true });
  const look = await lookOf(free.token);
  expect(await house.nobody.call(looks.text, { look })).toMatchObject({ page: 1, pages: 1, firstLine: 1 });
  for (const terms of [{}, { allowDownload: true, downloadLimit: 3 }, { allowDownload: true, watermark: true }]) {
    const { token } = await give(terms);
    expect([terms, await house.nobody.refused(looks.text, { look: await lookOf(token) })]).toEqual([terms, expect.any(Number)]);
  }
  await house.admin.call(shares.close, { id: free.id });
  expect(await house.nobody.refused(looks.text, { look })).toBe(5006);
});
