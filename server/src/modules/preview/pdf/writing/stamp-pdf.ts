import { decodePDFRawStream, PDFArray, PDFDict, PDFName, type PDFPage, PDFRawStream, type PDFRef, PDFStream } from '@cantoo/pdf-lib';
import type { Mark } from '@dossier/contract/preview/watermarks';
import { eachDarkRun, stampsOf } from '../../watermarks/mark-drawing/draw-mark.ts';
import { openPdf, prunePdf, savePdf } from './prune-pdf.ts';
import { type EmbeddedFont, embedFont } from '../../../../platform/text/embedded-font.ts';

/** Resource names of the watermark. */
const [fontKey, stateKey] = ['DossierF', 'DossierG'];

/**
 * Writes the watermark into the content of every page, as text in the single stream of the page, so that there is no annotation, layer or
 * object
 * to remove. Everything but the pages is dropped.
 */
export async function stampPdf(path: string, mark: Mark | undefined): Promise<{ bytes: Uint8Array; pages: number }> {
  const pdf = await openPdf(path);
  const pages = pdf.getPages();
  if (mark !== undefined) {
    const letters = await embedFont(pdf);
    const state = pdf.context.register(
      pdf.context.obj({ Type: 'ExtGState', ca: mark.opacity, CA: mark.opacity, BM: 'Normal', SMask: 'None' }),
    );
    const known = new Map<string, string>();
    for (const page of pages) stampPage(page, { mark, letters, state, known });
  }
  prunePdf(pdf);
  return { bytes: await savePdf(pdf), pages: pages.length };
}

interface Stamping {
  mark: Mark;
  letters: EmbeddedFont;
  state: PDFRef;
  /** The watermark's operators, by page shape. */
  known: Map<string, string>;
}

function stampPage(page: PDFPage, stamping: Stamping): void {
  const { node, doc } = page;
  const box = page.getCropBox();
  const turn = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4;
  const shape = [box.x, box.y, box.width, box.height, turn].join(' ');
  const written = stamping.known.get(shape) ?? writeMark(stamping, { box, turn });
  stamping.known.set(shape, written);
  const content = contentOf(page);
  const { under, closing } = balanceOf(content);
  const whole = Buffer.concat([Buffer.from('q '.repeat(under + 1)), content, Buffer.from(`\n${closing}\nQ\n${written}`, 'latin1')]);
  node.set(PDFName.of('Contents'), doc.context.register(doc.context.flateStream(whole)));
  putResource(page, 'Font', { key: fontKey ?? '', ref: stamping.letters.font.ref });
  putResource(page, 'ExtGState', { key: stateKey ?? '', ref: stamping.state });
}

/** The content of a page; its streams are concatenated as the format demands. */
function contentOf(page: PDFPage): Buffer {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray().map((one) => page.doc.context.lookup(one)) : [contents];
  const parts = streams.flatMap((stream) => {
    if (!(stream instanceof PDFStream)) return [];
    const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();
    return [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), Buffer.from('\n')];
  });
  return Buffer.concat(parts);
}

/** Resources may be shared between pages, or inherited: each page gets a dictionary of its own. */
function putResource(page: PDFPage, kind: string, { key, ref }: { key: string; ref: PDFRef }): void {
  const { context } = page.doc;
  const copyOf = (found: unknown): PDFDict => (found instanceof PDFDict ? found.clone(context) : context.obj({}));
  const all = copyOf(page.node.Resources());
  const ofKind = copyOf(all.lookup(PDFName.of(kind)));
  ofKind.set(PDFName.of(key), ref);
  all.set(PDFName.of(kind), ofKind);
  page.node.set(PDFName.of('Resources'), all);
}

interface Shape {
  box: { x: number; y: number; width: number; height: number };
  /** Quarter turns, clockwise, that the page is shown with. */
  turn: number;
}

const number = (value: number): string => String(Math.round(value * 1000) / 1000);
const numbers = (...values: number[]): string => values.map(number).join(' ');

/** The operators of a watermark for the page as it is shown. */
function writeMark({ mark, letters }: Stamping, { box, turn }: Shape): string {
  const { x, y, width, height } = box;
  const seen = turn % 2 === 0 ? { width, height } : { width: height, height: width };
  const stamps = stampsOf(mark, seen, letters.width);
  if (stamps === undefined) return '';
  const upright = [
    [1, 0, 0, 1, x, y],
    [0, 1, -1, 0, x + width, y],
    [-1, 0, 0, -1, x + width, y + height],
    [0, -1, 1, 0, x, y + height],
  ][turn] as number[];
  const { stamp, angle, middles } = stamps;
  const lines = stamp.lines.map((line) => `1 0 0 1 ${numbers(line.x, line.y)} Tm <${letters.hex(line.text)}> Tj`);
  const text = lines.length === 0 ? '' : `BT /${fontKey} ${number(stamp.size)} Tf ${lines.join(' ')} ET`;
  const drawn = `${codeOf(mark, stamp.code)}${text}`;
  const turned = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  const all = middles.map((middle) => `q ${numbers(cos, sin, -sin, cos, middle.x, middle.y)} cm ${drawn} Q`);
  return `q /${stateKey} gs ${colourOf(mark.colour)} rg ${numbers(...upright)} cm\n${all.join('\n')}\nQ\n`;
}

function codeOf({ qr }: Mark, code: { x: number; y: number; module: number } | undefined): string {
  if (qr === undefined || code === undefined) return '';
  const squares: string[] = [];
  eachDarkRun(qr.rows, ({ row, from, length }) => {
    const low = code.y + (qr.rows.length - row - 1) * code.module;
    squares.push(`${numbers(code.x + from * code.module, low, length * code.module, code.module)} re`);
  });
  return `${squares.join(' ')} f `;
}

const colourOf = (colour: string): string => numbers(...[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255));

/** The imbalance of a content stream, whose graphics state would apply to what is appended. */
interface Balance {
  /** How often it restores a state that it never saved. */
  under: number;
  /** The operators that close what it leaves open. */
  closing: string;
}

const code = (sign: string): number => sign.charCodeAt(0);
const [open, close, less, more, slash, percent, backslash] = ['(', ')', '<', '>', '/', '%', '\\'].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0 || byte === undefined;
const signs = new Set([...'()<>[]{}/%'].map(code));
const longestOperator = 3;

/** Counts the nested operators of a content stream. */
function balanceOf(bytes: Uint8Array): Balance {
  const count = { depth: 0, lowest: 0, marked: 0, text: false };
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (isSpace(byte)) at++;
    else if (byte === percent) at = lineEnd(bytes, at);
    else if (byte === open) {
      const string = stringEnd(bytes, at);
      if (string.missing > 0) return ended(count, ')'.repeat(string.missing));
      at = string.at;
    } else if (byte === less && bytes[at + 1] !== less) {
      const end = bytes.indexOf(more, at);
      if (end < 0) return ended(count, '>');
      at = end + 1;
    } else if (byte === slash) at = wordEnd(bytes, at + 1);
    else if (signs.has(byte)) at++;
    else {
      const end = wordEnd(bytes, at);
      const word = end - at <= longestOperator ? String.fromCharCode(...bytes.subarray(at, end)) : '';
      at = end;
      if (word === 'ID') {
        const picture = pictureEnd(bytes, at);
        if (picture === undefined) return ended(count, ' EI');
        at = picture;
      } else countOperator(count, word);
    }
  }
  return ended(count, '');
}

type Count = { depth: number; lowest: number; marked: number; text: boolean };

function countOperator(count: Count, word: string): void {
  if (word === 'q') count.depth++;
  else if (word === 'Q') count.lowest = Math.min(count.lowest, --count.depth);
  else if (word === 'BT') count.text = true;
  else if (word === 'ET') count.text = false;
  else if (word === 'BMC' || word === 'BDC') count.marked++;
  else if (word === 'EMC') count.marked = Math.max(0, count.marked - 1);
}

function ended({ depth, lowest, marked, text }: Count, first: string): Balance {
  const closing = [first, text ? 'ET' : '', 'EMC '.repeat(marked), 'Q '.repeat(depth - lowest)].join('\n');
  return { under: -lowest, closing };
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}

function wordEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !isSpace(bytes[at]) && !signs.has(bytes[at] as number)) at++;
  return at;
}

/** The end of a literal string, which may contain parentheses; `missing` is the number of unclosed ones at the end of the content. */
function stringEnd(bytes: Uint8Array, from: number): { at: number; missing: number } {
  let deep = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === backslash) at++;
    else if (byte === open) deep++;
    else if (byte === close && --deep === 0) return { at: at + 1, missing: 0 };
  }
  return { at: bytes.length, missing: deep };
}

/** The end of an inline image. */
function pictureEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0x45, from); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
    if (bytes[at + 1] === 0x49 && isSpace(bytes[at - 1]) && isSpace(bytes[at + 2])) return at + 2;
  }
  return undefined;
}
