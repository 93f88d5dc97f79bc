import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { lastTable } from '../../../platform/pdf/pdf-updates.ts';
import { trailerFactsOf } from './read-increments.ts';

/** What is asked of a PDF before it is edited. */
export interface PdfFacts {
  /** Why it can only be viewed; '' where it can be edited. */
  problem: '' | 'form' | 'certified' | 'damaged';
  isSigned: boolean;
}

/** The permission of a certification that lets annotations be made. */
const mayAnnotate = 3;
const mostFields = 20_000;

const key = (name: string): PDFName => PDFName.of(name);

/** Whether a PDF can be edited; `bytes` is the whole file. */
export function pdfFacts(pdf: PDFDocument, bytes: Uint8Array): PdfFacts {
  const form = pdf.catalog.lookup(key('AcroForm'));
  const signatures = form instanceof PDFDict ? signaturesOf(form) : [];
  const isSigned = signatures.length > 0;
  // an update names the place of the table before it, counted from the first byte
  const isWhole =
    Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-' &&
    lastTable(bytes) !== undefined &&
    trailerFactsOf(pdf.context).root !== '';
  if (!isWhole) return { problem: 'damaged', isSigned };
  // its fields stand in a form of another kind beside those that would be filled in
  if (form instanceof PDFDict && form.has(key('XFA'))) return { problem: 'form', isSigned };
  return { problem: certifiedFor(pdf) < mayAnnotate ? 'certified' : '', isSigned };
}

/** The signatures of a form. */
function signaturesOf(form: PDFDict): PDFDict[] {
  const waiting = [form.lookup(key('Fields'))];
  const found: PDFDict[] = [];
  let left = mostFields;
  for (let list = waiting.pop(); list !== undefined; list = waiting.pop()) {
    if (!(list instanceof PDFArray)) continue;
    for (let at = 0; at < list.size() && left > 0; at++, left--) {
      const field = list.lookup(at);
      if (!(field instanceof PDFDict)) continue;
      const value = field.lookup(key('V'));
      if (field.lookup(key('FT')) === key('Sig') && value instanceof PDFDict) found.push(value);
      if (field.has(key('Kids'))) waiting.push(field.lookup(key('Kids')));
    }
  }
  return found;
}

/** What the certification of a PDF lets others do, as its `P`; 3 without one. */
function certifiedFor(pdf: PDFDocument): number {
  const permissions = pdf.catalog.lookup(key('Perms'));
  const signature = permissions instanceof PDFDict ? permissions.lookup(key('DocMDP')) : undefined;
  if (!(signature instanceof PDFDict)) return mayAnnotate;
  const references = signature.lookup(key('Reference'));
  if (!(references instanceof PDFArray)) return 0;
  for (let at = 0; at < references.size(); at++) {
    const reference = references.lookup(at);
    if (!(reference instanceof PDFDict) || reference.lookup(key('TransformMethod')) !== key('DocMDP')) continue;
    const terms = reference.lookup(key('TransformParams'));
    const allowed = terms instanceof PDFDict ? terms.lookup(key('P')) : undefined;
    // the default of the standard
    return allowed instanceof PDFNumber ? allowed.asNumber() : 2;
  }
  return 0;
}
