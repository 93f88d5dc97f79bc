// The viewer reads the library from a global that the library's own module sets, so their order matters.
import * as pdfjs from 'pdfjs-dist';
import { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { pdfAssets } from './pdf-assets.ts';
import { takeWorker } from './pdf-worker.ts';

export { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer, pdfjs };

const wholeBelow = 32 * 1024 * 1024;
const chunk = 256 * 1024;

/** A PDF that is being read. */
export interface PdfReading {
  url: string;
  task: pdfjs.PDFDocumentLoadingTask;
  /** What the password was asked for by, where that was before anybody could be asked for it. */
  early?: [accept: (password: string) => void, reason: number];
  /** Ends the reading, and what was read by it. */
  end: () => void;
}

/** Starts to read a PDF by ranges: small files are fetched whole in the background, large ones only as far as they are looked at. */
function readPdf(url: string, size: number): PdfReading {
  const onDemand = size > wholeBelow;
  const port = takeWorker();
  // its types know of none
  const worker = new pdfjs.PDFWorker({ port: port as never });
  const task = pdfjs.getDocument({
    url,
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
  const reading: PdfReading = { url, task, end };
  task.onPassword = (...asked: [(password: string) => void, number]) => {
    reading.early = asked;
  };
  return reading;
}

/** A page that was left before it stood takes no reading. */
const keptMs = 10_000;
let waiting: PdfReading | undefined;
let last = '';

/** Starts to read a PDF whose window is not there yet. */
export function readPdfAhead(url: string, size: number): void {
  // its window was quicker
  if (url === last) return;
  waiting?.end();
  const reading = readPdf(url, size);
  waiting = reading;
  // its window tells of failures
  reading.task.promise.catch(() => undefined);
  setTimeout(() => {
    if (waiting !== reading) return;
    waiting = undefined;
    reading.end();
  }, keptMs);
}

/** The reading of a PDF that was begun ahead, or one that begins now. */
export function takePdf(url: string, size: number): PdfReading {
  last = url;
  if (waiting?.url !== url) return readPdf(url, size);
  const reading = waiting;
  waiting = undefined;
  return reading;
}
