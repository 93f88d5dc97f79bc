import { library } from '@dossier/contract/documents/library';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeFolder } from './make-items.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('the factories return what they created', async () => {
  const cabinet = await makeCabinet(dossier.admin, { name: 'Made' });
  const folder = await makeFolder(dossier.admin, cabinet, { name: 'Inside' });
  expect(await dossier.admin.call(library.ancestors, { id: folder })).toMatchObject([{ name: 'Made' }, { name: 'Inside' }]);
});
