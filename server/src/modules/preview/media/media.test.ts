import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { permissions } from '@dossier/contract/access/permissions';
import { site } from '@dossier/contract/core/site';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { mediaFile, image, soundFrames, tone } from '../../../../test/media-file.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type MediaEngine, enginesOf } from '../../../platform/engines.ts';

const run = promisify(execFile);

let dossier: TestServer;
let place: string;
let engine: MediaEngine | undefined;
beforeAll(async () => {
  dossier = await openTestServer();
  // no thumbnails: only previews render here
  await dossier.admin.call(site.saveSettings, { group: 'preview', values: { thumbnails: false } });
  place = await makeCabinet(dossier.admin);
  ({ media: engine } = await enginesOf(dossier.services));
  await mkdir(join(dossier.data, 'films'));
});
afterAll(() => dossier.close());

const both = `${image} ${tone} -shortest`;

const placed = (name: string, bytes: Buffer | string) => makeDocument(dossier, dossier.admin, { parentId: place, name, bytes });

async function shown(name: string, bytes: Buffer | string) {
  const id = await placed(name, bytes);
  return dossier.admin.call(preview.view, { id });
}

const ended = (previewToken: string) => endedState(dossier.nobody, previewByToken.state, { look: previewToken });
const fetched = (url: string, headers = {}) => dossier.server.app.inject({ method: 'GET', url, headers });

/** The codecs of some bytes, by ffprobe. */
async function codecsOf(bytes: Buffer): Promise<string> {
  const file = join(dossier.data, 'films', 'made');
  await writeFile(file, bytes);
  const entries = ['-v', 'error', '-show_entries', 'stream=codec_name,width', '-of', 'csv=p=0', file];
  return (await run(engine?.ffprobe ?? '', entries)).stdout.trim().replaceAll('\n', ' ');
}

describe('a video that browsers do not play', () => {
  beforeEach(({ skip }) => engine === undefined && skip());

  it.each([
    ['old.avi', `${both} -c:v mpeg4 -c:a mp3`],
    ['old.mpg', `${both} -r 25 -c:v mpeg2video -c:a mp2`],
    ['copied.mkv', `${both} -c:v libx264 -pix_fmt yuv420p -c:a aac -metadata title=secret`],
    ['recording.ts', `${both} -c:v libx264 -pix_fmt yuv420p -c:a aac -f mpegts`],
    ['odd.mp4', `${both} -c:v mpeg4 -c:a aac`],
  ])('is encoded into one that they do: %s', async (name, args) => {
    const { look: previewToken, streamUrl, rendition, detailUrl, made } = await shown(name, await mediaFile(name, args));
    expect([rendition, made, detailUrl.startsWith('/videoPlayer')]).toEqual(['video', true, true]);
    expect(await ended(previewToken)).toEqual({ state: 'ready', done: 1 });
    const answer = await fetched(streamUrl);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(await codecsOf(answer.rawPayload)).toBe('h264,320 aac');
    // fast start: the index precedes the data; and no metadata is copied
    expect(answer.rawPayload.indexOf('moov')).toBeLessThan(answer.rawPayload.indexOf('mdat'));
    expect(answer.rawPayload.includes('secret')).toBe(false);
    const part = await fetched(streamUrl, { range: 'bytes=4-7' });
    expect([part.statusCode, part.payload]).toEqual([206, 'ftyp']);
  });

  it('is audio where it has no video stream', async () => {
    const { streamUrl, rendition } = await shown('note.wma', await mediaFile('note.wma', `${tone} -c:a wmav2`));
    const answer = await fetched(streamUrl);
    expect([rendition, answer.headers['content-type'], await codecsOf(answer.rawPayload)]).toEqual(['audio', 'audio/mp4', 'aac']);
  });

  it('is played without the right to download, and its file is not sent', async () => {
    const bytes = await mediaFile('seen.avi', `${both} -c:v mjpeg -c:a mp3`);
    const id = await placed('seen.avi', bytes);
    const staff = await makeSignedIn(dossier);
    expect(await staff.client.refused(preview.view, { id })).toBe(1002);
    await dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: staff.id, level: 3 });
    const { streamUrl, look: previewToken } = await staff.client.call(preview.view, { id });
    const answer = await fetched(streamUrl);
    expect([answer.statusCode, answer.rawPayload.equals(bytes)]).toEqual([200, false]);
    expect((await fetched(`/file/${previewToken}/seen.avi`)).statusCode).toBe(403);
  });
});

describe('a video that browsers play', () => {
  beforeEach(({ skip }) => engine === undefined && skip());

  it('is played as it is', async () => {
    const bytes = await mediaFile('plain.mp4', `${both} -c:v libx264 -pix_fmt yuv420p -c:a aac`);
    const { id, look: previewToken, streamUrl } = await shown('plain.mp4', bytes);
    expect((await ended(previewToken)).state).toBe('ready');
    expect((await fetched(streamUrl)).rawPayload.equals(bytes)).toBe(true);
    const again = await dossier.admin.call(preview.view, { id });
    expect([again.made, again.streamUrl.startsWith('/file/')]).toEqual([undefined, true]);
  });

  it('is sent as it is where it cannot be read', async () => {
    const { look: previewToken, streamUrl } = await shown('torn.mp4', 'no film at all');
    expect((await ended(previewToken)).state).toBe('ready');
    expect((await fetched(streamUrl)).payload).toBe('no film at all');
  });

  it('is played as it is without the right to download, but an unreadable file is not', async () => {
    const staff = await makeSignedIn(dossier);
    const bytes = await mediaFile('lent.mp4', `${both} -r 5 -c:v libx264 -pix_fmt yuv420p -c:a aac`);
    const results = [];
    for (const [name, content] of [
      ['lent.mp4', bytes],
      ['letter.mp4', 'a letter by another name'],
    ] as const) {
      const objId = await placed(name, content);
      await dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: staff.id, level: 3 });
      for (let round = 0; round < 2; round++) {
        const { look: previewToken, streamUrl, made = false } = await staff.client.call(preview.view, { id: objId });
        const { state } = await ended(previewToken);
        const { statusCode, rawPayload } = await fetched(streamUrl);
        results.push([made, state, statusCode, rawPayload.equals(bytes)]);
      }
    }
    // the state reports each refusal
    const refused = [true, 'failed', 422, false];
    expect(results).toEqual([[true, 'ready', 200, true], [false, 'ready', 200, true], refused, refused]);
  });
});

describe('a file that only looks like a video', () => {
  beforeEach(({ skip }) => engine === undefined && skip());

  it('opens no other file: playlists are refused', async () => {
    const secret = join(dossier.data, 'films', 'secret.mp4');
    await mediaFile('secret.mp4', `${both} -c:v libx264 -pix_fmt yuv420p -c:a aac`);
    const lists = [
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${secret}'\n`,
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n`,
    ];
    for (const [at, text] of lists.entries()) {
      const { look: previewToken, streamUrl } = await shown(`list-${at}.avi`, text);
      expect(await ended(previewToken)).toMatchObject({ state: 'failed', reason: 'broken' });
      expect((await fetched(streamUrl)).statusCode).toBe(422);
    }
  });

  it('is detected by its content: source code is text', async () => {
    const { rendition } = await shown('code.ts', 'export const answer = 42;\n');
    expect(rendition).toBe('text');
  });
});

it('without ffmpeg, shows a card that says so', async () => {
  const alone = await openTestServer({ searchPath: '' });
  try {
    const parentId = await makeCabinet(alone.admin);
    const kinds = [];
    for (const name of ['a.avi', 'a.wma', 'a.mp4', 'a.mp3'])
      kinds.push((await alone.admin.call(preview.view, { id: await makeDocument(alone, alone.admin, { parentId, name }) })).rendition);
    expect(kinds).toEqual(['none', 'none', 'video', 'audio']);

    // without the right to download, the signature decides
    const staff = await makeSignedIn(alone);
    await alone.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId: staff.id, level: 3 });
    const seen = [];
    for (const [name, bytes] of [
      ['film.mp4', '\0\0\0 ftypisom'],
      ['song.mp3', soundFrames.mp3],
      ['letter.mp4', 'a letter'],
      ['letter.mp3', 'ID3 and a letter'],
    ] as const) {
      const id = await makeDocument(alone, alone.admin, { parentId, name, bytes });
      const { rendition, streamUrl } = await staff.client.call(preview.view, { id });
      seen.push([rendition, (await alone.server.app.inject({ method: 'GET', url: streamUrl })).statusCode]);
    }
    expect(seen).toEqual([
      ['video', 200],
      ['audio', 200],
      ['none', 403],
      ['none', 403],
    ]);
  } finally {
    await alone.close();
  }
});
