import { PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream, StandardFonts, decodePDFRawStream } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { watermarks } from '@dossier/contract/preview/watermarks';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { pdfTexts } from '../../../../test/pdf-texts.ts';
import { refusedText } from '../../../../test/read-text.ts';

const levels = [3, 7, 11, 27, 255] as const;
let dossier: TestServer;
let cabinet: string;
let people: Map<number, Client>;
const ids = new Map<number, string>();
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  people = new Map();
  for (const level of levels) {
    const made = await makeSignedIn(dossier, { fullName: `张伟${level}`, loginName: `zhang${level}` });
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: made.id, level });
    people.set(level, made.client);
    ids.set(level, made.id);
  }
});
afterAll(() => dossier.close());

const as = (level: (typeof levels)[number]): Client => people.get(level) as Client;
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });
const document = (name: string, bytes: Buffer | string) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes, onSameName: 'rename' });

/** Two pages, upright and rotated, with an attached file, a script and an annotation. */
async function pdfOf(change: (pdf: PDFDocument) => void | Promise<void> = () => {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const words of ['first page of kingfishers', 'second page'])
    pdf.addPage([400, 500]).drawText(words, { x: 40, y: 200, size: 20, font });
  await change(pdf);
  return Buffer.from(await pdf.save());
}

async function paper(client: Client, id: string): Promise<Buffer> {
  const { downloadUrl } = await client.call(preview.pdf, { id });
  const answer = await fetched(downloadUrl);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers['content-disposition']).toContain('attachment');
  return answer.rawPayload;
}

/** The text of every page of a PDF, and the number of occurrences of a word. */
const pagesIn = async (bytes: Buffer): Promise<{ text: string; times: (word: string) => number }[]> =>
  (await pdfTexts(bytes)).map((texts) => ({
    text: texts.join('\n'),
    times: (word) => texts.filter((text) => text.includes(word)).length,
  }));

/** The fraction of pixels that differ between two images of the same size. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })));
  expect([a?.info.width, a?.info.height]).toEqual([b?.info.width, b?.info.height]);
  const apart = a?.data.filter((value, at) => Math.abs(value - (b?.data[at] ?? 0)) > 20).length ?? 0;
  return apart / (a?.data.length ?? 1);
}

describe('access to a PDF', () => {
  let id: string;
  let original: Buffer;
  beforeAll(async () => {
    original = await pdfOf();
    id = await document('birds.pdf', original);
  });

  it.each(levels)('at level %i', async (level) => {
    const client = as(level);
    const holds = (bit: number) => (level & bit) !== 0;
    const { look, rendition, streamUrl } = await client.call(preview.view, { id });
    // viewing: page images with the watermark, or the bytes
    expect(rendition).toBe(holds(16) ? 'pdf' : 'pages');
    expect((await fetched(streamUrl)).headers['content-type']).toBe(holds(16) ? 'application/pdf' : 'image/jpeg');
    const own = await fetched(`/look/page/${look}/1?width=900`);
    const bare = await fetched(`/look/page/${(await dossier.admin.call(preview.view, { id })).look}/1?width=900`);
    expect((await difference(own.rawPayload, bare.rawPayload)) > 0.005).toBe(!holds(16));
    // printing
    if (!holds(4)) expect(await client.refused(preview.print, { id })).toBe(4612);
    else {
      const printed = await client.call(preview.print, { id });
      const answer = await fetched(printed.streamUrl);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, holds(16) ? 'application/pdf' : 'image/jpeg']);
      expect(answer.rawPayload.equals(original)).toBe(holds(16));
    }
    // downloading a PDF
    if (!holds(8)) expect(await client.refused(preview.pdf, { id })).toBe(4611);
    else {
      const pages = await pagesIn(await paper(client, id));
      expect(pages.map(({ text }) => text.includes('page'))).toEqual([true, true]);
      for (const page of pages) expect(page.times(`张伟${level} (zhang${level})`) > 5).toBe(!holds(16));
    }
    // a converted PDF without watermark, and the plain text, need the right to download
    expect(await refusedText(client, { id })).toBe(holds(16) ? 4637 : 4611);
  });

  it('is counted', async () => {
    await dossier.drain();
    const rows = await dossier.services.database.read.selectFrom('log_entry').select('action').where('obj_id', '=', Number(id)).execute();
    expect([310, 316].map((action) => rows.filter((row) => row.action === action).length)).toEqual([2, 3]);
  });

  it('of a text and of an image: level 3 sees watermarked pages, level 11 gets a watermarked PDF', async () => {
    const text = await document('plan.txt', '我们的计划：\n' + 'A line of the plan. '.repeat(40));
    const view = await as(3).call(preview.view, { id: text });
    expect(view.rendition).toBe('pages');
    expect(await endedState(dossier.nobody, previewByToken.state, { look: view.look })).toMatchObject({ state: 'ready' });
    expect(
      (await dossier.nobody.call(pagesByToken.words, { look: view.look, page: 1 })).pieces.map((piece) => piece.text).join(''),
    ).toContain('我们的计划');
    expect((await fetched(view.streamUrl)).headers['content-type']).toBe('image/jpeg');
    expect((await dossier.admin.call(preview.view, { id: text })).rendition).toBe('text');
    const [page] = await pagesIn(await paper(as(11), text));
    expect(page?.text).toContain('我们的计划');
    expect(page?.times('zhang11')).toBeGreaterThan(5);
    const white = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const picture = await document('white.png', white);
    const seen = await fetched((await as(3).call(preview.view, { id: picture })).streamUrl);
    expect(await difference(seen.rawPayload, await sharp(white).jpeg().toBuffer())).toBeGreaterThan(0.005);
    const bound = await PDFDocument.load(await paper(as(11), picture));
    const [inside] = bound.context
      .enumerateIndirectObjects()
      .flatMap(([, one]) =>
        one instanceof PDFRawStream && one.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image') ? [Buffer.from(one.contents)] : [],
      );
    expect(await difference(inside ?? Buffer.alloc(0), await sharp(white).jpeg().toBuffer())).toBeGreaterThan(0.005);
  });

  it('of a format without pages is refused with a reason', async () => {
    expect(await as(11).refused(preview.pdf, { id: await document('song.mp3', 'x') })).toBe(4636);
    expect(await as(255).refused(preview.pdf, { id: cabinet })).toBe(4618);
    expect(await as(255).refused(preview.pdf, { id: await makeFolder(dossier.admin, cabinet) })).toBe(4618);
    const broken = await as(11).call(preview.pdf, { id: await document('broken.pdf', 'no PDF') });
    expect(await endedState(dossier.nobody, previewByToken.paper, { look: broken.look })).toMatchObject({
      state: 'failed',
      reason: 'broken',
    });
    expect((await fetched(broken.downloadUrl)).statusCode).toBe(422);
    const secret = await document('locked.pdf', await pdfOf((pdf) => pdf.encrypt({ userPassword: 'secret', ownerPassword: 'x' })));
    const locked = await as(11).call(preview.pdf, { id: secret });
    expect(await endedState(dossier.nobody, previewByToken.paper, { look: locked.look })).toMatchObject({
      state: 'failed',
      reason: 'encrypted',
    });
  });

  it('ends with the right, and is opened by no other ticket', async () => {
    const { downloadUrl, look } = await as(11).call(preview.pdf, { id });
    expect(await endedState(dossier.nobody, previewByToken.paper, { look })).toEqual({ state: 'ready', done: 1 });
    const view = await as(3).call(preview.view, { id });
    expect((await fetched(`/look/paper/${view.look}/x.pdf`)).statusCode).toBe(403);
    expect(await dossier.nobody.refused(previewByToken.paper, { look: view.look })).toBe(1010);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: ids.get(11) ?? '', level: 7 });
    expect((await fetched(downloadUrl)).statusCode).toBe(403);
  });
});

describe('removing the watermark', () => {
  const drop: [string, (pdf: PDFDocument) => void][] = [
    ['all notes', (pdf) => pdf.getPages().forEach((page) => page.node.delete(PDFName.of('Annots')))],
    ['all layers', (pdf) => pdf.catalog.delete(PDFName.of('OCProperties'))],
    [
      'all objects that pages draw',
      (pdf) => pdf.getPages().forEach((page) => (page.node.Resources() as PDFDict).delete(PDFName.of('XObject'))),
    ],
    [
      'the last part of each page',
      (pdf) =>
        pdf.getPages().forEach((page) => {
          const contents = page.node.Contents();
          if (contents !== undefined && 'asArray' in contents) contents.remove(contents.size() - 1);
        }),
    ],
  ];

  it.each(drop)('by dropping %s fails', async (_, change) => {
    const pdf = await PDFDocument.load(await paper(as(27), await marked()));
    change(pdf);
    for (const page of await pagesIn(Buffer.from(await pdf.save()))) expect(page.times('张伟27')).toBeGreaterThan(5);
  });

  /** A PDF with a watermark rule for all users. */
  let everywhere: string | undefined;
  async function marked(): Promise<string> {
    if (everywhere !== undefined) return everywhere;
    await dossier.admin.call(watermarks.create, { name: 'all', holders: 'all', uses: ['pdf'], design: { lines: ['{name}'] } });
    everywhere = await document(
      'kept.pdf',
      await pdfOf(async (pdf) => {
        await pdf.attach(Buffer.from('the attached original'), 'original.txt');
        pdf.addJavaScript('x', 'app.alert(1)');
        pdf.catalog.set(PDFName.of('PieceInfo'), pdf.context.obj({ private: 'kept by a program' }));
        // a removed page whose content remains in the file
        pdf.context.register(pdf.context.flateStream('BT (a page that was deleted) Tj ET'));
        // content that leaves a changed graphics state: far too small, and in a layer
        const [page] = pdf.getPages();
        page?.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream('Q Q .001 0 0 .001 0 0 cm /OC /L BDC q q')));
      }),
    );
    return everywhere;
  }

  it('finds nothing in the file but its watermarked pages', async () => {
    const bytes = await paper(as(27), await marked());
    const pdf = await PDFDocument.load(bytes);
    const streams = pdf.context.enumerateIndirectObjects().flatMap(([, one]) => (one instanceof PDFStream ? [one] : []));
    const texts = streams.map((one) =>
      one instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(one).decode()).toString('latin1') : '',
    );
    for (const words of ['a page that was deleted', 'the attached original', 'app.alert', 'kept by a program'])
      expect([bytes.includes(words), texts.some((text) => text.includes(words))]).toEqual([false, false]);
    const [page] = await pagesIn(bytes);
    expect(page?.times('张伟27')).toBeGreaterThan(5);
  });

  it('a changed graphics state of a page does not move the watermark', async () => {
    const { look } = await as(3).call(preview.view, { id: await marked() });
    expect(look).toBeTruthy();
    const path = await document('again.pdf', await paper(as(27), await marked()));
    const drawn = await fetched(`/look/page/${(await dossier.admin.call(preview.view, { id: path })).look}/1?width=900`);
    const { data } = await sharp(drawn.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(data.filter((value) => value < 235).length / data.length).toBeGreaterThan(0.005);
  });

  it('a rule for all users also marks what users with the right to download see', async () => {
    const id = await document('open.pdf', await pdfOf());
    const before = await as(255).call(preview.view, { id });
    await dossier.admin.call(watermarks.create, { name: 'views', holders: 'all', uses: ['view'], design: { lines: ['{name}'] } });
    const after = await as(255).call(preview.view, { id });
    expect([before.rendition, after.rendition]).toEqual(['pdf', 'pages']);
  });
});

/** A TIFF with so many pages of one white pixel each. */
function tiffOf(pages: number): Buffer {
  const [head, entries] = [8, 9];
  const pageBytes = 2 + entries * 12 + 4;
  const file = Buffer.alloc(head + pages * pageBytes + 1, 0);
  const pixel = head + pages * pageBytes;
  file[pixel] = 255;
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(head, 4);
  for (let page = 0; page < pages; page++) {
    const at = head + page * pageBytes;
    file.writeUInt16LE(entries, at);
    // width, length, bits, no compression, black is zero, place, samples, rows, bytes of the strip
    const values = [
      [256, 1],
      [257, 1],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, pixel],
      [277, 1],
      [278, 1],
      [279, 1],
    ] as const;
    for (const [index, [tag, value]] of values.entries()) {
      const entry = at + 2 + index * 12;
      file.writeUInt16LE(tag, entry);
      file.writeUInt16LE(4, entry + 2);
      file.writeUInt32LE(1, entry + 4);
      file.writeUInt32LE(value, entry + 8);
    }
    file.writeUInt32LE(page + 1 < pages ? at + pageBytes : 0, at + pageBytes - 4);
  }
  return file;
}

it('a PDF that would have too many pages is refused with 4642, not cut', async () => {
  const id = await document('fax.tif', tiffOf(201));
  const { downloadUrl, look } = await dossier.admin.call(preview.pdf, { id });
  expect(await dossier.admin.call(previewByToken.paper, { look, wait: true })).toMatchObject({ state: 'failed', reason: 'too-large' });
  const answer = await fetched((await dossier.admin.call(preview.pdf, { id })).downloadUrl);
  expect([answer.statusCode, (JSON.parse(answer.payload) as { code: number }).code]).toEqual([422, 4642]);
  expect(downloadUrl).toContain('/look/paper/');
});
