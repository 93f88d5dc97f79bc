import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestEditor } from '../../../../test/editor.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer({}, { inBackground: true });
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  ann = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, {
    objId: cabinet,
    granteeType: 'user',
    granteeId: ann.id,
    level: level.modify,
    reach: 'all',
  });
});
afterAll(() => dossier.close());

const make = (name: string, bytes: Buffer) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });
async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return (await dossier.server.app.inject({ url: downloadUrl })).rawPayload;
}

it('a large text keeps its encoding, its line ends and its broken lines', async () => {
  // GBK: 采购合同第一条：甲方应当按照本合同的约定支付货款
  const line = Buffer.from('ssm5urrPzay12tK7zPWjurzXt73TprWxsLTV1bG+us/NrLXE1Ly2qNanuLa79b/uDQo=', 'base64');
  const file = Buffer.concat([...Array.from({ length: 20_000 }, () => line), Buffer.from([0x61, 0xff, 0x0a])]);
  const id = await make('large.txt', file);
  const editor = await new TestEditor().connect(ann.client, base, id);
  editor.type(0, '乙方\n');
  await expect.poll(() => editor.isKept).toBe(true);
  // a session that goes on tells the encoding too
  expect(await ann.client.call(editing.open, { id })).toMatchObject({ encoding: 'gb18030' });
  editor.close();
  await expect.poll(async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
  expect((await bytesOf(id)).equals(Buffer.concat([Buffer.from('0tK3vQ0K', 'base64'), file]))).toBe(true);
});

it('a text of too many lines is viewed only, and no more of them are taken than twice as many as are opened', async () => {
  const tooMany = await make('lines.txt', Buffer.from('\n'.repeat(500_000)));
  expect(await ann.client.refused(editing.open, { id: tooMany })).toBe(4614);
  const id = await make('most lines.txt', Buffer.from('\n'.repeat(499_999)));
  const editor = await new TestEditor().connect(ann.client, base, id);
  editor.type(0, '\n'.repeat(500_000));
  await expect.poll(() => editor.isKept).toBe(true);
  editor.erase(0, 500_000);
  await new Promise((resolve) => setTimeout(resolve, 250));
  // what was erased counts no longer
  editor.type(0, '\n'.repeat(500_000));
  await expect.poll(() => editor.isKept).toBe(true);
  editor.type(0, '\n');
  await expect.poll(() => editor.isConnected).toBe(false);
});
