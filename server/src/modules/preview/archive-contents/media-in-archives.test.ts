import { permissions } from '@dossier/contract/access/permissions';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { silence } from '../../../../test/media-file.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { zipOf } from '../../../../test/zip-of.ts';
import { enginesOf } from '../../../platform/engines.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const secret = '%PDF-1.4 secret '.repeat(500);
const inside = [
  { name: 'letter.mp3', bytes: Buffer.from(`\ufeff${secret}`, 'utf16le') },
  { name: 'free.mp4', bytes: Buffer.from(`\0\0\0\bfree${secret}`) },
  { name: 'song.wav', bytes: silence() },
];

it('a viewer without the right to download gets from an archive only verified audio and video, and by one endpoint', async ({ skip }) => {
  if ((await enginesOf(dossier.services)).media === undefined) return skip();
  const parentId = await makeCabinet(dossier.admin);
  const id = await makeDocument(dossier, dossier.admin, { parentId, name: 'a.zip', bytes: await zipOf(inside) });
  const { client, id: granteeId } = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId, level: 3 });
  const fetched = async (url: string) => (await dossier.server.app.inject({ method: 'GET', url })).statusCode;
  const { look: previewToken } = await client.call(preview.view, { id });
  const { look: own } = await dossier.admin.call(preview.view, { id });
  const got = [];
  for (const [place, { name }] of inside.entries()) {
    const entry = await dossier.nobody.call(archiveContents.open, { look: previewToken, place });
    await endedState(dossier.nobody, previewByToken.state, { look: entry.look });
    const { look: whole } = await dossier.nobody.call(archiveContents.open, { look: own, place });
    const urls = [entry.streamUrl, `/look/entry/${entry.look}/${name}`, `/look/entry/${whole}/${name}`];
    got.push([name, ...(await Promise.all(urls.map(fetched)))]);
  }
  expect(got).toEqual([
    ['letter.mp3', 422, 403, 200],
    ['free.mp4', 422, 403, 200],
    ['song.wav', 200, 403, 200],
  ]);
});
