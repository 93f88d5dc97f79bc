import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib';

const names = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => `/${word}`));

/** What a marked PDF keeps beside its pages: how one finds one's way in it and how they are shown. */
const keptOfCatalog = names(
  'Type Version Pages Outlines Dests Names PageLabels PageLayout Lang MarkInfo StructTreeRoot ViewerPreferences OCProperties AcroForm OutputIntents',
);
/** Notes and marks on a page; no files, films or models. */
const keptNotes = names(
  'Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget Redact',
);
const keptActions = names('GoTo GoToR URI Named');
/** What programs keep beside a page, a picture or a form: whole originals, small pictures without the mark, deeds. */
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
 * Takes out of a PDF what is more than its pages: attached files, scripts, what programs kept for themselves, and whatever
 * nothing leads to any more, such as pages that were deleted before and the contents that pages had before they were marked.
 */
export function prunePdf(pdf: PDFDocument): void {
  const { catalog, context } = pdf;
  for (const key of catalog.keys()) if (!keptOfCatalog.has(key.toString())) catalog.delete(key);
  const trees = catalog.lookup(PDFName.of('Names'));
  if (trees instanceof PDFDict) for (const key of [embedded, scripts]) trees.delete(key);
  for (const page of pdf.getPages()) dropNotes(pdf, page.node);
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
      clean(pdf, one);
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
  // the form field of a signature that no longer holds
  if (dict.lookup(type) === PDFName.of('Sig')) for (const key of dict.keys()) dict.delete(key);
}

function dropNotes(pdf: PDFDocument, page: PDFDict): void {
  const notes = page.lookup(annots);
  if (!(notes instanceof PDFArray)) return;
  const kept = notes.asArray().filter((one) => {
    const note = one instanceof PDFRef ? pdf.context.lookup(one) : one;
    return note instanceof PDFDict && keptNotes.has(String(note.lookup(subtype)));
  });
  page.set(annots, pdf.context.obj(kept));
}
