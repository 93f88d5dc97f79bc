import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeFile } from '../../../../../demo/files/make-file.ts';
import type { Client } from '../../../../test/client.ts';
import { mailSettings, startMailServer, type TestMailServer } from '../../../../test/mail-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { prove } from '../../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

let dossier: TestServer;
let mail: TestMailServer;
let folder: string;
let giver: Awaited<ReturnType<typeof makeSignedIn>>;
let docx: Buffer;
let id: string;
let token: string;
let visitor: Client;

beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
  const cabinet = await makeCabinet(dossier.admin);
  folder = await makeFolder(dossier.admin, cabinet);
  giver = await makeSignedIn(dossier);
  const granted = level.modify | level.full;
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: giver.id, level: granted, reach: 'all' });
  docx = (await makeFile('docx', { title: 'Offer', lang: 'en', seed: 1 })).bytes;
});
beforeEach(async () => {
  id = await make();
  const address = `${crypto.randomUUID()}@partner.example`;
  const terms = { objIds: [folder], allowEdit: true, allowDownload: true, recipients: [address] };
  ({ token } = await giver.client.call(shares.create, terms));
  visitor = await prove(dossier, mail, { token, address });
});
afterAll(async () => {
  await dossier.close();
  await mail.close();
});

const make = () => makeDocument(dossier, dossier.admin, { parentId: folder, name: `${crypto.randomUUID()}.docx`, bytes: docx });

/** A window of the visitor. */
async function open(of: string) {
  const { sessionId, windowId, draftUrl } = await visitor.call(linkEditing.openFile, { token, id: of });
  return {
    draft: async (payload: Buffer): Promise<unknown> => (await dossier.server.app.inject({ method: 'PUT', url: draftUrl, payload })).json(),
    close: () => visitor.call(linkEditing.closeFile, { token, sessionId, windowId }),
  };
}

it('a refused draft of a visitor leaves nothing on the disk', async () => {
  const v = await open(id);
  const stored = async (): Promise<number> => {
    let count = 0;
    for await (const _ of dossier.services.storage.list()) count++;
    return count;
  };
  const rows = async () => (await dossier.services.database.read.selectFrom('blob').select('sha256').execute()).length;
  const before = [await stored(), await rows()];
  for (const n of [1, 2, 3]) expect(await v.draft(Buffer.alloc(300_000, n))).toMatchObject({ code: 4647 });
  expect([await stored(), await rows()]).toEqual(before);
  await v.close();
});
