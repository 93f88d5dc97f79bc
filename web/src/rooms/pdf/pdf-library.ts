// The viewer reads the library from a global that the library's own module sets, so their order matters.
import * as pdfjs from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { pdfAssets } from './pdf-assets.ts';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

export { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer, pdfjs };

const wholeBelow = 32 * 1024 * 1024;
const chunk = 256 * 1024;

/** Starts to read a PDF by ranges: small files are fetched whole in the background, large ones only as far as they are looked at. */
export function readPdf(url: string, size: number): pdfjs.PDFDocumentLoadingTask {
  const onDemand = size > wholeBelow;
  return pdfjs.getDocument({
    url,
    rangeChunkSize: chunk,
    disableStream: onDemand,
    disableAutoFetch: onDemand,
    cMapUrl: `${pdfAssets}/cmaps/`,
    standardFontDataUrl: `${pdfAssets}/standard_fonts/`,
    wasmUrl: `${pdfAssets}/wasm/`,
    iccUrl: `${pdfAssets}/iccs/`,
    verbosity: 0,
  });
}
