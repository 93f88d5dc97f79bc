import { readFile } from 'node:fs/promises';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { PageArea } from '@dossier/contract/preview/pdf-changes';
import { TaskFailure } from '@dossier/formats/task';
import { covers, type KeptWord } from '../reading/areas.ts';
import { anyIn, packed, stringsOfContent } from '../reading/secret-words.ts';
import { openPdf, prunePdf, savePdf } from './prune-pdf.ts';

/** A page that becomes an image, with the blackened areas in its pixels, and the words that stay on it. */
interface RedactedPage {
  page: number;
  image: string;
  words: KeptWord[];
}

export interface Redaction {
  areas: PageArea[];
  pages: RedactedPage[];
  secrets: string[];
}

const nameOf = (name: string): PDFName => PDFName.of(name);
/** What a page has beside its content: how it looked before, or what says something of its content. */
const pageExtras = ['Thumb', 'PieceInfo', 'Metadata', 'AA', 'StructParents', 'Group', 'B', 'AF'].map(nameOf);
/** Of the catalog, what says something of contents beside the pages. */
const catalogExtras = ['StructTreeRoot', 'MarkInfo'].map(nameOf);
const fieldValues = ['V', 'DV', 'RV', 'I', 'Opt'].map(nameOf);
const [annots, rect, subtype, popup, inReplyTo, parent, kids, fieldName, appearance] = [
  'Annots',
  'Rect',
  'Subtype',
  'Popup',
  'IRT',
  'Parent',
  'Kids',
  'T',
  'AP',
].map(nameOf) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName];

/** Puts an image with the words that stay in place of each page with blackened areas, and removes everything else that says what stood under them. */
export async function redactPdf(
  path: string,
  { areas, pages: redacted, secrets }: Redaction,
): Promise<{ bytes: Uint8Array; pages: number }> {
  const pdf = await openPdf(path, { unprotected: true });
  const words = secrets.map(packed);
  const pages = pdf.getPages();
  const font = invisibleFont(pdf);
  for (const { page: number, image, words: kept } of redacted) {
    const page = pages[number - 1];
    if (page === undefined) throw new TaskFailure('no-output');
    const here = areas.filter((area) => area.page === number);
    removeNotes(page, (note) => here.some((area) => coversNote(area, page, note)));
    await replaceContent(page, { jpeg: await readFile(image), words: kept, font });
  }
  for (const page of pages) removeNotes(page, (note) => saysSecret(pdf, note, words));
  for (const key of catalogExtras) pdf.catalog.delete(key);
  // of what is known by a name, only places: hidden pages are among the rest
  const named = pdf.catalog.lookup(nameOf('Names'));
  if (named instanceof PDFDict) for (const key of named.keys()) if (key !== nameOf('Dests')) named.delete(key);
  const places = pdf.catalog.lookup(nameOf('Dests'));
  if (places instanceof PDFDict) for (const key of places.keys()) if (anyIn(key.decodeText(), words)) places.delete(key);
  delete pdf.context.trailerInfo.Info;
  prunePdf(pdf);
  for (const [, one] of pdf.context.enumerateIndirectObjects()) blackenStrings(one, words);
  return { bytes: await savePdf(pdf), pages: pages.length };
}

interface PageContent {
  jpeg: Buffer;
  words: readonly KeptWord[];
  font: PDFRef;
}

async function replaceContent(page: PDFPage, { jpeg, words, font }: PageContent): Promise<void> {
  const { doc, node } = page;
  const image = await doc.embedJpg(jpeg);
  const { x, y, width, height, turn } = shapeOf(page);
  // turned like the watermark, since the image shows the page as it is seen
  const placed = [
    [width, 0, 0, height, x, y],
    [0, height, -width, 0, x + width, y],
    [-width, 0, 0, -height, x + width, y + height],
    [0, -height, width, 0, x, y + height],
  ][turn] as number[];
  const text = words.map(invisibleWord).join('\n');
  const content = `q ${placed.map(short).join(' ')} cm /P Do Q\nBT 3 Tr\n${text}\nET`;
  for (const key of pageExtras) node.delete(key);
  node.set(nameOf('Resources'), doc.context.obj({ XObject: { P: image.ref }, Font: { W: font } }));
  node.set(nameOf('Contents'), doc.context.register(doc.context.flateStream(content)));
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The visible part of a page in its own units, and the quarter turns clockwise that it is shown with. */
function shapeOf(page: PDFPage): { x: number; y: number; width: number; height: number; turn: number } {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()];
  const [x, y] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  const turn = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4;
  return width > 0 && height > 0 ? { x, y, width, height, turn } : { ...media, turn };
}

/** The width of every letter of the font without outlines, in thousandths of its size. */
const letterWidth = 500;

/** A font whose codes are UTF-16, for text that is found and copied but not seen. */
function invisibleFont(pdf: PDFDocument): PDFRef {
  const { context } = pdf;
  const cmap = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    // one range for each first byte, as the format demands
    ...[0, 100, 200].map((from) => {
      const rows = Array.from({ length: Math.min(100, 256 - from) }, (_, at) => (from + at).toString(16).padStart(2, '0').toUpperCase());
      return `${rows.length} beginbfrange\n${rows.map((row) => `<${row}00> <${row}FF> <${row}00>`).join('\n')}\nendbfrange`;
    }),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: 'Unseen',
    Flags: 4,
    FontBBox: [0, -200, letterWidth, 800],
    ItalicAngle: 0,
    Ascent: 800,
    Descent: -200,
    CapHeight: 800,
    StemV: 80,
  });
  const letters = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: 'Unseen',
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    DW: letterWidth,
    CIDToGIDMap: 'Identity',
  });
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'Unseen',
    Encoding: 'Identity-H',
    DescendantFonts: [context.register(letters)],
    ToUnicode: context.register(context.flateStream(cmap)),
  });
  return context.register(font);
}

/** A word over its place in the image, drawn as wide as it is there, with a space behind it. */
function invisibleWord({ text, x, y, width, height, quarter }: KeptWord): string {
  const units = Buffer.from(text, 'utf16le').swap16();
  const isLying = quarter % 2 === 0;
  const [size, along] = [Math.max(1, isLying ? height : width), isLying ? width : height];
  const scale = (along / ((units.length / 2) * size * (letterWidth / 1000))) * 100;
  const matrix = [
    [1, 0, 0, 1, x, y + 0.2 * size],
    [0, 1, -1, 0, x + 0.8 * size, y],
    [-1, 0, 0, -1, x + width, y + 0.8 * size],
    [0, -1, 1, 0, x + 0.2 * size, y + height],
  ][quarter] as number[];
  return `/W ${short(size)} Tf ${short(scale)} Tz ${matrix.map(short).join(' ')} Tm <${units.toString('hex')}0020> Tj`;
}

const noteOf = (pdf: PDFDocument, one: PDFObject | undefined): PDFDict | undefined => {
  const found = one instanceof PDFRef ? pdf.context.lookup(one) : one;
  return found instanceof PDFDict ? found : undefined;
};

/** Removes notes from a page, with their windows and the answers to them; of form fields also the value. */
function removeNotes({ doc, node }: PDFPage, isRemoved: (note: PDFDict) => boolean): void {
  const list = node.lookup(annots);
  if (!(list instanceof PDFArray)) return;
  const gone = new Set<PDFDict>();
  const notes = list.asArray().map((one) => noteOf(doc, one));
  for (const note of notes) if (note !== undefined && isRemoved(note)) gone.add(note);
  if (gone.size === 0) return;
  for (const note of gone) {
    const window = noteOf(doc, note.get(popup));
    if (window !== undefined) gone.add(window);
  }
  const isAnswer = (note: PDFDict): boolean =>
    [inReplyTo, parent].some((key) => {
      const of = noteOf(doc, note.get(key));
      return of !== undefined && gone.has(of) && String(note.lookup(subtype)) !== '/Widget';
    });
  for (const note of notes) if (note !== undefined && isAnswer(note)) gone.add(note);
  const kept = list.asArray().filter((_, at) => notes[at] === undefined || !gone.has(notes[at]));
  node.set(annots, doc.context.obj(kept));
  for (const note of gone) {
    if (String(note.lookup(subtype)) === '/Widget') emptyField(doc, note);
    // whatever still leads to it finds nothing
    for (const key of note.keys()) if (key !== parent && key !== fieldName && key !== subtype) note.delete(key);
  }
}

/** Takes the value from a field, and how it looks wherever it stands. */
function emptyField(pdf: PDFDocument, widget: PDFDict): void {
  for (const key of fieldValues) widget.delete(key);
  const field = noteOf(pdf, widget.get(parent));
  if (field === undefined || widget.has(fieldName)) return;
  for (const key of fieldValues) field.delete(key);
  const twins = field.lookup(kids);
  if (twins instanceof PDFArray) for (const one of twins.asArray()) noteOf(pdf, one)?.delete(appearance);
}

function coversNote(area: PageArea, page: PDFPage, note: PDFDict): boolean {
  const box = note.lookup(rect);
  if (!(box instanceof PDFArray) || box.size() !== 4) return true;
  const [x1, y1, x2, y2] = box.asArray().map((_, at) => {
    const value = box.lookup(at);
    return value instanceof PDFNumber ? value.asNumber() : 0;
  }) as [number, number, number, number];
  const [one, other] = [shownPoint(page, x1, y1), shownPoint(page, x2, y2)];
  const shown = {
    x: Math.min(one[0], other[0]),
    y: Math.min(one[1], other[1]),
    width: Math.abs(other[0] - one[0]),
    height: Math.abs(other[1] - one[1]),
  };
  // an area within a large note covers little of it
  return covers(area, shown) || covers(shown, area);
}

function shownPoint(page: PDFPage, left: number, bottom: number): [number, number] {
  const { x, y, width, height, turn } = shapeOf(page);
  const [right, up] = [(left - x) / width, (bottom - y) / height];
  return [
    [right, 1 - up],
    [up, right],
    [1 - right, up],
    [1 - up, 1 - right],
  ][turn] as [number, number];
}

/** How deep the strings of a note are looked for. */
const deepest = 4;

/** Whether a note says a secret, in its properties or in how it looks. */
function saysSecret(pdf: PDFDocument, note: PDFDict, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const strings: string[] = [];
  const read = (one: PDFObject | undefined, depth: number): void => {
    const found = one instanceof PDFRef ? pdf.context.lookup(one) : one;
    if (found instanceof PDFString || found instanceof PDFHexString) strings.push(found.decodeText());
    else if (depth >= deepest) return;
    else if (found instanceof PDFArray) for (const next of found.asArray()) read(next, depth + 1);
    else if (found instanceof PDFRawStream) strings.push(...shownStrings(found));
    else if (found instanceof PDFDict && found.lookup(nameOf('Type')) !== nameOf('Page'))
      for (const [key, next] of found.entries()) if (key !== nameOf('P') && key !== kids) read(next, depth + 1);
  };
  read(note, 0);
  return strings.some((text) => anyIn(text, words));
}

function shownStrings(stream: PDFRawStream): string[] {
  try {
    const { latin, wide } = stringsOfContent(decodePDFRawStream(stream).decode());
    return [latin, wide];
  } catch {
    // an image, which has no strings
    return [];
  }
}

/** Replaces strings that say a secret: titles of the outline, names of places, values of fields. */
function blackenStrings(one: PDFObject, words: readonly string[]): void {
  const isSecret = (value: PDFObject): boolean =>
    (value instanceof PDFString || value instanceof PDFHexString) && anyIn(value.decodeText(), words);
  const waiting: PDFObject[] = [one];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof PDFRawStream) waiting.push(next.dict);
    else if (next instanceof PDFArray) {
      for (const [at, value] of next.asArray().entries()) {
        if (isSecret(value)) next.set(at, PDFHexString.fromText('\u25a0\u25a0\u25a0'));
        else waiting.push(value);
      }
    } else if (next instanceof PDFDict) {
      for (const [key, value] of next.entries()) {
        if (isSecret(value)) next.set(key, PDFHexString.fromText('\u25a0\u25a0\u25a0'));
        else waiting.push(value);
      }
    }
  }
}
