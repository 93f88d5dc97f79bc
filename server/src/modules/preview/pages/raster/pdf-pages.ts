import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import { type Canvas, createCanvas, DOMMatrix, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

/** The registered font for Chinese, independent of the fonts of the machine. */
export const chineseFont = 'Noto Sans SC';

// pdfjs loads its own copy of the canvas library: paths of one copy are invalid in the other
Object.assign(globalThis, { DOMMatrix, Path2D });
if (!GlobalFonts.has(chineseFont)) {
  const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'));
  GlobalFonts.registerFromPath(join(folder, '400Regular', 'NotoSansSC_400Regular.ttf'), chineseFont);
}

/** A context with the Chinese font as fallback. */
function contextOf(canvas: Canvas, settings?: { alpha: false }): SKRSContext2D {
  const context = canvas.getContext('2d', settings);
  const font = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), 'font');
  Object.defineProperty(context, 'font', {
    get: () => font?.get?.call(context),
    set: (value: string): void => {
      font?.set?.call(context, `${value}, "${chineseFont}"`);
    },
  });
  return context;
}

interface Surface {
  canvas: Canvas | null;
  context: SKRSContext2D | null;
}

/** The canvas factory of pdfjs. */
class CanvasFactory {
  create(width: number, height: number): Surface {
    const canvas = createCanvas(Math.max(1, width), Math.max(1, height));
    return { canvas, context: contextOf(canvas) };
  }

  getNoAlphaContext(canvas: Canvas): SKRSContext2D {
    return contextOf(canvas, { alpha: false });
  }

  reset({ canvas }: Surface, width: number, height: number): void {
    if (canvas !== null) Object.assign(canvas, { width: Math.max(1, width), height: Math.max(1, height) });
  }

  destroy(surface: Surface): void {
    // frees the memory at once
    if (surface.canvas !== null) Object.assign(surface.canvas, { width: 0, height: 0 });
    Object.assign(surface, { canvas: null, context: null });
  }
}

const rangeChunkSize = 65_536;
/** Limit of the pixels of an image in a page; larger ones are left out. */
const maxImageSize = 80_000_000;

interface OpenPdf {
  path: string;
  pdf: PDFDocumentProxy;
  close(): Promise<void>;
}

let opened: OpenPdf | undefined;

/** The document of a job; it stays open for the next job, so that the next page needs no second parsing. */
export async function openPdf({ path }: Job): Promise<PDFDocumentProxy> {
  if (opened?.path === path) return opened.pdf;
  await closePdf();
  opened = await read(path);
  return opened.pdf;
}

/** Closes the open document: after a failure its state is unknown. */
export async function closePdf(): Promise<void> {
  const closing = opened;
  opened = undefined;
  await closing?.close().catch(() => undefined);
}

async function read(path: string): Promise<OpenPdf> {
  const { getDocument, PDFDataRangeTransport } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const file = await open(path, 'r');
  const { size } = await file.stat();
  const range = new PDFDataRangeTransport(size, null);
  let task: PDFDocumentLoadingTask | undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    range.requestDataRange = (begin: number, end: number): void => {
      bytesOf(file, begin, end).then((bytes) => range.onDataRange(begin, bytes), reject);
    };
  });
  const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const close = async (): Promise<void> => {
    await task?.destroy();
    await file.close();
  };
  try {
    task = getDocument({
      range,
      CanvasFactory,
      rangeChunkSize,
      disableAutoFetch: true,
      disableStream: true,
      verbosity: 0,
      cMapUrl: join(library, 'cmaps/'),
      standardFontDataUrl: join(library, 'standard_fonts/'),
      wasmUrl: join(library, 'wasm/'),
      iccUrl: join(library, 'iccs/'),
      useSystemFonts: false,
      disableFontFace: true,
      // the process must not generate code at run time, which compiling WebAssembly is
      useWasm: false,
      maxImageSize,
      isEvalSupported: false,
      enableXfa: false,
    } as never);
    return { path, pdf: await Promise.race([task.promise, broken]), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw new TaskFailure((error as { name?: string }).name === 'PasswordException' ? 'encrypted' : 'broken');
  }
}

async function bytesOf(file: FileHandle, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, begin);
  return bytesRead === bytes.length ? bytes : bytes.slice(0, bytesRead);
}

/** A positive integer from the terms of a job. */
export function requirePositiveInteger({ terms }: Job, name: string): number {
  const value = terms?.[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) throw new TaskFailure('no-output');
  return value;
}

/** Page sizes, run-length encoded, in points: width, height, and the number of consecutive pages. */
export type Sizes = [width: number, height: number, count: number][];

/** An entry of an outline: its title, its page (0 for none), its depth. */
type OutlineEntry = [title: string, page: number, depth: number];

/** Limits of measuring, so that page one does not wait for page two thousand: the remaining pages get the last measured size. */
const measureMs = 200;
const mostMeasured = 3000;
const mostEntries = 1000;
const deepest = 6;
const longestTitle = 300;

/** The number and sizes of pages. */
export async function pageFacts(job: Job): Promise<Answer> {
  const pdf = await openPdf(job);
  const sizes: Sizes = [];
  const until = performance.now() + measureMs;
  let measured = 0;
  while (measured < Math.min(pdf.numPages, mostMeasured) && (measured === 0 || performance.now() < until)) {
    const page = await pdf.getPage(++measured).catch(() => undefined);
    const { width, height } = page?.getViewport({ scale: 1 }) ?? { width: 595, height: 842 };
    addPageSize(sizes, Math.round(width), Math.round(height));
  }
  const last = sizes.at(-1);
  if (last !== undefined) last[2] += pdf.numPages - measured;
  return { ok: true, text: JSON.stringify({ count: pdf.numPages, sizes }), pages: pdf.numPages };
}

export function addPageSize(sizes: Sizes, width: number, height: number): void {
  const last = sizes.at(-1);
  if (last !== undefined && last[0] === width && last[1] === height) last[2]++;
  else sizes.push([width, height, 1]);
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** The outline of a document as a flat list. */
export async function pageOutline(job: Job): Promise<Answer> {
  const pdf = await openPdf(job);
  const entries: OutlineEntry[] = [];
  const walk = async (nodes: OutlineNode[], depth: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= mostEntries) return;
      entries.push([node.title.slice(0, longestTitle), await pageOf(pdf, node.dest), depth]);
      if (depth < deepest) await walk(node.items, depth + 1);
    }
  };
  await walk((await pdf.getOutline().catch(() => null)) ?? [], 0);
  return { ok: true, text: JSON.stringify(entries) };
}

async function pageOf(pdf: PDFDocumentProxy, dest: OutlineNode['dest']): Promise<number> {
  try {
    const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const [first] = (target ?? []) as unknown[];
    if (typeof first === 'number') return first + 1;
    return first === undefined || first === null ? 0 : (await pdf.getPageIndex(first as never)) + 1;
  } catch {
    return 0;
  }
}

/** Limit of a page's height relative to its width; a longer page is drawn narrower. */
const mostPixels = 12_000_000;
const quality = 88;

/** A page of a PDF as an image of a given width. */
export async function drawPage(job: Job): Promise<Answer> {
  const width = requirePositiveInteger(job, 'width');
  return rasterizedPage(job, { scaleOf: (life) => width / life.width });
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page with areas filled black, at a resolution in dots an inch; without its notes and fields, which stay as they are. */
export async function drawRedactedPage(job: Job): Promise<Answer> {
  const dots = requirePositiveInteger(job, 'dots');
  return rasterizedPage(job, { scaleOf: () => dots / 72, areas: job.terms?.areas as Area[] });
}

interface Drawing {
  scaleOf: (life: { width: number; height: number }) => number;
  areas?: Area[];
}

async function rasterizedPage(job: Job, { scaleOf, areas }: Drawing): Promise<Answer> {
  const pdf = await openPdf(job);
  const number = requirePositiveInteger(job, 'page');
  if (number > pdf.numPages) throw new TaskFailure('no-output');
  const page = await pdf.getPage(number);
  const life = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(scaleOf(life), Math.sqrt(mostPixels / (life.width * life.height))) });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  try {
    const annotationMode = areas === undefined ? {} : { annotationMode: noAnnotations };
    await page.render({ canvas: canvas as never, viewport, background: '#fff', ...annotationMode }).promise;
    if (areas !== undefined) blacken(canvas, areas);
    return { ok: true, text: '', bytes: await canvas.encode('jpeg', quality) };
  } finally {
    page.cleanup();
    Object.assign(canvas, { width: 0, height: 0 });
  }
}

/** The mode of pdfjs that draws none. */
const noAnnotations = 0;

/** Fills areas with black, to the edges of the pixels that they touch. */
function blacken(canvas: Canvas, areas: readonly Area[]): void {
  const context = canvas.getContext('2d');
  context.resetTransform();
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = '#000';
  for (const { x, y, width, height } of areas) {
    const [left, top] = [Math.floor(x * canvas.width) - 1, Math.floor(y * canvas.height) - 1];
    const [right, bottom] = [Math.ceil((x + width) * canvas.width) + 1, Math.ceil((y + height) * canvas.height) + 1];
    context.fillRect(left, top, right - left, bottom - top);
  }
}

/**
 * A piece of text on a page: left, top, width and height as fractions of the page, its text (with a trailing line break), and its rotation
 * in degrees.
 */
type Piece = [x: number, y: number, width: number, height: number, text: string, turn?: number];

const mostPieces = 20_000;
const mostOfPiece = 5000;

/** The text of the pages from `page` to `to`, one page a line. */
export async function pageWords(job: Job): Promise<Answer> {
  const pdf = await openPdf(job);
  const lines: string[] = [];
  const last = Math.min(pdf.numPages, requirePositiveInteger(job, 'to'));
  for (let number = requirePositiveInteger(job, 'page'); number <= last; number++) {
    // a broken page does not affect the others
    lines.push(JSON.stringify(await piecesOf(pdf, number).catch(() => [])));
  }
  return { ok: true, text: '', bytes: Buffer.from(lines.join('\n')) };
}

async function piecesOf(pdf: PDFDocumentProxy, number: number): Promise<Piece[]> {
  const page = await pdf.getPage(number);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  page.cleanup();
  const pieces: Piece[] = [];
  for (const item of content.items) {
    if (!('str' in item) || pieces.length >= mostPieces) continue;
    const before = pieces.at(-1);
    if (item.str === '') {
      if (item.hasEOL && before !== undefined && !before[4].endsWith('\n')) before[4] += '\n';
      continue;
    }
    pieces.push(pieceOf(item, transform as Matrix, { width, height }));
  }
  return pieces;
}

type TextItem = Extract<Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number], { str: string }>;

type Matrix = [number, number, number, number, number, number];

const fraction = (value: number): number => Math.round(value * 100_000) / 100_000;

function pieceOf(item: TextItem, page: Matrix, size: { width: number; height: number }): Piece {
  const [a, b, c, d, e, f] = times(page, item.transform as Matrix);
  const tall = Math.hypot(c, d);
  const turn = (Math.atan2(b, a) * 180) / Math.PI;
  const radians = (turn * Math.PI) / 180;
  // from the start of the baseline up to the top of the letters
  const up = tall * 0.85;
  const text = item.str.slice(0, mostOfPiece) + (item.hasEOL ? '\n' : '');
  const box = [e + up * Math.sin(radians), f - up * Math.cos(radians), item.width, tall];
  const [x, y, width, height] = box as [number, number, number, number];
  const piece: Piece = [
    fraction(x / size.width),
    fraction(y / size.height),
    fraction(width / size.width),
    fraction(height / size.height),
    text,
  ];
  if (Math.abs(turn) > 0.1) piece.push(Math.round(turn * 10) / 10);
  return piece;
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
