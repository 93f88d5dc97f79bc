import { setTimeout as sleep } from 'node:timers/promises';
import { content } from '@dossier/contract/content';
import { looks } from '@dossier/contract/looks';
import { permissions } from '@dossier/contract/permissions';
import { preview } from '@dossier/contract/preview';
import { level } from '@dossier/contract/rights';
import { links, shares } from '@dossier/contract/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument, upload } from '../../../test/make-items.ts';
import { come } from '../../../test/share-people.ts';
import { openLook } from '../content/file-ticket.ts';

let house: TestHouse;
let cabinet: string;
beforeAll(async () => {
  house = await openHouse();
  cabinet = await makeCabinet(house.admin);
});
afterAll(() => house.close());

const bytesAt = async (url: string) => {
  const { statusCode, payload } = await house.server.app.inject({ url });
  return { status: statusCode, payload };
};

it('opens nothing by an address from before the newest revision', async () => {
  const id = await makeDocument(house, house.admin, { parentId: cabinet, name: 'r.txt', bytes: 'SECRET of revision one' });
  const { token } = await house.admin.call(shares.create, { objIds: [id], allowDownload: true });
  const visit = await come(house, token);
  const { downloadUrl } = await visit.call(links.download, { token, id });
  const { look, streamUrl } = await visit.call(links.view, { token, id });
  expect([(await bytesAt(downloadUrl)).payload, (await bytesAt(streamUrl)).payload]).toEqual(Array(2).fill('SECRET of revision one'));
  const own = await house.admin.call(content.download, { id });
  const { uploadUrl } = await house.admin.call(content.preCheckIn, { id, size: 5 });
  await upload(house, uploadUrl, Buffer.from('clean'));
  for (const url of [downloadUrl, streamUrl]) {
    const answer = await bytesAt(url);
    expect([answer.status, answer.payload.includes('SECRET')]).toEqual([404, false]);
  }
  expect(await house.nobody.refused(looks.text, { look })).toBe(await house.nobody.refused(looks.mark, { look }));
  expect((await bytesAt((await visit.call(links.download, { token, id })).downloadUrl)).payload).toBe('clean');
  // staff may have older ones
  expect((await bytesAt(own.downloadUrl)).payload).toBe('SECRET of revision one');
});

it('sends nothing that took long to make once the link is closed, or the right of staff is gone', async () => {
  const id = await makeDocument(house, house.admin, { parentId: cabinet, name: 'long.txt' });
  const staff = await makeSignedIn(house);
  const give = (given: number) =>
    house.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: staff.id, level: given, reach: 'all' });
  await give(level.view);
  const share = await house.admin.call(shares.create, { objIds: [id] });
  const { look } = await (await come(house, share.token)).call(links.view, { token: share.token, id });
  const open = await openLook(house.house, look, '203.0.113.1');
  const own = await openLook(house.house, (await staff.client.call(preview.view, { id })).look, '203.0.113.1');
  await sleep(300);
  await Promise.all([open.still(), own.still()]);
  await house.admin.call(shares.close, { id: share.id });
  await give(level.none);
  await expect(open.still()).rejects.toMatchObject({ answer: { code: 5006 } });
  await expect(own.still()).rejects.toMatchObject({ answer: { code: 1002 } });
});
