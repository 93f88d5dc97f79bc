import { chartSize, drawChart } from './chart-picture.ts';
import { makeDocx } from './docx.ts';
import { type PictureFormat, picture } from './drawing.ts';
import { makeVideo } from './video.ts';
import { encodeGbk } from './gbk.ts';
import { makeOdt } from './odt.ts';
import { makePdf } from './pdf.ts';
import { makePlan } from './plan-picture.ts';
import { makePptx } from './pptx.ts';
import { drawProduct, productSize } from './product-picture.ts';
import type { Wish } from './prose.ts';
import { drawSite, siteSize } from './site-picture.ts';
import { type SourceKind, sourceKinds, writeSource } from './source-text.ts';
import { makeWav } from './wav.ts';
import { makeXlsx } from './xlsx.ts';
import { makeZip } from './zip.ts';

type Maker = (wish: Wish) => Buffer | Promise<Buffer>;

const sources = Object.fromEntries(sourceKinds.map((kind) => [kind, (wish: Wish) => Buffer.from(writeSource(kind, wish))])) as Record<
  SourceKind,
  Maker
>;

const chart =
  (format: PictureFormat): Maker =>
  (wish) =>
    picture(chartSize, format, (context) => drawChart(context, wish));
const photo: Maker = (wish) => picture(siteSize, 'jpg', (context) => drawSite(context, wish));
const product: Maker = (wish) => picture(productSize, 'webp', (context) => drawProduct(context, wish));

const makeByKind = {
  ...sources,
  pdf: makePdf,
  docx: makeDocx,
  xlsx: makeXlsx,
  pptx: makePptx,
  odt: makeOdt,
  png: chart('png'),
  jpg: photo,
  webp: product,
  svg: makePlan,
  wav: ({ seed }: Wish) => makeWav(seed),
  webm: ({ seed }: Wish) => makeVideo(seed),
  /** A text in GBK without a declaration. */
  gbk: (wish: Wish) => encodeGbk(writeSource('txt', { ...wish, lang: 'cn' })),
  /** A text in UTF-16 with its byte order mark. */
  utf16: (wish: Wish) => Buffer.from(`\ufeff${writeSource('txt', wish)}`, 'utf16le'),
  zip: (wish: Wish) => makeArchive(wish, (name) => name),
  /** A zip whose names are GBK, as old Chinese programs write them. */
  gbkZip: (wish: Wish) => makeArchive(wish, encodeGbk),
} satisfies Record<string, Maker>;

/** The kinds of files: extensions, and a few with special bytes. */
export type FileKind = keyof typeof makeByKind;
export const fileKinds = Object.keys(makeByKind) as FileKind[];

const special: Partial<Record<FileKind, string>> = { gbk: 'txt', utf16: 'txt', gbkZip: 'zip' };

/** The extension of a kind. */
export const extensionOf = (kind: FileKind): string => special[kind] ?? kind;

/** Makes a file: named by its title, and on one machine always the same bytes for the same wish. */
export async function makeFile(kind: FileKind, wish: Wish): Promise<{ name: string; bytes: Buffer }> {
  const make: Maker = makeByKind[kind];
  return { name: `${wish.title}.${extensionOf(kind)}`, bytes: await make(wish) };
}

function makeArchive(wish: Wish, nameOf: (name: string) => string | Buffer): Buffer {
  const text = { ...wish, title: '施工日志' };
  return makeZip([
    { name: nameOf('现场资料/施工日志.txt'), bytes: writeSource('txt', text) },
    { name: nameOf('现场资料/图纸/泵房平面图.svg'), bytes: makePlan({ ...wish, title: '泵房平面图', lang: 'cn' }) },
    { name: nameOf('验收/验收记录.docx'), bytes: makeDocx({ ...wish, title: '验收记录', lang: 'cn' }) },
    { name: nameOf('readme.txt'), bytes: 'Files handed over at the end of March.\n' },
  ]);
}
