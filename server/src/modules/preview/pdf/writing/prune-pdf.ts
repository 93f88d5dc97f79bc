import { readFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import { TaskFailure } from '@dossier/formats/task';

/** The most pages of a PDF that is written anew. */
export const mostPages = 5000;

/** Opens a PDF that needs no password for reading; one for changes is accepted unless it has to be `unprotected`. */
export async function openPdf(path: string, { unprotected = false } = {}): Promise<PDFDocument> {
  const bytes = await readFile(path);
  let pdf: PDFDocument;
  try {
    pdf = await PDFDocument.load(bytes, {
      // without one, whatever is encrypted is refused
      ...(!unprotected && { password: '' }),
      updateMetadata: false,
      throwOnInvalidObject: false,
      parseSpeed: Number.POSITIVE_INFINITY,
    });
  } catch (error) {
    throw new TaskFailure(/encrypt|password/i.test(String(error)) ? 'encrypted' : 'broken');
  }
  if (pdf.getPageCount() > mostPages) throw new TaskFailure('too-large');
  return pdf;
}

/** The bytes of a changed PDF: written whole, without earlier states of the file. */
export const savePdf = (pdf: PDFDocument): Promise<Uint8Array> =>
  pdf.save({ updateFieldAppearances: false, addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY });

const nameSet = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => `/${word}`));

/** Catalog entries that a watermarked PDF keeps: navigation and page layout. */
const keptOfCatalog = nameSet(
  'Type Version Pages Outlines Dests Names PageLabels PageLayout Lang MarkInfo StructTreeRoot ViewerPreferences OCProperties AcroForm OutputIntents',
);
/** Annotations that a watermarked PDF keeps; no files, media or 3D models. */
const keptAnnotations = nameSet(
  'Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget Redact',
);
const keptActions = nameSet('GoTo GoToR URI Named');
/** Private data of programs on pages, images and forms: whole originals, thumbnails without watermark, actions. */
const dropped = ['PieceInfo', 'AF', 'AA', 'Metadata', 'Thumb', 'XFA', 'JS'].map((name) => PDFName.of(name));
const [type, subtype, s, a, next, annots, embedded, scripts] = [
  'Type',
  'Subtype',
  'S',
  'A',
  'Next',
  'Annots',
  'EmbeddedFiles',
  'JavaScript',
].map((name) => PDFName.of(name)) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName];

/**
 * Reduces a PDF to its pages: removes attachments, scripts, private data, and unreachable objects, such as deleted
 * pages and the contents of pages before they were stamped.
 */
export function prunePdf(pdf: PDFDocument): void {
  const { catalog } = pdf;
  for (const key of catalog.keys()) if (!keptOfCatalog.has(key.toString())) catalog.delete(key);
  const trees = catalog.lookup(PDFName.of('Names'));
  if (trees instanceof PDFDict) for (const key of [embedded, scripts]) trees.delete(key);
  for (const page of pdf.getPages()) removeAnnotations(pdf, page.node);
  dropUnreached(pdf, (one) => clean(pdf, one));
}

/** Removes all objects that nothing in the document leads to; `visit` sees each dictionary before what it leads to. */
export function dropUnreached(pdf: PDFDocument, visit: (dict: PDFDict) => void = () => undefined): void {
  const { catalog, context } = pdf;
  const reached = new Set<PDFRef>();
  const waiting: PDFObject[] = [catalog, ...(context.trailerInfo.Info === undefined ? [] : [context.trailerInfo.Info])];
  if (context.trailerInfo.Root instanceof PDFRef) reached.add(context.trailerInfo.Root);
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (one instanceof PDFRef) {
      if (reached.has(one)) continue;
      reached.add(one);
      const found = context.lookup(one);
      if (found !== undefined) waiting.push(found);
    } else if (one instanceof PDFArray) waiting.push(...one.asArray());
    else if (one instanceof PDFStream) waiting.push(one.dict);
    else if (one instanceof PDFDict) {
      visit(one);
      waiting.push(...one.values());
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}

function clean(pdf: PDFDocument, dict: PDFDict): void {
  for (const key of dropped) dict.delete(key);
  for (const key of [a, next]) {
    const action = dict.get(key);
    const found = action instanceof PDFRef ? pdf.context.lookup(action) : action;
    if (found instanceof PDFDict && found.has(s) && !keptActions.has(String(found.lookup(s)))) dict.delete(key);
  }
  // the form field of a signature, which is invalid now
  if (dict.lookup(type) === PDFName.of('Sig')) for (const key of dict.keys()) dict.delete(key);
}

function removeAnnotations(pdf: PDFDocument, page: PDFDict): void {
  const notes = page.lookup(annots);
  if (!(notes instanceof PDFArray)) return;
  const kept = notes.asArray().filter((one) => {
    const note = one instanceof PDFRef ? pdf.context.lookup(one) : one;
    return note instanceof PDFDict && keptAnnotations.has(String(note.lookup(subtype)));
  });
  page.set(annots, pdf.context.obj(kept));
}
