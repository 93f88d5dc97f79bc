import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { site } from '@dossier/contract/core/site';
import { type Thumbnail, thumbnails } from '@dossier/contract/preview/thumbnails';
import { shares } from '@dossier/contract/sharing/shares';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { plainPhoto } from '../../../test/photo-of.ts';
import { come } from '../../../test/share-people.ts';
import { findProgram } from '../../platform/engines.ts';

let dossier: TestServer;
let cabinet: string;
/** A user with the right to read and print, without the right to download. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
/** A user with the right to titles alone. */
let titles: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  for (const level of [7, 1] as const) {
    const person = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: person.id, level });
    if (level === 7) reader = person;
    else titles = person;
  }
});
afterAll(() => dossier.close());

const photo = (width = 1200, height = 800) => plainPhoto(width, height);
const document = (name: string, bytes: Buffer | string) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes, onSameName: 'rename' });

/** The finished thumbnail of a document, or its failure. */
async function settled(id: string, ask: (ids: string[]) => Promise<{ list: Thumbnail[] }>): Promise<Thumbnail> {
  for (;;) {
    const [one] = (await ask([id])).list;
    if (one !== undefined && one.state !== 'making') return one;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
const asked = (client: Client) => (ids: string[]) => client.call(thumbnails.list, { ids });
const fetched = (url = '') => dossier.server.app.inject({ method: 'GET', url });

async function shapeAt(url: string | undefined): Promise<{ type: unknown; width: number; height: number }> {
  const answer = await fetched(url);
  expect(answer.statusCode).toBe(200);
  const { width, height } = await sharp(answer.rawPayload).metadata();
  return { type: answer.headers['content-type'], width, height };
}

describe('a thumbnail', () => {
  it('of a photo is rendered when a list requests it, and is included in the next list', async () => {
    // its URL changes every four hours, and not in the minute that passes below
    const hours = 4 * 3600_000;
    const left = hours - (dossier.clock.now() % hours);
    if (left < 120_000) dossier.clock.forward(left);
    const id = await document('photo.jpg', await photo());
    expect(await dossier.admin.call(thumbnails.list, { ids: [id] })).toEqual({ list: [{ id, state: 'making' }] });
    const made = await settled(id, asked(dossier.admin));
    expect(made).toMatchObject({ id, state: 'ready', width: 320, height: 213 });
    expect(await shapeAt(made.url)).toEqual({ type: 'image/webp', width: 320, height: 213 });
    const { headers, rawPayload } = await fetched(made.url);
    expect(headers['cache-control']).toBe('private, max-age=14400, immutable');
    expect(rawPayload.length).toBeLessThan(20_000);
    // the URL stays the same for hours, so that browsers cache the image
    dossier.clock.forward(60_000);
    expect((await dossier.admin.call(thumbnails.list, { ids: [id] })).list[0]?.url).toBe(made.url);
  });

  it('of a PDF is its first page', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([400, 500]);
    pdf.addPage([500, 100]);
    const made = await settled(await document('pages.pdf', Buffer.from(await pdf.save())), asked(dossier.admin));
    expect(await shapeAt(made.url)).toEqual({ type: 'image/webp', width: 256, height: 320 });
  });

  it('does not exist for text, broken files, folders and missing items', async () => {
    const ids = [
      await document('plain.txt', 'words'),
      await document('table.csv', 'a,b'),
      await document('broken.png', 'no picture'),
      cabinet,
      '999999999',
    ];
    for (const id of ids) expect(await settled(id, asked(dossier.admin))).toEqual({ id, state: 'none' });
  });

  it('follows a new revision', async () => {
    const id = await document('drawn.png', await photo(40, 30));
    expect(await settled(id, asked(dossier.admin))).toMatchObject({ width: 40, height: 30 });
    await makeDocument(dossier, dossier.admin, {
      parentId: cabinet,
      name: 'drawn.png',
      bytes: await photo(30, 60),
      onSameName: 'revision',
    });
    expect(await settled(id, asked(dossier.admin))).toMatchObject({ width: 30, height: 60 });
  });
});

describe('access to a thumbnail', () => {
  it('needs the right to read; without the right to download it is smaller, and the enlarged one has a watermark', async () => {
    const id = await document('seen.jpg', await photo());
    const whole = await settled(id, asked(dossier.admin));
    const less = await settled(id, asked(reader.client));
    expect([(await shapeAt(whole.url)).width, (await shapeAt(less.url)).width]).toEqual([320, 240]);
    const glance = (url = '') => fetched(url.replace('/look/thumb/', '/look/glance/'));
    const [plain, marked] = [await glance(whole.url), await glance(less.url)];
    expect([plain.headers['content-type'], marked.headers['content-type']]).toEqual(['image/webp', 'image/jpeg']);
    const colours = async (bytes: Buffer) => new Set(await sharp(bytes).greyscale().raw().toBuffer()).size;
    expect((await colours(marked.rawPayload)) - (await colours(plain.rawPayload))).toBeGreaterThan(4);
  });

  it('is refused with the right to titles alone', async () => {
    const id = await document('title.jpg', await photo());
    await settled(id, asked(dossier.admin));
    expect(await titles.client.call(thumbnails.list, { ids: [id] })).toEqual({ list: [{ id, state: 'none' }] });
    expect(await dossier.nobody.refused(thumbnails.list, { ids: [id] })).toBe(501);
  });

  it('changes with the right, and its ticket opens nothing else', async () => {
    const id = await document('lent.jpg', await photo());
    const { url = '' } = await settled(id, asked(reader.client));
    const ticket = url.replace('/look/thumb/', '');
    expect((await fetched(`/look/picture/${ticket}/x.jpg`)).statusCode).toBe(403);
    expect((await fetched(`/file/${ticket}/x.jpg`)).statusCode).toBe(403);
    expect((await fetched(`${url.slice(0, -4)}aaaa`)).statusCode).toBe(403);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 1 });
    expect((await fetched(url)).statusCode).toBe(403);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 7 });
  });
});

describe('through a share link', () => {
  it('is given to visitors with access, never before the password', async () => {
    const id = await document('shared.jpg', await photo());
    const outside = await document('kept.jpg', await photo());
    const { token } = await dossier.admin.call(shares.create, { objIds: [id], name: 'One', password: 'right-word', watermark: true });
    expect(await dossier.nobody.refused(thumbnails.byLink, { token, ids: [id] })).toBe(503);
    const visitor = await come(dossier, token, { password: 'right-word' });
    const byLink = (ids: string[]) => visitor.call(thumbnails.byLink, { token, ids });
    const made = await settled(id, byLink);
    expect(await shapeAt(made.url)).toMatchObject({ width: 240 });
    expect(await settled(outside, byLink)).toEqual({ id: outside, state: 'none' });
    const other = await dossier.admin.call(shares.create, { objIds: [outside], name: 'Two' });
    expect(await visitor.refused(thumbnails.byLink, { token: other.token, ids: [outside] })).toBe(503);
    const { list } = await dossier.admin.call(shares.list, { pageSize: 100 });
    await dossier.admin.call(shares.close, { id: list.find(({ name }) => name === 'One')?.id ?? '' });
    expect((await fetched(made.url)).statusCode).toBe(422);
  });
});

it('of a video is its poster, of an audio file its cover or nothing', async ({ skip }) => {
  const program = await findProgram(['ffmpeg'], process.env['PATH'] ?? '');
  if (program === undefined) return skip();
  const made = async (name: string, args: string): Promise<string> => {
    await promisify(execFile)(program, [...`-loglevel error -f lavfi -i ${args} -t 1`.split(' '), join(dossier.data, name)]);
    return document(name, await readFile(join(dossier.data, name)));
  };
  const video = await settled(await made('film.mp4', 'testsrc=size=640x360:rate=10 -pix_fmt yuv420p'), asked(dossier.admin));
  expect(await shapeAt(video.url)).toMatchObject({ width: 320, height: 180 });
  expect((await settled(await made('song.mp3', 'sine'), asked(dossier.admin))).state).toBe('none');
});

describe('after an upload', () => {
  it('a thumbnail is rendered at once, unless the site setting disables it', async () => {
    const early = await document('early.jpg', await photo());
    await dossier.drain();
    expect((await dossier.admin.call(thumbnails.list, { ids: [early] })).list[0]?.state).toBe('ready');
    await dossier.admin.call(site.saveSettings, { group: 'preview', values: { thumbnails: false } });
    const later = await document('later.jpg', await photo(301, 207));
    await dossier.drain();
    expect((await dossier.admin.call(thumbnails.list, { ids: [later] })).list[0]?.state).toBe('making');
  });
});

it('without converters, formats that need one have no thumbnail', async () => {
  const alone = await openTestServer({ searchPath: '' });
  try {
    const place = await makeCabinet(alone.admin);
    const ids: string[] = [];
    for (const name of ['a.docx', 'a.heic', 'a.mp4', 'a.mp3']) ids.push(await makeDocument(alone, alone.admin, { parentId: place, name }));
    const { list } = await alone.admin.call(thumbnails.list, { ids });
    expect(list.map(({ state }) => state)).toEqual(['none', 'none', 'none', 'none']);
  } finally {
    await alone.close();
  }
});
