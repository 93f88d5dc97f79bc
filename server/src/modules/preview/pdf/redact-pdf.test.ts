import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { type PageArea, pdfChanges } from '@dossier/contract/preview/pdf-changes';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodedPdf } from '../../../../test/decoded-pdf.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { annotatedByMutool, cleanedByMutool, hasProgram, toldBy } from '../../../../test/pdf-programs.ts';
import { pdfTexts } from '../../../../test/pdf-texts.ts';
import { pictureOf, scanOf } from '../../../../test/scan-of.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { holdRevisions } from '../../documents/revisions.ts';
import { pdfWriterOf } from './pdf-renderers.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let cabinet: string;
let writer: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  [writer, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  for (const [{ id: granteeId }, given] of [
    [writer, level.modify],
    [reader, level.download],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: given, reach: 'all' });
});
afterAll(() => dossier.close());

const secret = 'Kingfisher';
const name = (text: string): PDFName => PDFName.of(text);

interface Sheet {
  pdf: PDFDocument;
  page: PDFPage;
  font: PDFFont;
}

/** A page of 300 by 400 with a line that stays at its lower end, and whatever `draw` puts on it. */
async function pdfOf(draw: (sheet: Sheet) => void | Promise<void>, save = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([300, 400]);
  page.drawText('what stays here', { x: 30, y: 40, size: 14, font });
  await draw({ pdf, page, font });
  return Buffer.from(await pdf.save(save));
}

const line = ({ page, font }: Sheet, text = `the ${secret} file`): void => page.drawText(text, { x: 30, y: 300, size: 14, font });
/** Around the line, as fractions of the page. */
const around: PageArea = { page: 1, x: 0.05, y: 0.19, width: 0.9, height: 0.09 };

/** Adds operators to a page as they are. */
function operators({ pdf, page }: Sheet, text: string): void {
  const stream = pdf.context.register(pdf.context.flateStream(text));
  const contents = page.node.Contents();
  if (contents instanceof PDFArray) contents.push(stream);
  else page.node.set(name('Contents'), pdf.context.obj(contents === undefined ? [stream] : [page.node.get(name('Contents'))!, stream]));
}

function note({ pdf, page }: Sheet, entries: Record<string, unknown>): void {
  const dict = pdf.context.obj({ Type: 'Annot', Rect: [30, 290, 200, 320], ...(entries as object) } as never);
  const notes = page.node.lookup(name('Annots'));
  const ref = pdf.context.register(dict);
  if (notes instanceof PDFArray) notes.push(ref);
  else page.node.set(name('Annots'), pdf.context.obj([ref]));
}

/** A font of squares, in which the letters are procedures, without a table of what they mean but their names. */
function squares({ pdf, page }: Sheet): void {
  const { context } = pdf;
  const square = context.register(context.flateStream('600 0 0 0 500 700 d1 0 0 500 700 re f'));
  const letters = [...new Set(secret)];
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [0, 0, 500, 700],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    CharProcs: Object.fromEntries(letters.map((letter) => [letter, square])),
    Encoding: { Type: 'Encoding', Differences: [65, ...letters.map((letter) => name(letter))] },
    FirstChar: 65,
    LastChar: 64 + letters.length,
    Widths: letters.map(() => 600),
    Resources: {},
  } as never);
  page.node.setFontDictionary?.(name('Squares'), context.register(font));
  const codes = [...secret].map((letter) => String.fromCharCode(65 + letters.indexOf(letter))).join('');
  operators({ pdf, page } as Sheet, `BT /Squares 14 Tf 30 300 Td (${codes}) Tj ET`);
}

/** What hides the word, how it is made, and whether it is found by searching. */
const kinds: [string, (sheet: Sheet) => void | Promise<void>, { isFound?: false; save?: object }?][] = [
  ['text', (sheet) => line(sheet)],
  ['text in object streams', (sheet) => line(sheet), { save: { useObjectStreams: true } }],
  [
    'text letter by letter',
    ({ page, font }) => {
      for (const [at, letter] of [...secret].entries())
        page.drawText(letter, { x: 30 + font.widthOfTextAtSize(secret.slice(0, at), 14), y: 300, size: 14, font });
    },
  ],
  [
    'text with kerning',
    (sheet) =>
      operators(
        sheet,
        `BT /${sheet.page.node.newFontDictionary('F', sheet.font.ref).asString().slice(1)} 14 Tf 30 300 Td [(King) -20 (fis) 15 (her)] TJ ET`,
      ),
  ],
  [
    'a subset of a font',
    async (sheet) => {
      sheet.pdf.registerFontkit(createRequire(import.meta.url)('fontkit') as never);
      const path = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf');
      line({ ...sheet, font: await sheet.pdf.embedFont(await readFile(path), { subset: true }) });
    },
  ],
  ['a font of procedures', squares, { isFound: false }],
  [
    'invisible text',
    (sheet) =>
      operators(
        sheet,
        `BT 3 Tr /${sheet.page.node.newFontDictionary('F', sheet.font.ref).asString().slice(1)} 14 Tf 30 300 Td (${secret}) Tj ET`,
      ),
  ],
  [
    'white text on white',
    (sheet) =>
      operators(
        sheet,
        `BT 1 g /${sheet.page.node.newFontDictionary('F', sheet.font.ref).asString().slice(1)} 14 Tf 30 300 Td (${secret}) Tj ET`,
      ),
  ],
  [
    'a hidden layer',
    (sheet) => {
      const { pdf, page } = sheet;
      const layer = pdf.context.register(pdf.context.obj({ Type: 'OCG', Name: PDFString.of(`layer of ${secret}`) }));
      pdf.catalog.set(name('OCProperties'), pdf.context.obj({ OCGs: [layer], D: { OFF: [layer], Order: [layer] } }));
      page.node.Resources()?.set(name('Properties'), pdf.context.obj({ Hidden: layer }));
      operators(sheet, '/OC /Hidden BDC');
      line(sheet);
      operators(sheet, 'EMC');
    },
  ],
  [
    'a form that is drawn',
    (sheet) => {
      const { pdf, page, font } = sheet;
      const form = pdf.context.flateStream(`BT /F 14 Tf 30 300 Td (${secret}) Tj ET`, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 300, 400],
        Resources: { Font: { F: font.ref } },
      });
      const key = page.node.newXObject('Form', pdf.context.register(form));
      operators(sheet, `${key.toString()} Do`);
    },
  ],
  [
    'the words that a screen reader gets',
    (sheet) => {
      operators(sheet, `/Span <</ActualText (${secret}) /Alt (${secret})>> BDC`);
      line(sheet);
      operators(sheet, 'EMC');
      const element = sheet.pdf.context.obj({ Type: 'StructElem', S: 'P', ActualText: PDFHexString.fromText(secret) });
      sheet.pdf.catalog.set(
        name('StructTreeRoot'),
        sheet.pdf.context.obj({ Type: 'StructTreeRoot', K: sheet.pdf.context.register(element) }),
      );
    },
  ],
  [
    'properties, an outline, an attachment and a script',
    async (sheet) => {
      const { pdf, page } = sheet;
      line(sheet);
      pdf.setTitle(`about ${secret}`);
      pdf.setKeywords([secret]);
      const xmp = pdf.context.stream(`<x:xmpmeta><dc:title>${secret}</dc:title></x:xmpmeta>`, { Type: 'Metadata', Subtype: 'XML' });
      pdf.catalog.set(name('Metadata'), pdf.context.register(xmp));
      const entry = pdf.context.register(pdf.context.obj({ Title: PDFHexString.fromText(`chapter ${secret}`), Dest: [page.ref, 'Fit'] }));
      pdf.catalog.set(name('Outlines'), pdf.context.obj({ Type: 'Outlines', First: entry, Last: entry, Count: 1 }));
      await pdf.attach(Buffer.from(`all of the ${secret}`), 'notes.txt');
      pdf.addJavaScript('x', `app.alert("${secret}")`);
      page.node.set(name('PieceInfo'), pdf.context.obj({ Program: { Private: PDFString.of(secret) } }));
      page.node.set(name('Thumb'), pdf.context.register(pdf.context.flateStream(secret, { Subtype: 'Image', Width: 1, Height: 1 })));
      pdf.context.register(pdf.context.flateStream(`BT (${secret}) Tj ET`));
    },
  ],
  [
    'notes beside the line and elsewhere',
    (sheet) => {
      line(sheet);
      note(sheet, {
        Subtype: 'Highlight',
        Contents: PDFString.of(`look at ${secret}`),
        QuadPoints: [30, 320, 200, 320, 30, 290, 200, 290],
      });
      note(sheet, { Subtype: 'Text', Contents: PDFHexString.fromText(secret), Rect: [250, 350, 270, 370] });
      note(sheet, { Subtype: 'Link', A: { S: 'URI', URI: PDFString.of(`https://example.org/${secret}`) } });
      const look = sheet.pdf.context.flateStream(`BT (${secret}) Tj ET`, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] });
      note(sheet, { Subtype: 'FreeText', Rect: [200, 200, 250, 230], AP: { N: sheet.pdf.context.register(look) } });
    },
  ],
  [
    'a field of a form, also on another page',
    ({ pdf, page }) => {
      const field = pdf.getForm().createTextField('bird');
      field.setText(secret);
      field.addToPage(page, { x: 30, y: 290, width: 200, height: 30 });
      field.addToPage(pdf.addPage([300, 400]), { x: 30, y: 290, width: 200, height: 30 });
    },
    { isFound: false },
  ],
  [
    'a turned page with a part cut off',
    (sheet) => {
      sheet.page.setMediaBox(-50, -20, 400, 460);
      sheet.page.setCropBox(0, 0, 300, 400);
      sheet.page.node.set(name('Rotate'), sheet.pdf.context.obj(90));
      line(sheet);
    },
  ],
];

const make = (bytes: Buffer, given = {}) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'file.pdf', onSameName: 'rename', bytes, ...given });
const newest = async (id: string) => (await dossier.admin.call(content.revisions, { id }))[0]!;
async function target(id: string): Promise<{ id: string; revisionId: string }> {
  return { id, revisionId: (await newest(id)).id };
}
async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return (await dossier.server.app.inject({ method: 'GET', url: downloadUrl })).rawPayload;
}
async function hitsOf(id: string, word = secret): Promise<PageArea[]> {
  return (await writer.client.call(pdfChanges.findWords, { ...(await target(id)), words: [word] })).hits.flat();
}

/** The darkest and the lightest part of an area in the image of a page. */
async function shadesIn(bytes: Buffer, { x, y, width, height }: PageArea): Promise<[number, number]> {
  const pdf = await PDFDocument.load(bytes);
  const image = pdf.context
    .enumerateIndirectObjects()
    .map(([, one]) => one)
    .find((one) => one instanceof PDFRawStream && one.dict.lookup(name('Subtype')) === name('Image')) as PDFRawStream;
  const { data, info } = await sharp(Buffer.from(image.contents)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const shades: number[] = [];
  for (let row = Math.ceil(y * info.height); row < Math.floor((y + height) * info.height); row++)
    for (let column = Math.ceil(x * info.width); column < Math.floor((x + width) * info.width); column++)
      shades.push(data[row * info.width + column] as number);
  return [Math.min(...shades), Math.max(...shades)];
}

describe('a word that is blacked out', () => {
  it.each(kinds)('in %s is in no byte of the new revision', async (_, draw, { isFound = true, save = {} } = {}) => {
    const original = await pdfOf(draw, { useObjectStreams: false, ...save });
    const id = await make(original);
    const hits = isFound ? await hitsOf(id) : [around];
    expect(hits.length).toBeGreaterThan(0);
    const { kept } = await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas: hits });
    expect(kept).toEqual([]);
    const bytes = await bytesOf(id);
    expect((await decodedPdf(bytes)).toLowerCase()).not.toContain(secret.toLowerCase());
    const texts = (await pdfTexts(bytes)).map((text) => text.join(' ')).join(' ');
    expect(texts.replace(/\s/g, '')).not.toContain(secret);
    expect(texts.replace(/\s+/g, ' ')).toContain('what stays here');
    for (const hit of hits) expect((await shadesIn(bytes, hit))[1]).toBeLessThan(40);
    expect(await hitsOf(id)).toEqual([]);
    expect((await hitsOf(id, 'stays')).length).toBe(1);
  });

  it('in a scan with recognised words goes from the image and from the words', async () => {
    const scan = await PDFDocument.load(scanOf([await pictureOf(['of the Kingfisher', 'and others'])]));
    const font = await scan.embedFont(StandardFonts.Helvetica);
    const [page] = scan.getPages();
    const height = page!.getHeight();
    for (const [at, text] of ['of the Kingfisher', 'and others'].entries()) {
      const y = height - ((140 + at * 80) / 1240) * 595;
      page!.drawText(text, { x: 48, y, size: 21, font, opacity: 0 });
    }
    const id = await make(Buffer.from(await scan.save()));
    const hits = await hitsOf(id);
    expect(hits.length).toBe(1);
    await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas: hits });
    const bytes = await bytesOf(id);
    expect(await decodedPdf(bytes)).not.toContain(secret);
    expect((await shadesIn(bytes, hits[0]!))[1]).toBeLessThan(40);
    expect((await pdfTexts(bytes)).flat().join(' ')).toContain('others');
  });

  it('in an earlier state of the file is not in the new one either', async () => {
    const first = await pdfOf((sheet) => line(sheet, `${secret} ${secret}`), { useObjectStreams: false });
    const changed = await PDFDocument.load(first, { forIncrementalUpdate: true });
    const page = changed.getPage(0);
    const font = await changed.embedFont(StandardFonts.Helvetica);
    page.node.set(name('Contents'), changed.context.obj([]));
    page.drawText('what stays here, and a number', { x: 30, y: 40, size: 14, font });
    const bytes = Buffer.from(await changed.save());
    expect(bytes.subarray(0, first.length).equals(first)).toBe(true);
    const id = await make(bytes);
    await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas: await hitsOf(id, 'number') });
    expect(await decodedPdf(await bytesOf(id))).not.toContain(secret);
  });

  it('in Chinese is found across lines and goes', async () => {
    const id = await make(
      await pdfOf(async (sheet) => {
        sheet.pdf.registerFontkit(createRequire(import.meta.url)('fontkit') as never);
        const path = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf');
        const font = await sheet.pdf.embedFont(await readFile(path), { subset: true });
        sheet.page.drawText('甲方为欧阳', { x: 30, y: 300, size: 14, font });
        sheet.page.drawText('修远先生', { x: 30, y: 280, size: 14, font });
      }),
    );
    const found = await writer.client.call(pdfChanges.findWords, { ...(await target(id)), words: ['欧阳修远'] });
    expect(found.hits.map((areas) => areas.length)).toEqual([2]);
    await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas: found.hits.flat() });
    const text = (await pdfTexts(await bytesOf(id))).flat().join('');
    expect([text.includes('甲方为'), text.includes('先生'), text.includes('欧阳'), text.includes('修远')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('goes by letters: what is between them and beside them stays', async () => {
    const id = await make(await pdfOf((sheet) => line(sheet, 'code 12345 end')));
    const [hit] = await hitsOf(id, '3');
    // within the letter, and narrower than it is
    const area = { ...hit!, x: hit!.x + hit!.width * 0.4, width: hit!.width * 0.2 };
    await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas: [area] });
    const text = (await pdfTexts(await bytesOf(id))).flat().join('').replace(/\s/g, '');
    expect([text.includes('code12'), text.includes('45end'), text.includes('3')]).toEqual([true, true, false]);
  });

  it('beside the page is not put back on it', async () => {
    const id = await make(
      await pdfOf((sheet) => {
        line(sheet, 'seen');
        sheet.page.drawText(secret, { x: 400, y: 300, size: 14, font: sheet.font });
      }),
    );
    await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas: await hitsOf(id, 'seen') });
    expect(await decodedPdf(await bytesOf(id))).not.toContain(secret);
  });

  it('stays elsewhere where it was not marked, and pages without areas stay as they were', async () => {
    const id = await make(
      await pdfOf((sheet) => {
        line(sheet);
        sheet.pdf.addPage([300, 400]).drawText(`again the ${secret}`, { x: 30, y: 300, size: 14, font: sheet.font });
      }),
    );
    const hits = await hitsOf(id);
    expect(hits.map(({ page }) => page)).toEqual([1, 2]);
    await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas: hits.slice(0, 1) });
    expect((await hitsOf(id)).map(({ page }) => page)).toEqual([2]);
    const pdf = await PDFDocument.load(await bytesOf(id));
    const streams = pdf.context.enumerateIndirectObjects().flatMap(([, one]) => (one instanceof PDFRawStream ? [one] : []));
    expect(streams.filter((one) => one.dict.lookup(name('Subtype')) === name('Image')).length).toBe(1);
    expect(pdf.getPage(1).node.Resources()?.lookup(name('Font'))?.toString()).toContain('Helvetica');
  });
});

describe.skipIf(!hasProgram('mutool'))('mutool', () => {
  const judged = ['properties, an outline, an attachment and a script', 'notes beside the line and elsewhere'];

  it.each(kinds.filter(([kind]) => judged.includes(kind)))('finds the word of %s in no stream', async (_, draw, { save = {} } = {}) => {
    const original = await annotatedByMutool(await pdfOf(draw, { useObjectStreams: false, ...save }));
    expect((await cleanedByMutool(original)).includes(secret)).toBe(true);
    const id = await make(original);
    await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas: await hitsOf(id) });
    const bytes = await bytesOf(id);
    expect((await cleanedByMutool(bytes)).includes(secret)).toBe(false);
    const { said } = await toldBy(bytes, { program: 'mutool', args: ['draw', '-q', '-F', 'txt', 'IN'] });
    expect(said.replace(/\s+/g, ' ')).toContain('what stays here');
    expect(said.replace(/\s/g, '')).not.toContain(secret);
  });
});

describe('blacking out', () => {
  const areas = [around];

  it('saves nothing where what writes the pages left the words in them: 4674', async () => {
    const original = await pdfOf((sheet) => line(sheet));
    const id = await make(original);
    const before = await newest(id);
    const pages = pdfWriterOf(dossier.services);
    const { run } = pages;
    // a fault of the writer, which the reader has to find
    pages.run = async (task, ...rest) => (task === 'redact' ? { ok: true, text: '', bytes: original } : run.call(pages, task, ...rest));
    try {
      expect(await dossier.admin.refused(pdfChanges.redact, { ...(await target(id)), areas })).toBe(4674);
    } finally {
      pages.run = run;
    }
    expect(await newest(id)).toEqual(before);
    expect((await bytesOf(id)).equals(original)).toBe(true);
  });

  it('is for who may modify, on the revision that they saw; older ones go only by the right to manage', async () => {
    const id = await make(await pdfOf((sheet) => line(sheet)));
    const input = { ...(await target(id)), areas };
    expect(await reader.client.refused(pdfChanges.redact, input)).toBe(1001);
    expect(await reader.client.refused(pdfChanges.findWords, { ...(await target(id)), words: ['x'] })).toBe(1001);
    expect(await writer.client.refused(pdfChanges.redact, { ...input, deleteOlder: true })).toBe(4901);
    await dossier.admin.call(content.lock, { id });
    expect(await writer.client.refused(pdfChanges.redact, input)).toBe(4619);
    await dossier.admin.call(content.unlock, { id });
    await writer.client.call(pdfChanges.redact, { ...input, note: 'For the press' });
    expect(await newest(id)).toMatchObject({ label: '1.1', note: 'For the press' });
    expect(await writer.client.refused(pdfChanges.redact, input)).toBe(1008);
    expect((await dossier.admin.call(content.revisions, { id })).length).toBe(2);
  });

  it('deletes older revisions for good on request, but for those that are held', async () => {
    const id = await make(await pdfOf((sheet) => line(sheet)));
    await writer.client.call(pdfChanges.redact, { ...(await target(id)), areas });
    const [current, first] = await dossier.admin.call(content.revisions, { id });
    await dossier.services.database.write((db) => holdRevisions(db, 424_242, [Number(first!.id)]));
    const { kept, revisionId } = await dossier.admin.call(pdfChanges.redact, { ...(await target(id)), areas, deleteOlder: true });
    expect(kept).toEqual(['1.0']);
    const left = await dossier.admin.call(content.revisions, { id });
    expect(left.map((revision) => revision.id)).toEqual([revisionId, first!.id]);
    expect(await dossier.admin.refused(content.download, { id, currentRev: current!.id })).toBe(4616);
  });

  it('ends with a refusal where a page grows to a gigabyte, and goes on with the next document', async () => {
    const bomb = await pdfOf((sheet) => {
      line(sheet);
      const spaces = deflateSync(Buffer.alloc(1 << 30, 0x20));
      const stream = PDFRawStream.of(sheet.pdf.context.obj({ Filter: 'FlateDecode', Length: spaces.length }), spaces);
      sheet.pdf.addPage([300, 400]).node.set(name('Contents'), sheet.pdf.context.register(stream));
    });
    const id = await make(bomb);
    expect([4672, 4673]).toContain(
      await writer.client.refused(pdfChanges.redact, { ...(await target(id)), areas: [{ ...around, page: 2 }] }),
    );
    const good = await make(await pdfOf((sheet) => line(sheet)));
    expect((await hitsOf(good)).length).toBe(1);
  });

  it('refuses what is no page, no PDF, damaged, protected or too much', async () => {
    const good = await make(await pdfOf((sheet) => line(sheet)));
    const refusedOf = async (id: string, marked = areas) =>
      writer.client.refused(pdfChanges.redact, { ...(await target(id)), areas: marked });
    expect(await refusedOf(good, [{ ...around, page: 2 }])).toBe(400);
    expect(
      await refusedOf(
        good,
        Array.from({ length: 151 }, (_, at) => ({ ...around, page: at + 1 })),
      ),
    ).toBe(4673);
    expect(await refusedOf(await make(Buffer.from('words'), { name: 'x.txt' }))).toBe(1003);
    expect(await refusedOf(await make(Buffer.from('no PDF')))).toBe(4672);
    const locked = await pdfOf(({ pdf }) => pdf.encrypt({ userPassword: '', ownerPassword: 'x' }));
    expect(await refusedOf(await make(locked))).toBe(4671);
  });
});
