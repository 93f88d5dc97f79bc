import { listings } from '@dossier/contract/listings';
import { looks } from '@dossier/contract/looks';
import { preview } from '@dossier/contract/preview';
import { serve, type Served, type ServedFile, serveSlow } from '../../ground/http/serve.ts';
import { findNeighbour } from './find-neighbour.ts';
import { lookAgain, lookState } from './look.ts';
import { picturesBeside } from './pictures-beside.ts';
import { readLook, readText } from './read-text.ts';
import { madePdfFile } from './send-made-pdf.ts';
import { downloadPdf, paperFile, paperState } from './download-pdf.ts';
import { printEntry, viewEntry } from './view-entry.ts';
import { fileInfo, printDocument, viewDocument } from './view-document.ts';

export const previewRoutes: Served[] = [
  serve(preview.view, viewDocument),
  // questions that leave a trace in the log
  serveSlow(preview.viewPrevious, findNeighbour(-1)),
  serveSlow(preview.viewNext, findNeighbour(1)),
  serveSlow(preview.info, fileInfo),
  serveSlow(preview.text, readText),
  serve(preview.print, printDocument),
  serve(preview.pdf, downloadPdf),
  serveSlow(looks.text, readLook),
  serveSlow(looks.paper, paperState),
  serveSlow(looks.state, lookState),
  serveSlow(looks.again, lookAgain),
  serveSlow(looks.pictures, picturesBeside),
  serveSlow(listings.open, viewEntry),
  serveSlow(listings.print, printEntry),
];

export const previewFiles: ServedFile[] = [...madePdfFile, ...paperFile];
