import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, type PDFPage, PDFPageLeaf, PDFRef } from '@cantoo/pdf-lib';
import { TaskFailure } from '@dossier/formats/task';
import { dropUnreached, mostPages, openPdf, savePdf } from './prune-pdf.ts';

/** Consecutive pages from the file of this index; 0 is the document itself. */
export interface ArrangedRun {
  file: number;
  from: number;
  to: number;
  turn: number;
}

interface Arrangement {
  /** The files that the runs name, the document first. */
  files: readonly string[];
  runs: readonly ArrangedRun[];
  /** The pages become a document of their own, which tells nothing of the others. */
  isExtract: boolean;
}

/** What a page may have from the nodes above it. */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((name) => PDFName.of(name));
const [annots, parent, kids, count, fields, pg, struct, tabs, type, pages] = [
  'Annots',
  'Parent',
  'Kids',
  'Count',
  'Fields',
  'Pg',
  'StructParents',
  'Tabs',
  'Type',
  'Pages',
].map((name) => PDFName.of(name)) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName];

/** Of the catalog, all that an extract keeps: nothing that names the pages left behind. */
const keptOfExtract: ReadonlySet<string> = new Set(
  ['Type', 'Version', 'Pages', 'PageLayout', 'Lang', 'ViewerPreferences', 'OCProperties', 'AcroForm', 'OutputIntents'].map(
    (word) => `/${word}`,
  ),
);

/** Writes a PDF with chosen pages in a new order; those left out are in no byte of it. */
export async function arrangePages({ files, runs, isExtract }: Arrangement): Promise<{ bytes: Uint8Array; pages: number }> {
  const pdf = await openPdf(files[0] ?? '', { unprotected: true });
  const order = chosenPages(pdf, runs);
  const own = pdf.getPages();
  const kept = new Set(order.filter(({ file }) => file === 0).map(({ page }) => own[page]?.ref));
  for (const page of own) materialise(page.node);
  removePages(
    pdf,
    own.filter(({ ref }) => !kept.has(ref)),
  );
  const joined = await joinFiles(pdf, files, order);
  const refs = order.map(({ file, page, turn }) => {
    const ref = file === 0 ? own[page]?.ref : joined.get(`${file} ${page}`);
    const node = ref === undefined ? undefined : pdf.context.lookup(ref);
    if (ref === undefined || !(node instanceof PDFDict)) throw new TaskFailure('no-output');
    if (turn !== 0) node.set(PDFName.of('Rotate'), PDFNumber.of((rotationOf(node) + turn) % 360));
    return ref;
  });
  setPageTree(pdf, refs);
  if (isExtract) {
    for (const key of pdf.catalog.keys()) if (!keptOfExtract.has(key.toString())) pdf.catalog.delete(key);
    delete pdf.context.trailerInfo.Info;
  }
  dropUnreached(pdf, isExtract ? forgetPrivate : undefined);
  return { bytes: await savePdf(pdf), pages: refs.length };
}

/** A page in its new place: of which file, and counted from 0. */
interface PlacedPage {
  file: number;
  page: number;
  turn: number;
}

/** A page stands once in the result: two entries of one page would share its notes and fields. */
function chosenPages(pdf: PDFDocument, runs: readonly ArrangedRun[]): PlacedPage[] {
  const order: PlacedPage[] = [];
  const seen = new Set<string>();
  for (const { file, from, to, turn } of runs) {
    if (to < from) throw new TaskFailure('no-output');
    if (order.length + to - from + 1 > mostPages) throw new TaskFailure('too-large');
    for (let page = from - 1; page < to; page++) {
      if (seen.has(`${file} ${page}`) || (file === 0 && page >= pdf.getPageCount())) throw new TaskFailure('no-output');
      seen.add(`${file} ${page}`);
      order.push({ file, page, turn });
    }
  }
  return order;
}

/** Gives a page as its own what it has from the nodes above it, so that it can be put elsewhere. */
function materialise(node: PDFPageLeaf): void {
  for (const key of inherited) {
    const value = node.get(key) ?? node.getInheritableAttribute(key);
    if (value !== undefined) node.set(key, value);
  }
}

const rotationOf = (node: PDFDict): number => {
  const turn = node.lookup(PDFName.of('Rotate'));
  return turn instanceof PDFNumber ? ((Math.round(turn.asNumber() / 90) % 4) + 4) * 90 : 0;
};

const refsOf = (pdf: PDFDocument, node: PDFDict, key: PDFName): PDFRef[] => {
  const list = pdf.context.lookup(node.get(key));
  return list instanceof PDFArray ? list.asArray().filter((one) => one instanceof PDFRef) : [];
};

/** Deletes pages with their notes, fields and tags: what leads to them from elsewhere leads nowhere, and nothing keeps their content in the file. */
function removePages(pdf: PDFDocument, unwanted: readonly PDFPage[]): void {
  if (unwanted.length === 0) return;
  const { context } = pdf;
  const gone = new Set<PDFRef>(unwanted.map(({ ref }) => ref));
  const stays = new Set(pdf.getPages().flatMap(({ ref, node }) => (gone.has(ref) ? [] : refsOf(pdf, node, annots))));
  for (const { node } of unwanted) for (const note of refsOf(pdf, node, annots)) if (!stays.has(note)) gone.add(note);
  for (const [ref, one] of context.enumerateIndirectObjects()) {
    const page = one instanceof PDFDict && one !== pdf.catalog ? one.get(pg) : undefined;
    if (page instanceof PDFRef && gone.has(page)) gone.add(ref);
  }
  // a field whose places are all gone goes with them, up to the uppermost
  for (let added = gone; added.size > 0; ) {
    for (const ref of added) context.delete(ref);
    added = emptied(pdf, added);
  }
}

/** Takes references out of all lists of children and fields; answers the parts of forms and of tags that have no child left by that. */
function emptied(pdf: PDFDocument, gone: ReadonlySet<PDFRef>): Set<PDFRef> {
  const empty = new Set<PDFRef>();
  for (const [ref, one] of pdf.context.enumerateIndirectObjects()) {
    if (!(one instanceof PDFDict)) continue;
    dropRefs(pdf, one, { key: fields, gone });
    if (dropRefs(pdf, one, { key: kids, gone }) === 0 && one.get(type) !== pages) empty.add(ref);
  }
  const form = pdf.catalog.lookup(PDFName.of('AcroForm'));
  if (form instanceof PDFDict) dropRefs(pdf, form, { key: fields, gone });
  return empty;
}

/** Answers how many are left in a list that lost some; undefined where it lost none. */
function dropRefs(
  { context }: PDFDocument,
  dict: PDFDict,
  { key, gone }: { key: PDFName; gone: ReadonlySet<PDFObject> },
): number | undefined {
  const list = context.lookup(dict.get(key));
  if (!(list instanceof PDFArray)) return undefined;
  const before = list.size();
  for (let at = before - 1; at >= 0; at--) if (gone.has(list.get(at))) list.remove(at);
  return list.size() < before ? list.size() : undefined;
}

/** Copies the chosen pages of the other files, after the others of these are removed: a link would bring them along. Answers them by file and page. */
async function joinFiles(pdf: PDFDocument, files: readonly string[], order: readonly PlacedPage[]): Promise<Map<string, PDFRef>> {
  const joined = new Map<string, PDFRef>();
  for (const [file, path] of files.entries()) {
    const wanted = order.filter((placed) => placed.file === file).map(({ page }) => page);
    if (file === 0 || wanted.length === 0) continue;
    const other = await openPdf(path, { unprotected: true });
    const all = other.getPages();
    if (wanted.some((page) => page >= all.length)) throw new TaskFailure('no-output');
    for (const page of all) materialise(page.node);
    const isWanted = new Set(wanted);
    removePages(
      other,
      all.filter((_, at) => !isWanted.has(at)),
    );
    for (const page of all) for (const key of [struct, tabs]) page.node.delete(key);
    setPageTree(
      other,
      wanted.map((page) => all[page]?.ref).filter((ref) => ref !== undefined),
    );
    // read anew, as the library keeps the pages that it has seen
    const reduced = await PDFDocument.load(await savePdf(other), { updateMetadata: false, throwOnInvalidObject: false });
    const copied = await pdf.copyPages(reduced, reduced.getPageIndices());
    for (const [at, page] of copied.entries()) joined.set(`${file} ${wanted[at]}`, page.ref);
  }
  return joined;
}

/** A flat tree of these pages, in place of the one that was there. */
function setPageTree(pdf: PDFDocument, refs: readonly PDFRef[]): void {
  const { context, catalog } = pdf;
  const tree = context.obj({ Type: 'Pages' });
  tree.set(kids, context.obj([...refs]));
  tree.set(count, PDFNumber.of(refs.length));
  const treeRef = context.register(tree);
  for (const ref of refs) {
    const node = context.lookup(ref);
    if (node instanceof PDFDict) node.set(parent, treeRef);
  }
  catalog.set(PDFName.of('Pages'), treeRef);
}

/** Data of programs on pages and images of an extract, and what ties them to tags that are left behind. */
const privateKeys = ['PieceInfo', 'AF', 'Metadata', 'Thumb', 'XFA', 'StructParents', 'StructParent', 'StructTreeRoot'].map((name) =>
  PDFName.of(name),
);

function forgetPrivate(dict: PDFDict): void {
  for (const key of privateKeys) dict.delete(key);
}
