import { createHash } from 'node:crypto';
import { PDFDocument, StandardFonts, degrees } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let cabinet: string;
/** A user with the right to read and print, without the right to download. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 7 });
});
afterAll(() => dossier.close());

async function pdfOf(pages: number, words = (page: number) => `Page ${page} about kingfishers`): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++)
    pdf.addPage([400, page === 2 ? 300 : 500]).drawText(words(page), { x: 40, y: 200, size: 20, font });
  return Buffer.from(await pdf.save());
}

const document = (name: string, bytes: Buffer | string) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes, onSameName: 'rename' });
const seenBy = async (client: typeof dossier.admin, id: string) => client.call(preview.view, { id });
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });
const ended = (previewToken: string) => endedState(dossier.nobody, previewByToken.state, { look: previewToken });

/** The width of a served image, and the number of its grey levels. */
async function drawn(url: string): Promise<{ width: number; high: boolean; greys: number }> {
  const answer = await fetched(url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const { data, info } = await sharp(answer.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, high: info.height > info.width, greys: new Set(data).size };
}

describe('a PDF without the right to download', () => {
  it('is sent as page images with their text, and in no other form', async () => {
    const id = await document('birds.pdf', await pdfOf(3));
    const { look: previewToken, streamUrl, rendition, detailUrl } = await seenBy(reader.client, id);
    expect([rendition, detailUrl]).toEqual(['pages', `/docpreview?id=${id}`]);
    expect(await ended(previewToken)).toEqual({ state: 'ready', done: 1 });
    expect(await dossier.nobody.call(pagesByToken.pages, { look: previewToken })).toEqual({
      count: 3,
      sizes: [
        { width: 400, height: 500, count: 1 },
        { width: 400, height: 300, count: 1 },
        { width: 400, height: 500, count: 1 },
      ],
      words: true,
    });
    const first = await drawn(streamUrl);
    expect([first.width, first.high, first.greys > 10]).toEqual([900, true, true]);
    expect(await drawn(`/look/page/${previewToken}/2?width=1000`)).toMatchObject({ width: 1600, high: false });
    expect((await drawn(`/look/page/${previewToken}/2?width=1`)).width).toBe(240);
    const { pieces } = await dossier.nobody.call(pagesByToken.words, { look: previewToken, page: 2 });
    expect(pieces.map(({ text }) => text)).toEqual(['Page 2 about kingfishers']);
    expect(pieces[0]?.x).toBeCloseTo(0.1, 2);
    for (const url of [`/look/page/${previewToken}/4`, `/look/page/${previewToken}/0`, `/look/page/${previewToken}/x`])
      expect((await fetched(url)).statusCode).toBe(422);
    expect((await fetched(`/look/pdf/${previewToken}/birds.pdf`)).statusCode).toBe(403);
    expect((await fetched(`/look/page/${previewToken.slice(0, -3)}abc/1`)).statusCode).toBe(403);
    const printed = await reader.client.call(preview.print, { id });
    expect(printed.streamUrl).toBe(`/look/page/${printed.look}/1`);
    expect((await drawn(`/look/page/${printed.look}/1`)).width).toBe(900);
  });

  it('is searched page by page', async () => {
    const id = await document('long.pdf', await pdfOf(60, (page) => (page % 30 === 0 ? 'A rare Halcyon' : 'nothing')));
    const { look: previewToken } = await seenBy(reader.client, id);
    const { hits, next } = await dossier.nobody.call(pagesByToken.find, { look: previewToken, keyword: 'HALCYON' });
    expect([hits.map(({ page }) => page), next]).toEqual([[30, 60], undefined]);
    expect(hits[0]?.boxes[0]?.width).toBeGreaterThan(0.1);
    expect((await dossier.nobody.call(pagesByToken.find, { look: previewToken, keyword: 'halcyon', from: 31 })).hits).toHaveLength(1);
    expect((await dossier.nobody.call(pagesByToken.find, { look: previewToken, keyword: 'osprey' })).hits).toEqual([]);
  });

  it('reports why it cannot be shown', async () => {
    const broken = await seenBy(reader.client, await document('broken.pdf', 'no PDF at all'));
    expect(await ended(broken.look)).toMatchObject({ state: 'failed', reason: 'broken' });
    expect((await fetched(broken.streamUrl)).statusCode).toBe(422);
    const pdf = await PDFDocument.load(await pdfOf(1));
    pdf.encrypt({ userPassword: 'secret' });
    const locked = await seenBy(reader.client, await document('locked.pdf', Buffer.from(await pdf.save())));
    expect(await ended(locked.look)).toMatchObject({ state: 'failed', reason: 'encrypted' });
  });

  it('ends with the right', async () => {
    const id = await document('short.pdf', await pdfOf(1));
    const { look: previewToken } = await seenBy(reader.client, id);
    expect((await fetched(`/look/page/${previewToken}/1`)).statusCode).toBe(200);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 1 });
    expect((await fetched(`/look/page/${previewToken}/1`)).statusCode).toBe(403);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 7 });
  });
});

it('keeps the outline and rotated pages', async () => {
  const pdf = await PDFDocument.load(await pdfOf(2));
  pdf.getPage(0).setRotation(degrees(90));
  const id = await document('turned.pdf', Buffer.from(await pdf.save()));
  const { look: previewToken } = await seenBy(reader.client, id);
  expect((await dossier.nobody.call(pagesByToken.pages, { look: previewToken })).sizes[0]).toEqual({ width: 500, height: 400, count: 1 });
  expect((await dossier.nobody.call(pagesByToken.words, { look: previewToken, page: 1 })).pieces[0]?.turn).toBe(90);
  expect(await dossier.nobody.call(pagesByToken.outline, { look: previewToken })).toEqual({ entries: [] });
});

describe('an image', () => {
  const square = (format: 'png' | 'tiff') =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#c00' } })
      .toFormat(format)
      .toBuffer();

  it('is redrawn without the right to download', async () => {
    const id = await document('square.png', await square('png'));
    const view = await seenBy(reader.client, id);
    expect(view.rendition).toBe('image');
    expect(await ended(view.look)).toMatchObject({ state: 'ready' });
    expect((await drawn(view.streamUrl)).width).toBe(60);
    const whole = await seenBy(dossier.admin, id);
    expect((await fetched(whole.streamUrl)).headers['content-type']).toBe('image/png');
  });

  it('as SVG, or of an old format, too', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><image href="file:///etc/passwd"/><circle r="9"/></svg>';
    expect((await drawn((await seenBy(reader.client, await document('circle.svg', svg))).streamUrl)).width).toBe(2400);
    expect((await drawn((await seenBy(reader.client, await document('old.bmp', bitmap()))).streamUrl)).width).toBe(2);
  });

  it('does not read neighbouring files, whatever its name is', async () => {
    const secret = Buffer.from('THE WORDS OF THE BOARD');
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'board.txt', bytes: secret });
    const beside = createHash('sha256').update(secret).digest('hex');
    // contents are stored in folders by hash prefix
    const asking = (href: string): Buffer => {
      for (let n = 0; ; n++) {
        const text = `<xi:include parse="text" href="${href}"/>`;
        const bytes = Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xi="http://www.w3.org/2001/XInclude" width="300" height="60"><!--${n}--><rect width="300" height="60" fill="#fff"/><text y="40" font-size="24">${text}</text></svg>`,
        );
        if (createHash('sha256').update(bytes).digest('hex').startsWith(beside.slice(0, 2))) return bytes;
      }
    };
    for (const name of ['plan.png', 'plan.svg', 'plan.tif']) {
      const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: asking(beside), onSameName: 'rename' });
      const { look: previewToken } = await dossier.admin.call(preview.view, { id });
      const answer = await fetched(`/look/picture/${previewToken}/a.jpg?width=2400`);
      if (answer.statusCode !== 200) continue;
      const { channels } = await sharp(answer.rawPayload).stats();
      expect(Math.min(...channels.map(({ min }) => min)), name).toBeGreaterThan(200);
    }
  });

  it('that browsers do not support is shown as pages', async () => {
    const id = await document('scan.tiff', await square('tiff'));
    const { look: previewToken, rendition, streamUrl } = await seenBy(dossier.admin, id);
    expect(rendition).toBe('pages');
    expect(await dossier.nobody.call(pagesByToken.pages, { look: previewToken })).toMatchObject({ count: 1, words: false });
    expect((await drawn(streamUrl)).width).toBe(60);
    expect(await dossier.nobody.call(pagesByToken.words, { look: previewToken, page: 1 })).toEqual({ pieces: [] });
    expect(await dossier.nobody.call(pagesByToken.find, { look: previewToken, keyword: 'x' })).toEqual({ hits: [] });
  });
});

/** A bitmap of two by two pixels. */
function bitmap(): Buffer {
  const bytes = Buffer.alloc(54 + 16);
  bytes.write('BM');
  for (const [at, value] of [
    [2, 70],
    [10, 54],
    [14, 40],
    [18, 2],
    [22, 2],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes.fill(0x40, 54);
}

it('without converters, reports what is missing or leaves the rendering to the client', async () => {
  const alone = await openTestServer({ searchPath: '' });
  try {
    const place = await makeCabinet(alone.admin);
    const view = async (name: string) =>
      alone.admin.call(preview.view, { id: await makeDocument(alone, alone.admin, { parentId: place, name }) });
    const renditions = await Promise.all(['a.docx', 'a.pptx', 'a.doc', 'a.ppt'].map(async (name) => (await view(name)).rendition));
    expect(renditions).toEqual(['office', 'office', 'none', 'none']);
    const phone = await view('a.heic');
    expect(phone.rendition).toBe('image');
    expect((await alone.server.app.inject({ method: 'GET', url: phone.streamUrl })).statusCode).toBe(422);
    expect(await endedState(alone.nobody, previewByToken.state, { look: phone.look })).toMatchObject({
      state: 'failed',
      reason: 'no-engine',
    });
  } finally {
    await alone.close();
  }
});
