import { permissions } from '@dossier/contract/access/permissions';
import { site } from '@dossier/contract/core/site';
import { media, peakCount } from '@dossier/contract/preview/media';
import { preview } from '@dossier/contract/preview/preview';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaFile, image, tone } from '../../../../test/media-file.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { come } from '../../../../test/share-people.ts';
import { enginesOf } from '../../../platform/engines.ts';

let dossier: TestServer;
let place: string;
beforeAll(async () => {
  dossier = await openTestServer();
  // no thumbnails: only previews render here
  await dossier.admin.call(site.saveSettings, { group: 'preview', values: { thumbnails: false } });
  place = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const placed = (name: string, bytes: Buffer | string = name) => makeDocument(dossier, dossier.admin, { parentId: place, name, bytes });
const lookOf = async (id: string, client = dossier.admin) => (await client.call(preview.view, { id })).look;
const beside = async (previewToken: string) => dossier.nobody.call(media.beside, { look: previewToken });
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });
const hasEngine = async () => (await enginesOf(dossier.services)).media !== undefined;

const subtitlesOf = (words: string) => `1\n00:00:00,000 --> 00:00:01,000\n${words}\n`;

it('subtitles are files of the same name in the folder of a video, for users who may read them', async () => {
  const video = await placed('Visit.MP4');
  // 合同 in GBK
  await placed('visit.chs.srt', Buffer.concat([Buffer.from(subtitlesOf('')), Buffer.from([0xba, 0xcf, 0xcd, 0xac]), Buffer.from('\n')]));
  await placed('visit.srt', subtitlesOf('plain'));
  const secret = await placed('Visit.en.vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\nsecret\n`);
  await placed('visited.en.srt');
  await placed('visit.txt');
  const all = await beside(await lookOf(video));
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
  const seen = async () => (await beside(await lookOf(video, staff.client))).subtitles;
  await dossier.admin.call(permissions.grant, { objId: video, granteeType: 'user', granteeId: staff.id, level: 3 });
  expect(await seen()).toEqual([]);
  await dossier.admin.call(permissions.grant, { objId: secret, granteeType: 'user', granteeId: staff.id, level: 3 });
  const [own] = await seen();
  expect((await fetched(own?.url ?? '')).payload).toContain('secret');
  await dossier.admin.call(permissions.revoke, { objId: secret, granteeType: 'user', granteeId: staff.id });
  expect((await fetched(own?.url ?? '')).payload).not.toContain('secret');
});

it('a URL of subtitles opens no other document, and that of the video no text', async () => {
  const [video, text] = [await placed('apart.mp4'), await placed('apart.txt')];
  for (const id of [video, text]) expect((await fetched(`/look/subtitles/${await lookOf(id)}`)).statusCode).toBe(422);
  expect((await fetched(`/look/poster/${await lookOf(text)}`)).statusCode).toBe(422);
  expect((await fetched(`/look/film/${await lookOf(text)}/a`)).statusCode).toBe(422);
});

it('a visitor of a share link gets those that are shared', async () => {
  const [video, own] = [await placed('shared.mp4'), await placed('shared.en.srt', subtitlesOf('shared'))];
  const look = async (objIds: string[]) => {
    const { token } = await dossier.admin.call(shares.create, { objIds, name: 'Film' });
    return (await (await come(dossier, token)).call(links.view, { token, id: video })).look;
  };
  expect((await beside(await look([video]))).subtitles).toEqual([]);
  expect((await beside(await look([video, own]))).subtitles).toMatchObject([{ lang: 'en' }]);
});

it('a video has a poster, where ffmpeg is installed', async ({ skip }) => {
  if (!(await hasEngine())) return skip();
  const video = await placed('still.avi', await mediaFile('still.avi', `${image} -c:v mjpeg`));
  const { poster } = await beside(await lookOf(video));
  const answer = await fetched(poster ?? '');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
});

it('an audio file has a waveform', async ({ skip }) => {
  if (!(await hasEngine())) return skip();
  const quietFirst = `${tone} -af volume=0:enable='lt(t,0.5)'`;
  const previewToken = await lookOf(await placed('rise.wav', await mediaFile('rise.wav', quietFirst)));
  const { peaks } = await dossier.nobody.call(media.wave, { look: previewToken });
  expect([peaks.length, Math.max(...peaks)]).toEqual([peakCount, 100]);
  expect(Math.max(...peaks.slice(0, 300))).toBeLessThan(5);
  expect(Math.min(...peaks.slice(450, 750))).toBeGreaterThan(60);
  expect(await dossier.nobody.call(media.wave, { look: await lookOf(await placed('none.mp3')) })).toEqual({ peaks: [] });
});
