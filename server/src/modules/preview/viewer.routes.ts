import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { type Served, type ServedFile, serve, serveSlow } from '../../platform/http/serve.ts';
import { officePdfFiles } from './page-files.ts';
import { findInPages, showOutline, showPageText, showPages } from './pages/page-content.ts';
import { downloadPdf, pdfFiles, showPdfState } from './pdf/pdf-downloads.ts';
import { findNeighbour, imagesBeside, printEntry, viewEntry } from './viewer/related-views.ts';
import { readTextByToken } from './viewer/text-content.ts';
import { fileInfo, printDocument, retryRendition, showRenditionState, viewDocument } from './views.ts';
import { showFirstMark, showMark, showMarkByToken, showSample, showSecondMark } from './watermarks/show-watermark.ts';
import { createWatermark, deleteWatermark, listWatermarks, sortWatermarks, updateWatermark } from './watermarks/watermarks.ts';

export const previewRoutes: Served[] = [
  serve(preview.view, viewDocument),
  // reads that write a log entry
  serveSlow(preview.viewPrevious, findNeighbour(-1)),
  serveSlow(preview.viewNext, findNeighbour(1)),
  serveSlow(preview.info, fileInfo),
  serve(preview.print, printDocument),
  serve(preview.pdf, downloadPdf),
  serveSlow(previewByToken.text, readTextByToken),
  serveSlow(previewByToken.paper, showPdfState),
  serveSlow(previewByToken.state, showRenditionState),
  serveSlow(previewByToken.again, retryRendition),
  serveSlow(previewByToken.pictures, imagesBeside),
  serveSlow(archiveContents.open, viewEntry),
  serveSlow(archiveContents.print, printEntry),
];

export const previewFiles: ServedFile[] = [...officePdfFiles, ...pdfFiles];

export const pageRoutes: Served[] = [
  serveSlow(pagesByToken.pages, showPages),
  serveSlow(pagesByToken.outline, showOutline),
  serveSlow(pagesByToken.words, showPageText),
  serveSlow(pagesByToken.find, findInPages),
];

export const watermarkRoutes: Served[] = [
  serve(watermarks.list, listWatermarks),
  serve(watermarks.create, createWatermark),
  serve(watermarks.update, updateWatermark),
  serve(watermarks.sort, sortWatermarks),
  serve(watermarks.delete, deleteWatermark),
  serveSlow(watermarks.sample, showSample),
  serve(watermarks.ofDocument, showMark),
  serve(watermarks.first, showFirstMark),
  serve(watermarks.second, showSecondMark),
  serve(previewByToken.mark, showMarkByToken),
];
