import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { come } from '../../../../test/share-people.ts';
import { openPreviewTicket } from '../../documents/file-tickets.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const bytesAt = async (url: string) => {
  const { statusCode, payload } = await dossier.server.app.inject({ url });
  return { status: statusCode, payload };
};

it('refuses a URL from before the newest revision', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'r.txt', bytes: 'SECRET of revision one' });
  const { token } = await dossier.admin.call(shares.create, { objIds: [id], allowDownload: true });
  const visitor = await come(dossier, token);
  const { downloadUrl } = await visitor.call(links.download, { token, id });
  const { look: previewToken, streamUrl } = await visitor.call(links.view, { token, id });
  expect([(await bytesAt(downloadUrl)).payload, (await bytesAt(streamUrl)).payload]).toEqual(Array(2).fill('SECRET of revision one'));
  const own = await dossier.admin.call(content.download, { id });
  const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: 5 });
  await upload(dossier, uploadUrl, Buffer.from('clean'));
  for (const url of [downloadUrl, streamUrl]) {
    const answer = await bytesAt(url);
    expect([answer.status, answer.payload.includes('SECRET')]).toEqual([404, false]);
  }
  expect(await dossier.nobody.refused(previewByToken.text, { look: previewToken })).toBe(
    await dossier.nobody.refused(previewByToken.mark, { look: previewToken }),
  );
  expect((await bytesAt((await visitor.call(links.download, { token, id })).downloadUrl)).payload).toBe('clean');
  // staff may have older revisions
  expect((await bytesAt(own.downloadUrl)).payload).toBe('SECRET of revision one');
});

it('sends nothing after a long conversion once the link is closed, or the right of staff is revoked', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'long.txt' });
  const staff = await makeSignedIn(dossier);
  const grantTo = (given: number) =>
    dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: staff.id, level: given, reach: 'all' });
  await grantTo(level.view);
  const share = await dossier.admin.call(shares.create, { objIds: [id] });
  const { look: previewToken } = await (await come(dossier, share.token)).call(links.view, { token: share.token, id });
  const open = await openPreviewTicket(dossier.services, previewToken, '203.0.113.1');
  const own = await openPreviewTicket(dossier.services, (await staff.client.call(preview.view, { id })).look, '203.0.113.1');
  await sleep(300);
  await Promise.all([open.revalidate(), own.revalidate()]);
  await dossier.admin.call(shares.close, { id: share.id });
  await grantTo(level.none);
  await expect(open.revalidate()).rejects.toMatchObject({ answer: { code: 5006 } });
  await expect(own.revalidate()).rejects.toMatchObject({ answer: { code: 1002 } });
});
