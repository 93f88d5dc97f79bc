import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { compare } from '@dossier/contract/preview/compare';
import { media } from '@dossier/contract/preview/media';
import { workbooks } from '@dossier/contract/preview/workbooks';
import { type Served, type ServedFile, serve, serveReady, serveSlow } from '../../platform/http/serve.ts';
import { readEntries, readMail } from './archive-contents/read-contents.ts';
import { downloadEntry } from './archive-entries.ts';
import { comparisonPdfFiles, comparisonPdfState, requestComparisonPdf } from './compare/comparison-pdf.ts';
import { compareAgain, compareChanges, compareRows, compareState } from './compare/comparison-result.ts';
import { openComparison } from './compare/open-comparison.ts';
import { playbackFiles, posterAndSubtitleFiles, showPosterAndSubtitles, showWaveform } from './media/media-requests.ts';
import { columnValues, edgeOfColumn, findInWorkbook, showRows, showWorkbook, sumOfRange } from './workbooks/browse-workbook.ts';

export const workbookRoutes: Served[] = [
  serveSlow(workbooks.book, showWorkbook),
  serveSlow(workbooks.rows, showRows),
  serveSlow(workbooks.values, columnValues),
  serveSlow(workbooks.find, findInWorkbook),
  serveSlow(workbooks.sum, sumOfRange),
  serveSlow(workbooks.edge, edgeOfColumn),
];

export const mediaRoutes: Served[] = [serveSlow(media.wave, showWaveform), serveSlow(media.beside, showPosterAndSubtitles)];

export const mediaFiles: ServedFile[] = [...playbackFiles, ...posterAndSubtitleFiles];

export const archiveContentsRoutes: Served[] = [
  serveReady(archiveContents.entries, readEntries),
  serveReady(archiveContents.mail, readMail),
  serveSlow(archiveContents.take, downloadEntry),
];

export const compareRoutes: Served[] = [
  serve(compare.open, openComparison),
  serve(compare.pdf, requestComparisonPdf),
  serveSlow(compare.state, compareState),
  serveSlow(compare.again, compareAgain),
  serveSlow(compare.changes, compareChanges),
  serveSlow(compare.rows, compareRows),
  serveSlow(compare.paper, comparisonPdfState),
];

export const compareFiles: ServedFile[] = [...comparisonPdfFiles];
