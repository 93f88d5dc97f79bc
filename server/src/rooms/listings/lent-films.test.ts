import { listings } from '@dossier/contract/listings';
import { looks } from '@dossier/contract/looks';
import { permissions } from '@dossier/contract/permissions';
import { preview } from '@dossier/contract/preview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silence } from '../../../test/film-of.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { zipOf } from '../../../test/zip-of.ts';
import { enginesOf } from '../renditions/engines.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const secret = '%PDF-1.4 secret '.repeat(500);
const inside = [
  { name: 'letter.mp3', bytes: Buffer.from(`\ufeff${secret}`, 'utf16le') },
  { name: 'free.mp4', bytes: Buffer.from(`\0\0\0\bfree${secret}`) },
  { name: 'song.wav', bytes: silence() },
];

it('who may only look gets of an archive what the film engine knows as film or sound, and that by one road', async ({ skip }) => {
  if ((await enginesOf(house.house)).film === undefined) return skip();
  const parentId = await makeCabinet(house.admin);
  const id = await makeDocument(house, house.admin, { parentId, name: 'a.zip', bytes: await zipOf(inside) });
  const { client, id: granteeId } = await makeSignedIn(house);
  await house.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId, level: 3 });
  const fetched = async (url: string) => (await house.server.app.inject({ method: 'GET', url })).statusCode;
  const { look } = await client.call(preview.view, { id });
  const { look: own } = await house.admin.call(preview.view, { id });
  const got = [];
  for (const [place, { name }] of inside.entries()) {
    const entry = await house.nobody.call(listings.open, { look, place });
    await house.nobody.call(looks.state, { look: entry.look, wait: true });
    const { look: whole } = await house.nobody.call(listings.open, { look: own, place });
    const roads = [entry.streamUrl, `/look/entry/${entry.look}/${name}`, `/look/entry/${whole}/${name}`];
    got.push([name, ...(await Promise.all(roads.map(fetched)))]);
  }
  expect(got).toEqual([
    ['letter.mp3', 422, 403, 200],
    ['free.mp4', 422, 403, 200],
    ['song.wav', 200, 403, 200],
  ]);
});
