import * as pdfjs from 'pdfjs-dist';
import { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { takeStartedBytes } from '../../../platform/started-calls.ts';
import { pdfAssets } from '../pdf-assets.ts';
import { takeWorker } from './pdf-worker.ts';

// The viewer reads the library from a global that the library's own module sets, so their order matters.

export { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer, pdfjs };

const wholeBelow = 32 * 1024 * 1024;
const chunk = 256 * 1024;

/** A PDF that is being read. */
export interface PdfReading {
  url: string;
  task: pdfjs.PDFDocumentLoadingTask;
  /** What the password was asked for by, where that was before anybody could be asked for it. */
  early?: [accept: (password: string) => void, reason: number];
  /** Rejects also where what was to read it did not come. */
  document: Promise<pdfjs.PDFDocumentProxy>;
  /** Ends the reading, and what was read by it. */
  end: () => void;
}

/** What is known of a PDF before it is read; `bytes` where all of it is there already. */
interface Known {
  size: number;
  bytes?: ArrayBuffer | undefined;
}

/** Starts to read a PDF by ranges: small files are fetched whole in the background, large ones only as far as they are looked at. */
function readPdf(url: string, { size, bytes }: Known): PdfReading {
  const onDemand = size > wholeBelow;
  const port = takeWorker();
  // its types know of none
  const worker = new pdfjs.PDFWorker({ port: port as never });
  const task = pdfjs.getDocument({
    ...(bytes ? { data: bytes } : { url }),
    worker,
    rangeChunkSize: chunk,
    disableStream: onDemand,
    disableAutoFetch: onDemand,
    cMapUrl: `${pdfAssets}/cmaps/`,
    standardFontDataUrl: `${pdfAssets}/standard_fonts/`,
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
  task.onPassword = (...asked: [(password: string) => void, number]) => {
    reading.early = asked;
  };
  return reading;
}

/** What was to read a PDF did not come. */
class ReaderLost extends Error {
  override name = 'ReaderLost';
}

/** A worker whose script does not come says so once, and whatever it was asked would wait for ever. */
function lossOf(port: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const lose = (): void => reject(new ReaderLost());
  port.addEventListener('error', lose, { once: true });
  port.addEventListener('message', () => port.removeEventListener('error', lose), { once: true });
  return promise;
}

/** Begins to read a PDF, with the bytes of it that the first script of the page fetches. */
async function beginReading(url: string, size: number): Promise<PdfReading> {
  return readPdf(url, { size, bytes: await takeStartedBytes(url) });
}

/** A page that was left before it stood takes no reading. */
const keptMs = 10_000;
let waiting: { url: string; reading: Promise<PdfReading> } | undefined;
let last = '';

async function giveUp({ reading }: { reading: Promise<PdfReading> }): Promise<void> {
  const { document, end } = await reading;
  document.catch(() => undefined);
  end();
}

/** Starts to read a PDF whose window is not there yet. */
export function readPdfAhead(url: string, size: number): void {
  // its window was quicker
  if (url === last) return;
  if (waiting !== undefined) void giveUp(waiting);
  const begun = { url, reading: beginReading(url, size) };
  waiting = begun;
  // its window tells of failures
  void begun.reading.then(({ document }) => document.catch(() => undefined));
  setTimeout(() => {
    if (waiting !== begun) return;
    waiting = undefined;
    void giveUp(begun);
  }, keptMs);
}

/** The reading of a PDF that was begun ahead, or one that begins now. */
export function takePdf(url: string, size: number): Promise<PdfReading> {
  last = url;
  if (waiting?.url !== url) return beginReading(url, size);
  const { reading } = waiting;
  waiting = undefined;
  return reading;
}
