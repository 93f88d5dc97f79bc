import { PDFDict, PDFDocument, PDFName, type PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { TaskFailure } from '@dossier/formats/task';
import { lastTable } from '../../../../platform/pdf/pdf-updates.ts';
import { requireAsTabled } from './object-places.ts';
import { mostPages } from './prune-pdf.ts';

const name = (word: string): PDFName => PDFName.of(word);

/** Opens a PDF for what is written behind its bytes: one without protection, whose tables name what the whole file has. */
export async function openForIncrement(original: Buffer): Promise<PDFDocument> {
  let pdf: PDFDocument;
  try {
    pdf = await PDFDocument.load(original, {
      updateMetadata: false,
      throwOnInvalidObject: false,
      parseSpeed: Number.POSITIVE_INFINITY,
      forIncrementalUpdate: true,
    });
  } catch (error) {
    throw new TaskFailure(/encrypt|password/i.test(String(error)) ? 'encrypted' : 'broken');
  }
  if (pdf.getPageCount() > mostPages) throw new TaskFailure('too-large');
  // what follows could not be found by way of a damaged table
  if (lastTable(original) === undefined) throw new TaskFailure('broken');
  requireAsTabled(pdf, original);
  // it notes changes by looking through all objects at each of them; the callers know what they change
  delete pdf.context.snapshot;
  return pdf;
}

/** The nodes above a page change with it; lists of children may be objects of their own. */
export function touchAncestors(page: PDFPage, touched: Set<PDFRef>): void {
  const { context } = page.doc;
  let at = page.node.get(name('Parent'));
  for (let depth = 0; at instanceof PDFRef && depth < 100; depth++) {
    touched.add(at);
    const node = context.lookup(at);
    if (!(node instanceof PDFDict)) return;
    const kids = node.get(name('Kids'));
    if (kids instanceof PDFRef) touched.add(kids);
    at = node.get(name('Parent'));
  }
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** A time as PDFs write it, in UTC. */
export function pdfTime(at: number): string {
  const time = new Date(at);
  const parts = [time.getUTCMonth() + 1, time.getUTCDate(), time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()];
  return `D:${time.getUTCFullYear()}${parts.map(pad).join('')}Z`;
}
