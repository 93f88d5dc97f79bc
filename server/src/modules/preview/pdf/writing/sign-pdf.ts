import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { TaskFailure } from '@dossier/formats/task';
import { appendUpdate } from '../../../../platform/pdf/pdf-updates.ts';
import { embedFont } from '../../../../platform/text/embedded-font.ts';
import { openForIncrement, pdfTime, touchAncestors } from './increments.ts';
import { paperSize, startPages, styledLines } from './text-layout.ts';

/** What a seal is prepared by. */
export interface SealPlan {
  /** The rows of the page of signatures, from top to bottom. */
  rows: SignatureRow[];
  /** So many pages at the end of the file are those of earlier signatures, and go with the seal that is on them. */
  replacedPages: number;
  /** Bytes that are kept free for the seal. */
  room: number;
  /** Who seals, why, and when in milliseconds. */
  name: string;
  reason: string;
  at: number;
}

/** A row of the page of signatures. */
export interface SignatureRow {
  text: string;
  style: 'title' | 'name' | 'plain';
}

const styles = {
  title: { size: 16, wide: 16, leading: 26, gap: 6 },
  name: { size: 11.5, wide: 11.5, leading: 18, gap: 8 },
  plain: { size: 9.5, wide: 9.5, leading: 14, gap: 0 },
} as const;

const name = (word: string): PDFName => PDFName.of(word);

/**
 * Appends pages that list signatures, and a field for a seal whose place is left free. The bytes of the file stay as they are, and what is new follows
 * them (ISO 32000-1, 7.5.6), so that what was signed can still be hashed, and seals that were made elsewhere keep what they cover.
 * Answers where the hexadecimal digits of the seal begin.
 */
export async function prepareSeal(path: string, plan: SealPlan): Promise<{ bytes: Buffer; at: number; addedPages: number }> {
  const original = await readFile(path);
  const pdf = await openForIncrement(original);
  const { context } = pdf;
  const before = { largest: context.largestObjectNumber, pages: pdf.getPageCount() };
  const touched = new Set<PDFRef>();
  const gone = plan.replacedPages > 0 ? removeLastPages(pdf, plan.replacedPages, touched) : new Set<PDFObject>();
  const letters = await embedFont(pdf);
  const writer = startPages(pdf, { letters, typewriter: letters });
  const width = paperSize.width - paperSize.left - paperSize.right;
  for (const { text, style } of plan.rows) {
    const { gap, ...hand } = styles[style];
    writer.skip(gap);
    for (const pieces of styledLines([{ text, bold: style !== 'plain' }], { letters, width, size: hand.wide }))
      if (!writer.add(pieces, hand)) throw new TaskFailure('too-large');
  }
  writer.end();
  const pages = pdf.getPages();
  const addedPages = pages.length - (before.pages - plan.replacedPages);
  const added = pages.slice(-addedPages);
  for (const page of added) touchAncestors(page, touched);
  const sealRef = context.nextRef();
  addField(pdf, { page: added[0], sealRef, gone, touched });
  await pdf.flush();
  if (context.trailerInfo.Root instanceof PDFRef) touched.add(context.trailerInfo.Root);
  const isNew = ([ref]: readonly [PDFRef, PDFObject]): boolean => ref.objectNumber > before.largest || touched.has(ref);
  const objects = context.enumerateIndirectObjects().filter(isNew);
  return { ...withSeal(original, { context, objects, sealRef, plan }), addedPages };
}

interface Sealed {
  context: PDFContext;
  objects: readonly (readonly [PDFRef, PDFObject])[];
  sealRef: PDFRef;
  plan: SealPlan;
}

/** Digits of a number in the range of bytes, whose value is known at the end. */
const rangeDigits = 10;

/** Adds the objects, and a seal that covers everything but its own digits, which are left free; `at` is where they begin. */
function withSeal(original: Buffer, { context, objects, sealRef, plan }: Sealed): { bytes: Buffer; at: number } {
  const digits = plan.room * 2;
  const range = `/ByteRange [0 ${' '.repeat(3 * rangeDigits + 2)}]`;
  const body = `<< ${sealHead(plan)} ${range} /Contents <${'0'.repeat(digits)}> >>`;
  const { bytes, bodies } = appendUpdate(original, { context, objects: [...objects, [sealRef, Buffer.from(body, 'latin1')]] });
  const bodyAt = bodies.get(sealRef.objectNumber) ?? 0;
  // the angle brackets are left out with the digits
  const open = bodyAt + body.lastIndexOf('<', body.length - 3);
  const close = open + digits + 2;
  const numbers = [open, close, bytes.length - close].map((value) => String(value).padEnd(rangeDigits)).join(' ');
  bytes.write(numbers, bodyAt + body.indexOf(range) + '/ByteRange [0 '.length, 'latin1');
  return { bytes, at: open + 1 };
}

/** Takes the last pages out of the tree of pages; answers their annotations. */
function removeLastPages(pdf: PDFDocument, count: number, touched: Set<PDFRef>): Set<PDFObject> {
  const gone = new Set<PDFObject>();
  if (count >= pdf.getPageCount()) throw new TaskFailure('broken');
  for (let left = count; left > 0; left--) {
    const last = pdf.getPageCount() - 1;
    const page = pdf.getPage(last);
    touchAncestors(page, touched);
    for (const note of page.node.Annots()?.asArray() ?? []) gone.add(note);
    pdf.removePage(last);
  }
  return gone;
}

interface FieldPlace {
  page: PDFPage | undefined;
  sealRef: PDFRef;
  gone: ReadonlySet<PDFObject>;
  touched: Set<PDFRef>;
}

/** Adds the field of the seal to the form of the document, without a place on the page, and takes those that are gone out of it. */
function addField(pdf: PDFDocument, { page, sealRef, gone, touched }: FieldPlace): void {
  const { context, catalog } = pdf;
  if (page === undefined) throw new TaskFailure('broken');
  const held = catalog.get(name('AcroForm'));
  const found = context.lookup(held);
  const form = found instanceof PDFDict ? found : context.obj({});
  if (found !== form) catalog.set(name('AcroForm'), form);
  else if (held instanceof PDFRef) touched.add(held);
  const listHeld = form.get(name('Fields'));
  const list = context.lookup(listHeld);
  const fields = list instanceof PDFArray ? list.asArray().filter((one) => !gone.has(one)) : [];
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(`Seal ${randomBytes(6).toString('hex')}`),
      V: sealRef,
      Rect: [0, 0, 0, 0],
      // printed, and locked
      F: 132,
      P: page.ref,
    }),
  );
  page.node.set(name('Annots'), context.obj([field]));
  form.set(name('Fields'), context.obj([...fields, field]));
  // there are signatures, and only additions keep them
  form.set(name('SigFlags'), PDFNumber.of(3));
}

/** The dictionary of the seal up to what depends on its place in the file. */
function sealHead({ name: sealer, reason, at }: SealPlan): string {
  const text = (words: string): string => PDFHexString.fromText(words).toString();
  return `/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /Name ${text(sealer)} /Reason ${text(reason)} /M (${pdfTime(at)})`;
}
