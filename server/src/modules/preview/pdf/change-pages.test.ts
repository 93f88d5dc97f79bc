import { PDFArray, PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { type TakenPages, pdfChanges } from '@dossier/contract/preview/pdf-changes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { decodedPdf } from '../../../../test/decoded-pdf.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { pdfTexts } from '../../../../test/pdf-texts.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let cabinet: string;
let folder: string;
let writer: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  folder = await makeFolder(dossier.admin, cabinet);
  [writer, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  for (const [{ id: granteeId }, given] of [
    [writer, level.modify],
    [reader, level.download],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId, level: given, reach: 'all' });
});
afterAll(() => dossier.close());

/** Pages of these words, with an outline, links between the pages and a field on each. */
async function pdfOf(words: readonly string[], change: (pdf: PDFDocument) => void | Promise<void> = () => {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const pages = words.map((text) => {
    const page = pdf.addPage([300, 400]);
    page.drawText(text, { x: 30, y: 300, size: 14, font });
    const field = pdf.getForm().createTextField(`field of ${text}`);
    field.setText(`value of ${text}`);
    field.addToPage(page, { x: 30, y: 100, width: 200, height: 20 });
    return page;
  });
  for (const [at, page] of pages.entries()) {
    const next = pages[(at + 1) % pages.length];
    const link = pdf.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 20, 20], Dest: [next!.ref, 'Fit'] });
    const notes = page.node.lookup(PDFName.of('Annots'));
    if (notes instanceof PDFArray) notes.push(pdf.context.register(link));
  }
  const titles = pdf.context.obj({ Title: PDFHexString.fromText(`chapter of ${words.at(-1)}`), Dest: [pages.at(-1)!.ref, 'Fit'] });
  const entry = pdf.context.register(titles);
  pdf.catalog.set(PDFName.of('Outlines'), pdf.context.obj({ Type: 'Outlines', First: entry, Last: entry, Count: 1 }));
  pdf.setTitle(`title of ${words.at(-1)}`);
  await change(pdf);
  return Buffer.from(await pdf.save());
}

const make = async (bytes: Buffer, given: { parentId?: string; name?: string } = {}) =>
  makeDocument(dossier, dossier.admin, { parentId: folder, name: 'pages.pdf', onSameName: 'rename', bytes, ...given });

const newest = async (id: string) => (await dossier.admin.call(content.revisions, { id }))[0]!;

async function target(id: string): Promise<{ id: string; revisionId: string }> {
  return { id, revisionId: (await newest(id)).id };
}

async function bytesOf(id: string, currentRev?: string, client: Client = dossier.admin): Promise<Buffer> {
  const { downloadUrl } = await client.call(content.download, { id, currentRev });
  return (await dossier.server.app.inject({ method: 'GET', url: downloadUrl })).rawPayload;
}

/** The words that pages are told by, and their rotation. */
async function pagesOf(bytes: Buffer): Promise<[string, number][]> {
  const texts = await pdfTexts(bytes);
  const pdf = await PDFDocument.load(bytes);
  return texts.map((text, at) => [text[0] ?? '', pdf.getPage(at).getRotation().angle]);
}

const run = (from: number, to = from, more: Partial<TakenPages> = {}): TakenPages => ({ from, to, turn: 0, ...more });

describe('changing the pages of a PDF', () => {
  it('turns, moves and leaves out pages in a new revision', async () => {
    const original = await pdfOf(['alpha', 'beta', 'gamma', 'delta']);
    const id = await make(original);
    const before = await newest(id);
    const pages = [run(3, 4), run(1, 1, { turn: 90 })];
    const saved = await writer.client.call(pdfChanges.changePages, { id, revisionId: before.id, pages, note: 'In order' });
    expect(await newest(id)).toMatchObject({ id: saved.revisionId, label: '1.1', note: 'In order', creatorName: writer.fullName });
    expect(saved.label).toBe('1.1');
    const changed = await bytesOf(id);
    expect(await pagesOf(changed)).toEqual([
      ['gamma', 0],
      ['delta', 0],
      ['alpha', 90],
    ]);
    const said = await decodedPdf(changed);
    for (const word of ['alpha', 'gamma', 'delta']) expect(said).toContain(`value of ${word}`);
    expect(said).toContain('chapter of delta');
    expect(said).not.toContain('beta');
    expect((await bytesOf(id, before.id)).equals(original)).toBe(true);
  });

  it('turns a page on from how it was turned, and keeps what pages have from the nodes above them', async () => {
    const id = await make(
      await pdfOf(['one', 'two'], (pdf) => {
        const tree = pdf.catalog.Pages();
        tree.set(PDFName.of('Rotate'), pdf.context.obj(270));
        tree.set(PDFName.of('CropBox'), pdf.context.obj([10, 10, 290, 390]));
        for (const page of pdf.getPages()) page.node.delete(PDFName.of('CropBox'));
      }),
    );
    await writer.client.call(pdfChanges.changePages, { ...(await target(id)), pages: [run(2, 2, { turn: 180 }), run(1)] });
    const bytes = await bytesOf(id);
    expect(await pagesOf(bytes)).toEqual([
      ['two', 90],
      ['one', 270],
    ]);
    expect((await PDFDocument.load(bytes)).getPage(0).getCropBox()).toEqual({ x: 10, y: 10, width: 280, height: 380 });
  });

  it('joins pages of other PDFs, without the rest of these', async () => {
    const id = await make(await pdfOf(['own']));
    const otherId = await make(await pdfOf(['first', 'secret', 'last']));
    const pages = [run(3, 3, { otherId }), run(1), run(1, 1, { otherId, turn: 270 })];
    await writer.client.call(pdfChanges.changePages, { ...(await target(id)), pages });
    const bytes = await bytesOf(id);
    expect(await pagesOf(bytes)).toEqual([
      ['last', 0],
      ['own', 0],
      ['first', 270],
    ]);
    expect(await decodedPdf(bytes)).not.toContain('secret');
  });

  it('is for who may modify, and on the revision that they saw', async () => {
    const id = await make(await pdfOf(['one', 'two']));
    const seen = await target(id);
    const input = { ...seen, pages: [run(2), run(1)] };
    expect(await reader.client.refused(pdfChanges.changePages, input)).toBe(1001);
    await writer.client.call(pdfChanges.changePages, input);
    expect(await writer.client.refused(pdfChanges.changePages, input)).toBe(1008);
    const now = { ...(await target(id)), pages: [run(1)] };
    await dossier.admin.call(content.lock, { id });
    expect(await writer.client.refused(pdfChanges.changePages, now)).toBe(4619);
    await dossier.admin.call(content.unlock, { id });
    await writer.client.call(content.lock, { id });
    await writer.client.call(pdfChanges.changePages, now);
    expect(await dossier.admin.refused(pdfChanges.changePages, { ...(await target(id)), pages: [run(1)] })).toBe(4619);
  });

  it('refuses what is no page, no PDF, or protected', async () => {
    const id = await make(await pdfOf(['one', 'two']));
    const refusedPages = async (pages: TakenPages[]) => writer.client.refused(pdfChanges.changePages, { ...(await target(id)), pages });
    expect(await refusedPages([run(3)])).toBe(400);
    expect(await refusedPages([run(1), run(1)])).toBe(400);
    expect(await refusedPages([run(1, 1, { otherId: id })])).toBe(1003);
    const refused = async (bytes: Buffer, name = 'x.pdf') =>
      writer.client.refused(pdfChanges.changePages, { ...(await target(await make(bytes, { name }))), pages: [run(1)] });
    expect(await refused(Buffer.from('words'), 'x.txt')).toBe(1003);
    expect(await refused(Buffer.from('no PDF at all'))).toBe(4672);
    expect(await refused(await pdfOf(['one'], (pdf) => pdf.encrypt({ userPassword: 'secret', ownerPassword: 'x' })))).toBe(4671);
    expect(await refused(await pdfOf(['one'], (pdf) => pdf.encrypt({ userPassword: '', ownerPassword: 'x' })))).toBe(4671);
  });

  it('takes pages only of what the caller may download, in the same area', async () => {
    const id = await make(await pdfOf(['one']));
    const hidden = await make(await pdfOf(['hidden']), { parentId: cabinet });
    const pages = (otherId: string) => [run(1), run(1, 1, { otherId })];
    const refused = async (otherId: string, client = writer.client) =>
      client.refused(pdfChanges.changePages, { ...(await target(id)), pages: pages(otherId) });
    expect(await refused(hidden)).toBe(1002);
    await dossier.admin.call(permissions.grant, { objId: hidden, granteeType: 'user', granteeId: writer.id, level: level.view });
    expect(await refused(hidden)).toBe(4611);
    const { id: drawer } = await dossier.admin.call(library.createCabinet, { name: 'Mine', moduleType: moduleType.my });
    expect(await refused(await make(await pdfOf(['mine']), { parentId: drawer }), dossier.admin)).toBe(1003);
  });
});

describe('pages as a document of their own', () => {
  it('are saved beside it, and tell nothing of the others', async () => {
    const id = await make(await pdfOf(['kept', 'left behind']));
    const input = { ...(await target(id)), pages: [run(1, 1, { turn: 90 })], name: 'chapter.pdf' };
    const first = await writer.client.call(pdfChanges.extractPages, input);
    const second = await writer.client.call(pdfChanges.extractPages, input);
    expect([first.name, second.name]).toEqual(['chapter.pdf', 'chapter (2).pdf']);
    const bytes = await bytesOf(first.id, undefined, writer.client);
    expect(await pagesOf(bytes)).toEqual([['kept', 90]]);
    const said = await decodedPdf(bytes);
    expect(said).toContain('value of kept');
    expect(said).not.toContain('left behind');
    expect(await newest(id)).toMatchObject({ label: '1.0' });
  });

  it('need the right to download the document and to upload beside it', async () => {
    const id = await make(await pdfOf(['one', 'two']));
    const input = { ...(await target(id)), pages: [run(1)], name: 'chapter.pdf' };
    expect(await reader.client.refused(pdfChanges.extractPages, input)).toBe(4615);
    const watcher = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, {
      objId: folder,
      granteeType: 'user',
      granteeId: watcher.id,
      level: level.view,
      reach: 'all',
    });
    expect(await watcher.client.refused(pdfChanges.extractPages, input)).toBe(4611);
    expect(await writer.client.refused(pdfChanges.extractPages, { ...input, name: 'chapter.exe' })).toBe(4604);
    expect(await writer.client.refused(pdfChanges.extractPages, { ...input, pages: [run(9)] })).toBe(400);
  });
});
