import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { permissions } from '@dossier/contract/access/permissions';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { search } from '@dossier/contract/search/search';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedState } from '../../../test/ended-state.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { eseal, ofd, ofdText, signedSeal } from '../../../test/ofd.ts';
import { pdfTexts } from '../../../test/pdf-texts.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
let cabinet: string;
/** A user with the right to read, without the right to download. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 3 });
});
afterAll(() => dossier.close());

const place = (name: string, bytes: Buffer) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes });
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });
const ended = (look: string) => endedState(dossier.nobody, previewByToken.state, { look });
/** The pixels of a page for who may not download, by their place in millimetres. */
async function pageOf(id: string, page = 1) {
  const { look } = await reader.client.call(preview.view, { id });
  expect(await ended(look)).toMatchObject({ state: 'ready' });
  const { data, info } = await sharp((await fetched(`/look/page/${look}/${page}`)).rawPayload)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scale = info.width / 210;
  return (x: number, y: number) => {
    const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * 3;
    return [...data.subarray(at, at + 3)] as [number, number, number];
  };
}
const isRed = ([red, green, blue]: [number, number, number]): boolean => red > 180 && green < 90 && blue < 90;
const isBlue = ([red, green, blue]: [number, number, number]): boolean => blue > 180 && green < 90 && red < 90;
const square = (colour: string, data: string, box = '0 0 210 297'): string =>
  `<ofd:PathObject ID="20" Boundary="${box}" Fill="true" Stroke="false"><ofd:FillColor Value="${colour}"/><ofd:AbbreviatedData>${data}</ofd:AbbreviatedData></ofd:PathObject>`;

describe('an OFD', () => {
  it('is shown as a PDF with its texts, sizes and pages, and found by its words', async () => {
    const id = await place(
      'notice.ofd',
      await ofd({ pages: [ofdText('关于召开年度会议的通知'), ofdText('第二页')], template: ofdText('内部文件', { at: '20 5' }) }),
    );
    const { look, rendition, streamUrl } = await dossier.admin.call(preview.view, { id });
    expect(rendition).toBe('pdf');
    expect(await ended(look)).toEqual({ state: 'ready', done: 1 });
    const answer = await fetched(streamUrl);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const pages = (await pdfTexts(answer.rawPayload)).map((pieces) => pieces.join(''));
    expect(pages).toEqual([expect.stringContaining('关于召开年度会议的通知'), expect.stringContaining('第二页')]);
    expect(pages.every((text) => text.includes('内部文件'))).toBe(true);
    await dossier.drain();
    const { list } = await dossier.admin.call(search.search, { keyword: '年度会议', in: 'content' });
    expect(list.map((one) => one.id)).toEqual([id]);
  });

  it('is drawn with its paths, images, groups and annotations, as marked pages without the right to download', async () => {
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer();
    const bytes = await ofd({
      pages: [
        square('255 0 0', 'M 30 30 L 60 30 L 60 60 L 30 60 C') +
          // a circle of two arcs, moved by its box
          square('255 0 0', 'M 0 10 A 10 10 0 0 1 20 10 A 10 10 0 0 1 0 10 C', '100 30 20 20') +
          '<ofd:ImageObject ID="30" ResourceID="5" Boundary="30 100 40 40" CTM="40 0 0 40 0 0"/>' +
          '<ofd:CompositeObject ID="31" ResourceID="6" Boundary="100 100 30 30"/>',
      ],
      resources: `<ofd:MultiMedias><ofd:MultiMedia ID="5" Type="Image" Format="PNG"><ofd:MediaFile>image.png</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias><ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="6" Width="30" Height="30"><ofd:Content>${square('0 0 255', 'M 0 0 L 30 0 L 30 30 L 0 30 C')}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits>`,
      annotation: square('255 0 0', 'M 0 0 L 50 0 L 50 20 L 0 20 C', '0 0 50 20'),
      files: [{ name: 'Doc_0/Res/image.png', bytes: image }],
    });
    const id = await place('figures.ofd', bytes);
    expect((await reader.client.call(preview.view, { id })).rendition).toBe('pages');
    const at = await pageOf(id);
    expect([at(45, 45), at(110, 40), at(125, 210)].map(isRed)).toEqual([true, true, true]);
    expect([at(50, 120), at(115, 115)].map(isBlue)).toEqual([true, true]);
    expect([at(101, 31), at(75, 45), at(50, 95)].some((pixel) => isRed(pixel) || isBlue(pixel))).toBe(false);
  });

  it('draws glyphs of its own font, and keeps their letters to be found', async () => {
    const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
    const font = await readFile(join(folder, 'LiberationSans-Regular.ttf'));
    const bold = ofdText('发票号', {
      font: '2',
      more: '<ofd:FillColor Value="255 0 0"/><ofd:CGTransform CodePosition="0" CodeCount="3" GlyphCount="3"><ofd:Glyphs>43 43 43</ofd:Glyphs></ofd:CGTransform>',
    });
    const resources =
      '<ofd:Fonts><ofd:Font ID="1" FontName="Liberation"><ofd:FontFile>own.ttf</ofd:FontFile></ofd:Font><ofd:Font ID="2" FontName="Liberation"><ofd:FontFile>own.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>';
    const id = await place(
      'invoice.ofd',
      await ofd({ pages: [bold + ofdText('Total 12', { at: '20 60' })], resources, files: [{ name: 'Doc_0/Res/own.ttf', bytes: font }] }),
    );
    const { look, streamUrl } = await dossier.admin.call(preview.view, { id });
    expect(await ended(look)).toEqual({ state: 'ready', done: 1 });
    const [text = ''] = (await pdfTexts((await fetched(streamUrl)).rawPayload)).map((pieces) => pieces.join(''));
    expect(text).toContain('发票号');
    expect(text.replaceAll(' ', '')).toContain('Total12');
    const { pieces } = await dossier.nobody.call(pagesByToken.words, {
      look: (await reader.client.call(preview.view, { id })).look,
      page: 1,
    });
    expect(pieces.map((piece) => piece.text).join('')).toContain('发票号');
    const at = await pageOf(id);
    // an H of 3.6 mm: its left stem is red
    const row = Array.from({ length: 40 }, (_, step) => at(20 + step / 10, 23.2));
    expect(row.some(isRed)).toBe(true);
  });
});

describe('the electronic seals of an OFD', () => {
  const black = square('0 0 0', 'M 0 0 L 210 0 L 210 20 L 0 20 C', '0 0 210 20');
  const red = (size: { width: number; height: number }) =>
    sharp({ create: { ...size, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();

  it('are shown where they were stamped, on each page and cut there, and said not to be verified', async () => {
    const signed = signedSeal('png', await red({ width: 40, height: 30 }));
    const stamps = [
      { page: 1, box: '100 5 40 30' },
      { page: 2, box: '20 200 40 30', clip: '20 0 20 30' },
    ];
    const id = await place('invoice-sealed.ofd', await ofd({ pages: [black, ofdText('第二页')], seals: [{ stamps, signed }] }));
    const at = await pageOf(id);
    expect([at(120, 30), at(101, 22)].map(isRed)).toEqual([true, true]);
    // ink hides nothing below it
    expect(at(120, 10)).toEqual(at(20, 10));
    expect([at(98, 30), at(142, 30), at(120, 37)].some(isRed)).toBe(false);
    const second = await pageOf(id, 2);
    expect([second(50, 215), second(30, 215)].map(isRed)).toEqual([true, false]);
    const { look } = await dossier.admin.call(preview.view, { id });
    expect(await ended(look)).toEqual({ state: 'ready', done: 1, sealed: true });
  });

  it('are read from the seal beside, as drawings and as bitmaps, and left out where they are broken', async () => {
    // a drawing that is white above and red below: over the white part, what lies below shows
    const drawing = await ofd({
      box: '0 0 40 40',
      pages: [square('255 0 0', 'M 0 20 L 40 20 L 40 40 L 0 40 C', '0 0 40 40')],
      seals: [{ stamps: [{ page: 1, box: '0 0 40 40' }], signed: signedSeal('png', await red({ width: 4, height: 4 })) }],
    });
    // one red pixel of 24 bits
    const bitmap = Buffer.alloc(58);
    bitmap.write('BM');
    for (const [at, value] of [
      [10, 54],
      [14, 40],
      [18, 1],
      [22, 1],
      [26, 1],
      [28, 24],
      [56, 255],
    ] as const)
      bitmap[at] = value;
    const bytes = await ofd({
      pages: [black],
      seals: [
        { stamps: [{ page: 1, box: '20 50 40 40' }], beside: eseal('ofd', drawing) },
        { stamps: [{ page: 1, box: '100 50 40 40' }], signed: Buffer.from('no seal'), beside: eseal('bmp', bitmap) },
        { stamps: [{ page: 1, box: '20 150 40 40' }], signed: signedSeal('png', Buffer.from('89504e470d0a1a0a00', 'hex')) },
        { stamps: [{ page: 1, box: '20 150 40 40' }], signed: signedSeal('ofd', Buffer.from('PK no zip')) },
        {
          stamps: [
            { page: 9, box: '20 150 40 40' },
            { page: 1, box: 'none' },
          ],
        },
      ],
      files: [{ name: 'Doc_0/Signs/Sign_4/Signature.xml', bytes: '<not closed' }],
    });
    const at = await pageOf(await place('seals.ofd', bytes));
    expect([at(40, 80), at(120, 70)].map(isRed)).toEqual([true, true]);
    expect([at(40, 60), at(40, 170)].some(isRed)).toBe(false);
  });

  it('refuse a document with more of them than are read', async () => {
    const seals = Array.from({ length: 501 }, () => ({ stamps: [] }));
    const { look } = await dossier.admin.call(preview.view, { id: await place('many.ofd', await ofd({ pages: [black], seals })) });
    expect(await ended(look)).toMatchObject({ state: 'failed', reason: 'too-large' });
  });
});

describe('what fills and cuts the objects of an OFD', () => {
  const gradient = (kind: string, terms: string): string =>
    `<ofd:FillColor><ofd:${kind} ${terms}><ofd:Segment Position="0"><ofd:Color Value="255 0 0"/></ofd:Segment><ofd:Segment Position="1"><ofd:Color Value="0 0 255"/></ofd:Segment></ofd:${kind}></ofd:FillColor>`;
  const filled = (box: string, fill: string, clips = ''): string =>
    `<ofd:PathObject ID="20" Boundary="${box}" Fill="true" Stroke="false">${fill}<ofd:AbbreviatedData>M 0 0 L 60 0 L 60 60 L 0 60 C</ofd:AbbreviatedData>${clips}</ofd:PathObject>`;
  const clip = (...areas: readonly string[]): string =>
    `<ofd:Clip>${areas.map((box) => `<ofd:Area><ofd:Path Boundary="${box}"><ofd:AbbreviatedData>M 0 0 L 20 0 L 20 20 L 0 20 C</ofd:AbbreviatedData></ofd:Path></ofd:Area>`).join('')}</ofd:Clip>`;
  const redFill = '<ofd:FillColor Value="255 0 0"/>';

  it('gradients go along a line and around a point, and patterns are repeated', async () => {
    const pattern = `<ofd:FillColor><ofd:Pattern Width="20" Height="20" XStep="20" YStep="20"><ofd:CellContent>${square('255 0 0', 'M 0 0 L 10 0 L 10 20 L 0 20 C', '0 0 20 20')}</ofd:CellContent></ofd:Pattern></ofd:FillColor>`;
    const pages = [
      filled('20 20 60 60', gradient('AxialShd', 'StartPoint="10 0" EndPoint="50 0" Extend="3"')) +
        filled('120 20 60 60', gradient('RadialShd', 'StartPoint="30 30" EndPoint="30 30" StartRadius="0" EndRadius="20"')) +
        filled('20 120 60 60', gradient('AxialShd', 'StartPoint="0 0" EndPoint="60 0" MapType="Repeat" MapUnit="20"')) +
        filled('120 120 60 60', pattern) +
        filled('20 220 60 60', gradient('LaGouraudShd', '')),
    ];
    const at = await pageOf(await place('gradients.ofd', await ofd({ pages })));
    expect([at(25, 50), at(150, 50), at(21, 150), at(41, 150), at(61, 150)].map(isRed)).toEqual([true, true, true, true, true]);
    expect([at(75, 50), at(150, 67), at(39, 150), at(79, 150)].map(isBlue)).toEqual([true, true, true, true]);
    // without Extend a gradient ends with its circle
    expect(isBlue(at(122, 22))).toBe(false);
    const middle = at(50, 50);
    expect(Math.abs(middle[0] - middle[2])).toBeLessThan(40);
    expect([at(125, 150), at(145, 130), at(165, 170)].map(isRed)).toEqual([true, true, true]);
    expect([at(135, 150), at(155, 130), at(175, 170)].some(isRed)).toBe(false);
    // one that is not drawn as such has its first colour
    expect(isRed(at(50, 250))).toBe(true);
  });

  it('areas cut an object together, several clips one after the other, and that of a group all in it', async () => {
    const two = `<ofd:Clips>${clip('0 0 20 20', '40 40 20 20')}</ofd:Clips>`;
    const both = `<ofd:Clips>${clip('0 0 20 20')}${clip('10 10 20 20')}</ofd:Clips>`;
    const group = `<ofd:CompositeObject ID="31" ResourceID="6" Boundary="20 120 60 60"><ofd:Clips>${clip('40 0 20 20')}</ofd:Clips></ofd:CompositeObject>`;
    const resources = `<ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="6"><ofd:Content>${filled('0 0 60 60', redFill)}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits>`;
    const broken =
      '<ofd:Clips><ofd:Clip><ofd:Area><ofd:Path Boundary="0 0 1 1"><ofd:AbbreviatedData>X</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip></ofd:Clips>';
    const pages = [
      filled('20 20 60 60', redFill, two) + filled('120 20 60 60', redFill, both) + group + filled('120 120 60 60', redFill, broken),
    ];
    const at = await pageOf(await place('clips.ofd', await ofd({ pages, resources })));
    expect([at(30, 30), at(70, 70), at(135, 35), at(70, 130), at(150, 150)].map(isRed)).toEqual([true, true, true, true, true]);
    expect([at(50, 30), at(50, 50), at(125, 25), at(145, 45), at(30, 130), at(70, 150)].some(isRed)).toBe(false);
  });
});

describe('a hostile OFD', () => {
  const group = (content: string): string =>
    `<ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="6"><ofd:Content>${content}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits>`;
  const self = '<ofd:CompositeObject ID="31" ResourceID="6" Boundary="0 0 30 30"/>';

  it.each<[string, () => Promise<Buffer>, string]>([
    ['is no zip', async () => Buffer.from('no zip at all'), 'broken'],
    ['has no document', () => ofd({ pages: [] }), 'broken'],
    ['has groups within themselves', () => ofd({ pages: [self], resources: group(self) }), 'too-large'],
    ['has groups that double', () => ofd({ pages: [self], resources: group(self.repeat(40)) }), 'too-large'],
    ['declares entities', () => ofd({ pages: ['</ofd:Layer></ofd:Content></ofd:Page><!DOCTYPE a [<!ENTITY b "c">]>'] }), 'broken'],
    ['inflates without end', () => ofd({ pages: [ofdText('a'.repeat(40 << 20))] }), 'too-large'],
  ])('that %s is refused with its reason', async (title, make, reason) => {
    const id = await place(`${title}.ofd`, await make());
    const { look } = await dossier.admin.call(preview.view, { id });
    expect(await ended(look)).toMatchObject({ state: 'failed', reason });
  });

  it('is drawn as far as it goes where fonts, images and numbers are broken, and reaches nothing outside of it', async () => {
    const objects = [
      ofdText('可读', { font: '1' }),
      '<ofd:PathObject ID="1" Boundary="a b c" CTM="1e999 0 0"><ofd:AbbreviatedData>M 1 1 L NaN 5 X</ofd:AbbreviatedData></ofd:PathObject>',
      '<ofd:ImageObject ID="2" ResourceID="5" Boundary="0 0 10 10"/>',
      '<ofd:ImageObject ID="3" ResourceID="none" Boundary="0 0 10 10"/>',
    ].join('');
    const resources =
      '<ofd:Fonts><ofd:Font ID="1" FontName="x"><ofd:FontFile>../../../../../../etc/passwd</ofd:FontFile></ofd:Font></ofd:Fonts><ofd:MultiMedias><ofd:MultiMedia ID="5" Type="Image"><ofd:MediaFile>broken.png</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias>';
    const id = await place(
      'odd.ofd',
      await ofd({
        pages: [objects],
        resources,
        files: [{ name: 'Doc_0/Res/broken.png', bytes: Buffer.from('89504e470d0a1a0a00', 'hex') }],
      }),
    );
    const { look, streamUrl } = await dossier.admin.call(preview.view, { id });
    expect(await ended(look)).toEqual({ state: 'ready', done: 1 });
    expect((await pdfTexts((await fetched(streamUrl)).rawPayload)).flat().join('')).toContain('可读');
  });
});
