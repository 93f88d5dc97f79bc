import { readFile } from 'node:fs/promises';
import {
  PDFArray,
  PDFDict,
  type PDFContext,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { PageArea } from '@dossier/contract/preview/pdf-changes';
import { TaskFailure } from '@dossier/formats/task';
import { appendUpdate } from '../../../../platform/pdf/pdf-updates.ts';
import { embedFont } from '../../../../platform/text/embedded-font.ts';
import { openForIncrement, pdfTime, touchAncestors } from './increments.ts';
import { colourOf, frameOf, labelAt, linesOf, quadOf, type Rect, rectOf, type ShownPage, unionOf } from './note-appearances.ts';
import { paperSize, startPages, styledLines } from './text-layout.ts';

/** Something that somebody wrote, with a time in milliseconds. */
export interface WrittenNote {
  id: string;
  author: string;
  at: number;
  changedAt: number;
  text: string;
}

/** A thread that lies on a page: a frame around one area, the lines of words, or a point where there is no area. */
export interface PlacedNotes {
  number: number;
  page: number;
  kind: 'area' | 'words' | 'point';
  areas: Omit<PageArea, 'page'>[];
  resolved?: { by: string; at: number } | undefined;
  /** The first comment, and its replies. */
  notes: WrittenNote[];
}

/** A row of the pages behind the document: what is told of comments is bold, what people wrote is not, so that words cannot pass for another comment. */
export interface ListRow {
  text: string;
  style: keyof typeof styles;
}

/** What is written into a copy of a PDF. */
export interface AnnotationPlan {
  threads: PlacedNotes[];
  /** The list of all threads, on pages behind those of the document. */
  rows: ListRow[];
  /** Stands at the top of the list where the file is signed. */
  signedNote: string;
}

const styles = {
  title: { size: 16, wide: 16, leading: 24, gap: 0, indent: 0 },
  name: { size: 10.5, wide: 10.5, leading: 16, gap: 9, indent: 0 },
  about: { size: 8.5, wide: 8.5, leading: 13, gap: 0, indent: 0 },
  plain: { size: 10, wide: 10, leading: 14.5, gap: 0, indent: 0 },
  replyName: { size: 9.5, wide: 9.5, leading: 14.5, gap: 3, indent: 18 },
  reply: { size: 10, wide: 10, leading: 14.5, gap: 0, indent: 18 },
} as const;
const boldStyles: ReadonlySet<string> = new Set<keyof typeof styles>(['title', 'name', 'about', 'replyName']);

const key = (word: string): PDFName => PDFName.of(word);
const text = (words: string): PDFHexString => PDFHexString.fromText(words.toWellFormed().replace(/[^\P{Cc}\n]/gu, ' '));

/**
 * A copy of a PDF with threads of comments as annotations, and pages that list them all. What is new follows the bytes of the file (ISO 32000-1, 7.5.6),
 * so that nothing else of it changes.
 */
export async function annotatePdf(path: string, { threads, rows, signedNote }: AnnotationPlan): Promise<{ bytes: Buffer; pages: number }> {
  const original = await readFile(path);
  const pdf = await openForIncrement(original);
  const { context } = pdf;
  const largest = context.largestObjectNumber;
  const touched = new Set<PDFRef>();
  const pages = pdf.getPages();
  const writer = noteWriter(context);
  for (const [number, here] of Map.groupBy(threads, ({ page }) => page)) {
    const page = pages[number - 1];
    if (page === undefined) throw new TaskFailure('broken');
    const shown = shownPage(page);
    const added = here.flatMap((thread) => writer.write(thread, page, shown));
    const held = page.node.lookup(key('Annots'));
    const before = held instanceof PDFArray ? held.asArray() : [];
    page.node.set(key('Annots'), context.obj([...before, ...added]));
    touched.add(page.ref);
  }
  await listThreads(pdf, { rows: isSigned(context) ? withNote(rows, signedNote) : rows, touched });
  await pdf.flush();
  const isNew = ([ref]: readonly [PDFRef, PDFObject]): boolean => ref.objectNumber > largest || touched.has(ref);
  const { bytes } = appendUpdate(original, { context, objects: context.enumerateIndirectObjects().filter(isNew) });
  return { bytes, pages: pdf.getPageCount() };
}

const withNote = ([title, ...rest]: readonly ListRow[], note: string): ListRow[] => [
  ...(title === undefined ? [] : [title]),
  { text: note, style: 'plain' },
  ...rest,
];

/** Whether an object says which bytes it has signed. */
const isSigned = (context: PDFContext): boolean =>
  context.enumerateIndirectObjects().some(([, one]) => one instanceof PDFDict && one.has(key('ByteRange')) && one.has(key('Contents')));

/** Of a page what viewers show: its crop box, as far as there is a page. */
function shownPage(page: PDFPage): ShownPage {
  const [crop, media] = [page.getCropBox(), page.getMediaBox()];
  const [x, y] = [Math.max(crop.x, media.x), Math.max(crop.y, media.y)];
  const width = Math.min(crop.x + crop.width, media.x + media.width) - x;
  const height = Math.min(crop.y + crop.height, media.y + media.height) - y;
  const turn = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4;
  return { box: width > 0 && height > 0 ? { x, y, width, height } : media, turn };
}

/** Makes annotations, with a number on the first of each thread. */
function noteWriter(context: PDFContext) {
  let shared: PDFDict | undefined;
  const resources = (): PDFDict =>
    (shared ??= context.obj({
      Font: { F0: context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })) },
      ExtGState: { G0: context.register(context.obj({ Type: 'ExtGState', BM: 'Multiply' })) },
    }));
  const annotation = ({ id, author, at, changedAt, text: words }: WrittenNote, page: PDFPage, entries: Record<string, unknown>): PDFRef =>
    context.register(
      context.obj({
        Type: 'Annot',
        P: page.ref,
        NM: PDFString.of(`dossier-${id}`),
        T: text(author),
        Contents: text(words),
        CreationDate: pdfDate(at),
        M: pdfDate(changedAt),
        ...(entries as Parameters<typeof context.obj>[0]),
      }),
    );
  return {
    write({ number, kind, areas, resolved, notes: [first, ...replies] }: PlacedNotes, page: PDFPage, shown: ShownPage): PDFRef[] {
      const [place] = areas;
      if (first === undefined || place === undefined) return [];
      const isResolved = resolved !== undefined;
      const label = labelAt(shown, place, { number, isResolved });
      const rects = kind === 'point' ? [] : areas.map((area) => rectOf(shown, area));
      const rect = unionOf([...rects, label.rect]);
      const mark = kind === 'area' ? frameOf(rects[0] as Rect, isResolved) : kind === 'words' ? linesOf(rects, isResolved) : '';
      const form = { Type: 'XObject', Subtype: 'Form', BBox: rect, Resources: resources(), Group: { S: 'Transparency' } };
      const drawn = context.register(context.flateStream(`${mark} ${label.drawn}`, form));
      const thread = annotation(first, page, {
        Subtype: subtypes[kind],
        Rect: rect,
        C: colourOf(isResolved),
        // printed
        F: 4,
        AP: { N: drawn },
        ...(kind === 'area' && { RD: insets(rect, rects[0] as Rect), BS: { W: 1.5 } }),
        ...(kind === 'words' && { QuadPoints: areas.flatMap((area) => quadOf(shown, area)) }),
        ...(kind === 'point' && { Name: 'Comment' }),
      });
      // programs with threads show these below the first one, others would put an icon for each on the page
      const answer = { Subtype: 'Text', Rect: label.rect, F: hiddenReply, IRT: thread };
      const answers = replies.map((reply) => annotation(reply, page, { ...answer, RT: 'R' }));
      if (resolved === undefined) return [thread, ...answers];
      const state = { id: `${first.id}-state`, author: resolved.by, at: resolved.at, changedAt: resolved.at, text: '' };
      const completed = { StateModel: PDFString.of('Review'), State: PDFString.of('Completed') };
      return [thread, ...answers, annotation(state, page, { ...answer, ...completed })];
    },
  };
}

const subtypes = { area: 'Square', words: 'Highlight', point: 'Text' } as const;
/** Hidden, printed, without zoom and rotation: the flags that Acrobat gives to replies. */
const hiddenReply = 30;

const pdfDate = (at: number): PDFString => PDFString.of(pdfTime(at));

/** How much larger than its frame a rectangle is: left, top, right, bottom. */
const insets = (rect: Rect, [left, bottom, right, top]: Rect): number[] => [
  left - rect[0],
  rect[3] - top,
  rect[2] - right,
  bottom - rect[1],
];

/** Appends pages with rows from top to bottom. */
async function listThreads(pdf: PDFDocument, { rows, touched }: { rows: readonly ListRow[]; touched: Set<PDFRef> }): Promise<void> {
  const before = pdf.getPageCount();
  const letters = await embedFont(pdf);
  const writer = startPages(pdf, { letters, typewriter: letters });
  for (const { text: words, style } of rows) {
    const { gap, indent, ...hand } = styles[style];
    writer.skip(gap);
    const width = paperSize.width - paperSize.left - paperSize.right - indent;
    const runs = words.split('\n').flatMap((line, at) => {
      const run = { text: line, bold: boldStyles.has(style) };
      return at === 0 ? [run] : [{ text: '\n', bold: false }, run];
    });
    for (const pieces of styledLines(runs, { letters, width, size: hand.wide })) {
      const moved = pieces.map((piece) => ({ ...piece, x: piece.x + indent }));
      if (!writer.add(moved, hand)) throw new TaskFailure('too-large');
    }
  }
  writer.end();
  for (const page of pdf.getPages().slice(before)) touchAncestors(page, touched);
}
