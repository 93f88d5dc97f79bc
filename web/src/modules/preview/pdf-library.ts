import * as pdfjs from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';
import { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { takeStartedBytes } from '../../platform/started-calls.ts';
import { pdfAssets } from './pdf-assets.ts';

declare global {
  /** Started by the page's first script, where a PDF is certain. */
  var startedWorker: Worker | undefined;
}

// A classic script starts sooner than a module: it is compiled while it streams. In development it is a module.
const start = (): Worker => new Worker(workerUrl, { type: import.meta.env.DEV ? 'module' : 'classic' });

// A worker starts more slowly than a page renders, so one is started in advance.
let spare: Worker | undefined = globalThis.startedWorker ?? start();
// an unused worker that fails to load is dropped, as its error would be lost later
spare.addEventListener('error', () => (spare = undefined), { once: true });

/** The PDF worker; each document has its own. */
function takeWorker(): Worker {
  const worker = spare ?? start();
  spare = undefined;
  return worker;
}

// The viewer reads the library from a global set by the library's own module, so the import order matters.

export { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer, pdfjs };

const wholeBelow = 32 * 1024 * 1024;
const chunk = 256 * 1024;

/** A PDF being loaded. */
export interface PdfReading {
  url: string;
  task: pdfjs.PDFDocumentLoadingTask;
  /** The password request, where it came before a handler was attached. */
  early?: [accept: (password: string) => void, reason: number];
  /** Rejects also where the worker failed to load. */
  document: Promise<pdfjs.PDFDocumentProxy>;
  /** Cancels the loading, and releases the document. */
  end: () => void;
}

/** What is known of a PDF before loading; `bytes` where the whole file is available. */
interface Known {
  size: number;
  bytes?: ArrayBuffer | Uint8Array | undefined;
}

/** Loads a PDF by ranges: small files are fetched whole in the background, large ones only as far as they are viewed. */
function readPdf(url: string, { size, bytes }: Known): PdfReading {
  const onDemand = size > wholeBelow;
  const port = takeWorker();
  // the library's types lack this case
  const worker = new pdfjs.PDFWorker({ port: port as never, verbosity: 0 });
  const task = pdfjs.getDocument({
    ...(bytes ? { data: bytes } : { url }),
    worker,
    rangeChunkSize: chunk,
    disableStream: onDemand,
    disableAutoFetch: onDemand,
    cMapUrl: `${pdfAssets}/cmaps/`,
    standardFontDataUrl: `${pdfAssets}/standard_fonts/`,
    // fonts that a file does not bring are those served here, so that its pages look the same on each computer; each is loaded once it is needed
    useSystemFonts: false,
    wasmUrl: `${pdfAssets}/wasm/`,
    iccUrl: `${pdfAssets}/iccs/`,
    verbosity: 0,
  });
  const end = (): void => {
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  const reading: PdfReading = { url, task, end, document: Promise.race([task.promise, lossOf(port)]) };
  task.onPassword = (...request: [(password: string) => void, number]) => {
    reading.early = request;
  };
  return reading;
}

/** Takes its document out of a viewer. Resolves once the viewer asks for nothing more: of what it still waits for it would tell as of a fault. */
export async function emptyViewer(viewer: PDFViewer, links: PDFLinkService): Promise<void> {
  const { pdfDocument: document, onePageRendered, pagesPromise } = viewer;
  // once the first page is drawn it asks for the others, for which it needs its places of them
  const hasDrawn = (await Promise.race([onePageRendered, Promise.resolve(undefined)])) !== undefined;
  if (hasDrawn) await Promise.allSettled([pagesPromise]);
  viewer.setDocument(null);
  links.setDocument(null, null);
  await Promise.allSettled([document?.getPage(1), document?.getMetadata()]);
}

/** Reads a PDF whose bytes are there. */
export const readPdfBytes = (bytes: Uint8Array): PdfReading => readPdf('', { size: bytes.length, bytes });

/** The PDF worker failed to load. */
class ReaderLost extends Error {
  override name = 'ReaderLost';
}

/** A worker whose script fails to load reports that once; without this, requests to it would never settle. */
function lossOf(port: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const lose = (): void => reject(new ReaderLost());
  port.addEventListener('error', lose, { once: true });
  port.addEventListener('message', () => port.removeEventListener('error', lose), { once: true });
  return promise;
}

/** Starts loading a PDF, with the bytes that the page's first script fetches. */
async function beginReading(url: string, size: number): Promise<PdfReading> {
  return readPdf(url, { size, bytes: await takeStartedBytes(url) });
}

/** An unused preload is dropped after this time, in milliseconds. */
const keptMs = 10_000;
let waiting: { url: string; reading: Promise<PdfReading> } | undefined;
let last = '';

async function giveUp({ reading }: { reading: Promise<PdfReading> }): Promise<void> {
  const { document, end } = await reading;
  document.catch(() => undefined);
  end();
}

/** Starts loading a PDF before its window is mounted. */
export function readPdfAhead(url: string, size: number): void {
  // the window was mounted first
  if (url === last) return;
  if (waiting !== undefined) void giveUp(waiting);
  const begun = { url, reading: beginReading(url, size) };
  waiting = begun;
  // failures are reported by the window
  void begun.reading.then(({ document }) => document.catch(() => undefined));
  setTimeout(() => {
    if (waiting !== begun) return;
    waiting = undefined;
    void giveUp(begun);
  }, keptMs);
}

/** The preloaded PDF, or a new load. */
export function takePdf(url: string, size: number): Promise<PdfReading> {
  last = url;
  if (waiting?.url !== url) return beginReading(url, size);
  const { reading } = waiting;
  waiting = undefined;
  return reading;
}
