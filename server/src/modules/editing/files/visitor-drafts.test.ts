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
import { writtenWord } from '../../../../test/word-file.ts';

let dossier: TestServer;
let mail: TestMailServer;
let folder: string;
let giver: Awaited<ReturnType<typeof makeSignedIn>>;
let docx: Buffer;
let id: string;
let token: string;
let visitor: Client;
const accepted = { code: 200, data: { isOpen: true } };

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

it('a draft of a visitor is checked after a rest, also in another window and another document of the visitor', async () => {
  const other = await make();
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  // large enough that its check takes most of the time
  const words = (n: number) => writtenWord(docx, `${n}${'</w:t></w:r></w:p><w:p><w:r><w:t>words'.repeat(60_000)}`);
  const drafts = [await words(1), await words(2), await words(3)] as const;
  const first = await open(id);
  const beside = await open(other);
  const alone = await took(async () => expect(await first.draft(drafts[0])).toMatchObject(accepted));
  // the rest after a check is four times as long
  expect(await took(async () => expect(await beside.draft(drafts[1])).toMatchObject(accepted))).toBeGreaterThan(2.5 * alone);
  const again = await open(id);
  expect(await took(async () => expect(await again.draft(drafts[2])).toMatchObject(accepted))).toBeGreaterThan(2.5 * alone);
  for (const window of [beside, again]) await window.close();
});
