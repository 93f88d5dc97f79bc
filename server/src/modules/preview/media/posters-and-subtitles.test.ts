import { permissions } from '@dossier/contract/access/permissions';
import { site } from '@dossier/contract/core/site';
import { media, peakCount } from '@dossier/contract/preview/media';
import { preview } from '@dossier/contract/preview/preview';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filmOf, picture, tone } from '../../../../test/film-of.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { come } from '../../../../test/share-people.ts';
import { enginesOf } from '../../../platform/engines.ts';

let dossier: TestServer;
let place: string;
beforeAll(async () => {
  dossier = await openTestServer();
  // nothing is made that nobody looks at
  await dossier.admin.call(site.saveSettings, { group: 'preview', values: { thumbnails: false } });
  place = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const placed = (name: string, bytes: Buffer | string = name) => makeDocument(dossier, dossier.admin, { parentId: place, name, bytes });
const lookOf = async (id: string, client = dossier.admin) => (await client.call(preview.view, { id })).look;
const beside = async (look: string) => dossier.nobody.call(media.beside, { look });
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });
const hasEngine = async () => (await enginesOf(dossier.services)).media !== undefined;

const said = (words: string) => `1\n00:00:00,000 --> 00:00:01,000\n${words}\n`;

it('subtitles are those of the name that lie beside the film, for whoever may read them', async () => {
  const film = await placed('Visit.MP4');
  // 合同, as Chinese programs wrote it before there was UTF-8
  await placed('visit.chs.srt', Buffer.concat([Buffer.from(said('')), Buffer.from([0xba, 0xcf, 0xcd, 0xac]), Buffer.from('\n')]));
  await placed('visit.srt', said('plain'));
  const secret = await placed('Visit.en.vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\nsecret\n`);
  await placed('visited.en.srt');
  await placed('visit.txt');
  const all = await beside(await lookOf(film));
  expect(all.subtitles.map(({ lang, suffix }) => [lang, suffix])).toEqual([
    ['zh-Hans', 'chs'],
    ['en', 'en'],
    [undefined, ''],
  ]);
  const answer = await fetched(all.subtitles[2]?.url ?? '');
  expect([answer.statusCode, answer.headers['content-type'], answer.payload]).toEqual([
    200,
    'text/vtt; charset=utf-8',
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nplain\n',
  ]);

  const staff = await makeSignedIn(dossier);
  const seen = async () => (await beside(await lookOf(film, staff.client))).subtitles;
  await dossier.admin.call(permissions.grant, { objId: film, granteeType: 'user', granteeId: staff.id, level: 3 });
  expect(await seen()).toEqual([]);
  await dossier.admin.call(permissions.grant, { objId: secret, granteeType: 'user', granteeId: staff.id, level: 3 });
  const [own] = await seen();
  expect((await fetched(own?.url ?? '')).payload).toContain('secret');
  await dossier.admin.call(permissions.revoke, { objId: secret, granteeType: 'user', granteeId: staff.id });
  expect((await fetched(own?.url ?? '')).payload).not.toContain('secret');
});

it('the address of subtitles opens no other document, and that of a film no text', async () => {
  const [film, text] = [await placed('apart.mp4'), await placed('apart.txt')];
  for (const id of [film, text]) expect((await fetched(`/look/subtitles/${await lookOf(id)}`)).statusCode).toBe(422);
  expect((await fetched(`/look/poster/${await lookOf(text)}`)).statusCode).toBe(422);
  expect((await fetched(`/look/film/${await lookOf(text)}/a`)).statusCode).toBe(422);
});

it('a visitor of a link has those that are shared', async () => {
  const [film, own] = [await placed('shared.mp4'), await placed('shared.en.srt', said('shared'))];
  const look = async (objIds: string[]) => {
    const { token } = await dossier.admin.call(shares.create, { objIds, name: 'Film' });
    return (await (await come(dossier, token)).call(links.view, { token, id: film })).look;
  };
  expect((await beside(await look([film]))).subtitles).toEqual([]);
  expect((await beside(await look([film, own]))).subtitles).toMatchObject([{ lang: 'en' }]);
});

it('a film has a still, where the machine has the program', async ({ skip }) => {
  if (!(await hasEngine())) return skip();
  const film = await placed('still.avi', await filmOf('still.avi', `${picture} -c:v mjpeg`));
  const { poster } = await beside(await lookOf(film));
  const answer = await fetched(poster ?? '');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
});

it('a sound shows where it is loud', async ({ skip }) => {
  if (!(await hasEngine())) return skip();
  const quietFirst = `${tone} -af volume=0:enable='lt(t,0.5)'`;
  const look = await lookOf(await placed('rise.wav', await filmOf('rise.wav', quietFirst)));
  const { peaks } = await dossier.nobody.call(media.wave, { look });
  expect([peaks.length, Math.max(...peaks)]).toEqual([peakCount, 100]);
  expect(Math.max(...peaks.slice(0, 300))).toBeLessThan(5);
  expect(Math.min(...peaks.slice(450, 750))).toBeGreaterThan(60);
  expect(await dossier.nobody.call(media.wave, { look: await lookOf(await placed('none.mp3')) })).toEqual({ peaks: [] });
});
