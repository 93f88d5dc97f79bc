import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { compare } from '@dossier/contract/preview/compare';
import { media } from '@dossier/contract/preview/media';
import { offlineCopies } from '@dossier/contract/preview/offline-copies';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { pdfChanges } from '@dossier/contract/preview/pdf-changes';
import { attachmentViews, preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { workbooks } from '@dossier/contract/preview/workbooks';
import type { Services } from '../../platform/context.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { subscribe, type Subscriber } from '../../platform/events/outbox.ts';
import { serve, type Served, type ServedFile, serveReady, serveSlow } from '../../platform/http/serve.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { isReadable } from '../documents/content-verdicts.ts';
import { documentCreated, documentRevised } from '../documents/events.ts';
import { revisionsOfIds } from '../documents/revisions.ts';
import { readEntries, readMail } from './archive-contents/read-contents.ts';
import { downloadEntry, entryFiles, printEntry, viewEntry } from './archive-contents/archive-entries.ts';
import { comparisonPdfFiles, comparisonPdfState, requestComparisonPdf } from './compare/comparison-pdf.ts';
import { compareAgain, compareChanges, compareRows, compareState, openComparison } from './compare/comparison.ts';
import { drawingFiles } from './drawings.ts';
import { playbackFiles, posterAndSubtitleFiles, showPosterAndSubtitles, showWaveform } from './media/media-requests.ts';
import { checkOffline, keepOffline } from './offline-copies.ts';
import { officePdfFiles } from './office-pdf.ts';
import { findInPages, pageFiles, showOutline, showPages, showPageText } from './pages/page-content.ts';
import { changePages, extractPages, findWordsInPdf, redactPdf } from './pdf/change-pdf.ts';
import { downloadCommentedPdf, downloadPdf, pdfFiles, showPdfState } from './pdf/pdf-downloads.ts';
import { listThumbnails, thumbnailEndpoints } from './thumbnails.ts';
import { canHaveThumbnail, renderThumbnail, thumbnailSizes } from './thumbnails/render-thumbnail.ts';
import { imagesBeside, readTextByToken } from './viewer/text-content.ts';
import { fileInfo, findNeighbour, printDocument, retryRendition, showRenditionState, viewAttachment, viewDocument } from './views.ts';
import { showFirstMark, showMark, showMarkByToken, showSample, showSecondMark } from './watermarks/resolve-watermark.ts';
import { createWatermark, deleteWatermark, listWatermarks, sortWatermarks, updateWatermark } from './watermarks/watermarks.ts';
import { columnValues, edgeOfColumn, findInWorkbook, showRows, showWorkbook, sumOfRange } from './workbooks/browse-workbook.ts';

export const previewRoutes: Served[] = [
  serve(preview.view, viewDocument),
  serve(preview.viewHomePage, viewDocument),
  serve(attachmentViews.view, viewAttachment),
  // reads that write a log entry
  serveSlow(preview.viewPrevious, findNeighbour(-1)),
  serveSlow(preview.viewNext, findNeighbour(1)),
  serveSlow(preview.info, fileInfo),
  serve(preview.print, printDocument),
  serve(preview.pdf, downloadPdf),
  serve(preview.commentedPdf, downloadCommentedPdf),
  serve(offlineCopies.keep, keepOffline),
  serve(offlineCopies.check, checkOffline),
  serveSlow(pdfChanges.changePages, changePages),
  serveSlow(pdfChanges.extractPages, extractPages),
  serveSlow(pdfChanges.findWords, findWordsInPdf),
  serveSlow(pdfChanges.redact, redactPdf),
  serveSlow(previewByToken.text, readTextByToken),
  serveSlow(previewByToken.paper, showPdfState),
  serveSlow(previewByToken.state, showRenditionState),
  serveSlow(previewByToken.again, retryRendition),
  serveSlow(previewByToken.pictures, imagesBeside),
  serveSlow(archiveContents.open, viewEntry),
  serveSlow(archiveContents.print, printEntry),
  serveSlow(pagesByToken.pages, showPages),
  serveSlow(pagesByToken.outline, showOutline),
  serveSlow(pagesByToken.words, showPageText),
  serveSlow(pagesByToken.find, findInPages),
  serveSlow(workbooks.book, showWorkbook),
  serveSlow(workbooks.rows, showRows),
  serveSlow(workbooks.values, columnValues),
  serveSlow(workbooks.find, findInWorkbook),
  serveSlow(workbooks.sum, sumOfRange),
  serveSlow(workbooks.edge, edgeOfColumn),
  serveSlow(media.wave, showWaveform),
  serveSlow(media.beside, showPosterAndSubtitles),
  serveReady(archiveContents.entries, readEntries),
  serveReady(archiveContents.mail, readMail),
  serveSlow(archiveContents.take, downloadEntry),
  serve(compare.open, openComparison),
  serve(compare.pdf, requestComparisonPdf),
  serveSlow(compare.state, compareState),
  serveSlow(compare.again, compareAgain),
  serveSlow(compare.changes, compareChanges),
  serveSlow(compare.rows, compareRows),
  serveSlow(compare.paper, comparisonPdfState),
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
  serve(thumbnails.list, listThumbnails),
];

/** What serves bytes by the preview token, each beside what makes them. */
export const previewFiles: ServedFile[] = [
  ...pageFiles,
  ...officePdfFiles,
  ...pdfFiles,
  ...drawingFiles,
  ...playbackFiles,
  ...posterAndSubtitleFiles,
  ...entryFiles,
  ...comparisonPdfFiles,
  ...thumbnailEndpoints,
];

/** Renders the thumbnail of a new document before a list requests it. */
async function renderOnArrival({ data }: Delivered<typeof documentCreated | typeof documentRevised>, services: Services): Promise<void> {
  const { read } = services.database;
  if (!(await settingsOf(read, 'preview')).thumbnails) return;
  const [revision] = await revisionsOfIds(read, [data.revisionId]);
  if (revision === undefined || !(await canHaveThumbnail(services, revision.ext))) return;
  const { sha256, size, name, ext } = revision;
  // a list asks for it once it is cleared
  if (!(await isReadable(services, sha256))) return;
  await renderThumbnail(services, { sha256, size, name, ext }, { side: thumbnailSizes.tile, urgent: false });
}

export const previewSubscribers: Subscriber[] = [
  subscribe([documentCreated, documentRevised], { name: 'thumbnails.early', job: renderOnArrival }),
];
