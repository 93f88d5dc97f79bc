import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { archives, content } from '@dossier/contract/documents/content';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../test/client.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeRole, makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const fetched = async (url: string) => (await dossier.server.app.inject({ method: 'GET', url })).statusCode;
const inRole = async (client: Client, roleId: string) =>
  clientOf(dossier.server, (await client.call(session.changeRole, { roleId })).sessionId);

/** A user with two roles, one of which has all rights in a cabinet. */
async function makeDouble() {
  const person = await makeSignedIn(dossier);
  const [wide, narrow] = [await makeRole(dossier, { userIds: [person.id] }), await makeRole(dossier, { userIds: [person.id] })];
  const cabinet = await makeCabinet(dossier.admin, { moduleType: 3 });
  const document = await makeDocument(dossier, dossier.admin, { parentId: cabinet });
  await dossier.admin.call(permissions.grant, {
    objId: [cabinet],
    granteeType: 'role',
    granteeId: wide,
    level: level.modify,
    reach: 'all',
  });
  return { ...person, wide, narrow, cabinet, document };
}

it('a download URL is judged by the current role of its session', async () => {
  const { client, wide, narrow, cabinet, document } = await makeDouble();
  const working = await inRole(client, wide);
  const { downloadUrl: file } = await working.call(content.download, { id: document });
  const { downloadUrl: zip } = await working.call(archives.downloadFolder, { id: cabinet });
  expect([await fetched(file), await fetched(zip)]).toEqual([200, 200]);
  const less = await inRole(working, narrow);
  for (const url of [file, zip]) expect(await fetched(url)).toBeGreaterThanOrEqual(400);
  await inRole(less, '0');
  expect([await fetched(file), await fetched(zip)]).toEqual([200, 200]);
});

it('every piece of an upload is judged by it too, with whichever token it is sent', async () => {
  const { client, wide, narrow, cabinet } = await makeDouble();
  const working = await inRole(client, wide);
  const { uploadUrl } = await working.call(content.preUpload, { parentId: cabinet, name: 'late.txt', size: 4 });
  const send = async (token?: string) => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const from = token === undefined ? headers : { ...headers, authorization: token };
    return (await dossier.server.app.inject({ method: 'PATCH', url: uploadUrl, headers: from, payload: 'late' })).statusCode;
  };
  const less = await inRole(working, narrow);
  expect(await send()).toBeGreaterThanOrEqual(400);
  expect(await send(less.token)).toBeGreaterThanOrEqual(400);
  const again = await inRole(less, wide);
  expect(await send(again.token)).toBe(204);
});
