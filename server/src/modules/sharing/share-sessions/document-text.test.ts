import { previewByToken } from '@dossier/contract/preview/preview-token';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { type Terms, come } from '../../../../test/share-people.ts';

let dossier: TestServer;
let id: string;
beforeAll(async () => {
  dossier = await openTestServer();
  id = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'notes.txt' });
});
afterAll(() => dossier.close());

const createShare = (terms: Terms) => dossier.admin.call(shares.create, { objIds: [id], ...terms });
const lookOf = async (token: string): Promise<string> => (await (await come(dossier, token)).call(links.view, { token, id })).look;

it('sends the text of a document by its preview token with the right to download, and not without', async () => {
  const free = await createShare({ allowDownload: true });
  const previewToken = await lookOf(free.token);
  expect(await dossier.nobody.call(previewByToken.text, { look: previewToken })).toMatchObject({ page: 1, pages: 1, firstLine: 1 });
  for (const terms of [{}, { allowDownload: true, downloadLimit: 3 }, { allowDownload: true, watermark: true }]) {
    const { token } = await createShare(terms);
    expect([terms, await dossier.nobody.refused(previewByToken.text, { look: await lookOf(token) })]).toEqual([terms, expect.any(Number)]);
  }
  await dossier.admin.call(shares.close, { id: free.id });
  expect(await dossier.nobody.refused(previewByToken.text, { look: previewToken })).toBe(5006);
});
