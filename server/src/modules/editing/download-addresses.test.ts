import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { editing } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { officeServer } from '@dossier/contract/editing/office-server';
import { addresses } from '@dossier/contract/identity/address-restrictions';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFile } from '../../../../demo/files/make-file.ts';
import { mailSettings, startMailServer, type TestMailServer } from '../../../test/mail-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { prove } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { type FakeOfficeServer, openFakeOfficeServer } from '../../../test/wopi/fake-office-server.ts';
import { sendTo } from '../../../test/wopi/wopi-client.ts';

const [inside, outside] = ['198.51.100.7', '203.0.113.9'];

let dossier: TestServer;
let mail: TestMailServer;
let office: FakeOfficeServer;
let ann: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;
let word: string;
let docx: Buffer;

const at = (url: string, remoteAddress: string) => dossier.server.app.inject({ url, remoteAddress });
const codeAt = async (url: string, address: string) => ((await at(url, address)).json() as { code: number }).code;
const downloadsOf = async (objId: string): Promise<number> => {
  const { list } = await dossier.admin.call(operationLog.itemLog, { objId });
  return list.filter((entry) => entry.action === action.documentDownload).length;
};

beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  mail = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
  cabinet = await makeCabinet(dossier.admin);
  ann = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, {
    objId: cabinet,
    granteeType: 'user',
    granteeId: ann.id,
    level: level.modify | level.full,
    reach: 'all',
  });
  docx = (await makeFile('docx', { title: 'Plan', lang: 'en', seed: 1 })).bytes;
  word = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'plan.docx', bytes: docx });
  await dossier.admin.call(addresses.createSegment, { name: 'Office', addresses: '198.51.100.0/24', scope: 'download', kind: 'allow' });
});
afterAll(async () => {
  await dossier.close();
  await mail.close();
  await office?.close();
});

it('no token of an office server is given where there is none, or it does not open the type', async () => {
  const packed = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'secret.zip', bytes: 'PK' });
  expect(await ann.client.refused(content.download, { id: packed })).toBe(5802);
  const tokensOf = async (id: string) => [
    (await ann.client.call(officeServer.token, { id, mode: 'view' })).accessToken,
    (await ann.client.call(officeServer.token, { id })).accessToken,
  ];
  expect([await tokensOf(packed), await tokensOf(word)]).toEqual([
    ['', ''],
    ['', ''],
  ]);
  office = await openFakeOfficeServer(dossier.clock.now);
  await dossier.admin.call(site.saveSettings, { group: 'office', values: { url: office.url } });
  expect(await tokensOf(packed)).toEqual(['', '']);
  expect(await tokensOf(word)).not.toContain('');
});

it('an office server that signs nothing gets what may be downloaded from the address of the user, and that is logged', async () => {
  const { wopiSrc, accessToken } = await ann.client.call(officeServer.token, { id: word, mode: 'view' });
  const contents = `${wopiSrc}/contents?access_token=${accessToken}`;
  const before = await downloadsOf(word);
  // viewing is another right than downloading, as long as the bytes go to the office server alone
  expect((await sendTo(dossier, contents, { method: 'GET', headers: office.prove(contents) })).bytes.equals(docx)).toBe(true);
  expect(await downloadsOf(word)).toBe(before);
  office.signs = false;
  dossier.clock.forward(13 * 3600_000);
  for (const mode of ['edit', 'view'] as const) expect(await ann.client.refused(officeServer.token, { id: word, mode })).toBe(5802);
  const home = await ann.client.from({ address: inside }).call(officeServer.token, { id: word });
  const unsigned = `${home.wopiSrc}/contents?access_token=${home.accessToken}`;
  expect((await sendTo(dossier, unsigned, { method: 'GET' })).bytes.equals(docx)).toBe(true);
  await expect.poll(() => downloadsOf(word)).toBe(before + 1);
  // the address is asked anew, as its rules may have changed since the token was made
  const { id } = await dossier.admin.call(addresses.createSegment, { name: 'No', addresses: inside, scope: 'download', kind: 'block' });
  expect((await sendTo(dossier, unsigned, { method: 'GET' })).status).toBe(404);
  await dossier.admin.call(addresses.deleteSegment, { id });
});

it('Word documents are opened, fetched and followed where they may be downloaded', async () => {
  const bob = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: bob.id, level: level.modify });
  expect(await ann.client.from({ address: outside }).refused(editing.openFile, { id: word })).toBe(5802);
  const opened = await ann.client.from({ address: inside }).call(editing.openFile, { id: word });
  expect((await at(opened.fileUrl, inside)).rawPayload.equals(docx)).toBe(true);
  expect(await codeAt(opened.fileUrl, outside)).toBe(5802);
  const { fileUrl = '' } = await bob.client.call(editing.followFile, { id: word });
  expect((await at(fileUrl, inside)).rawPayload.equals(docx)).toBe(true);
  expect(await codeAt(fileUrl, outside)).toBe(5802);
  const { sessionId, windowId } = opened;
  await ann.client.call(editing.closeFile, { sessionId, windowId });
});

it('visitors open and fetch Word documents where they may download', async () => {
  const address = 'writer@partner.example';
  const { token } = await ann.client.call(shares.create, { objIds: [word], allowEdit: true, allowDownload: true, recipients: [address] });
  const visitor = await prove(dossier, mail, { token, address });
  expect(await visitor.from({ address: outside }).refused(linkEditing.openFile, { token, id: word })).toBe(5802);
  const { fileUrl } = await visitor.from({ address: inside }).call(linkEditing.openFile, { token, id: word });
  expect((await at(fileUrl, inside)).rawPayload.equals(docx)).toBe(true);
  expect(await codeAt(fileUrl, outside)).toBe(5802);
});
