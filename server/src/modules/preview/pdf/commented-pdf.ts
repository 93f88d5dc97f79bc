import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extensions } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Answer, Failure } from '@dossier/formats/task';
import type { Context, Services } from '../../../platform/context.ts';
import { minuteInUtc } from '../../../platform/text/iso-time.ts';
import { textOf } from '../../../platform/text/texts.ts';
import { type AuthorisedRevision, type OpenedTicket, shownName } from '../../documents/file-tickets.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { type PdfThread, threadsForPdfs } from '../commented-pdfs.ts';
import { officePdf } from '../office-pdf.ts';
import { sourceOf } from '../renderer.ts';
import { createWorkFolder, withSourceFile } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { watermarkFor } from '../watermarks/resolve-watermark.ts';
import { pdfReaderOf, pdfWriterOf, stampPdf } from './pdf-renderers.ts';
import type { QuotedWords } from './reading/quoted-words.ts';
import type { AnnotationPlan, ListRow, PlacedNotes, WrittenNote } from './writing/annotate-pdf.ts';

/** The PDF is in memory whole, and once more with what is added. */
const mostBytes = 96 << 20;
const maxOutput = 160 << 20;
const timeoutMs = 100_000;

/** What the ticket of a PDF with comments names: which threads, and whether it is for printing. */
export const threadVariants = { open: 'open', all: 'all', openPrint: 'open print', allPrint: 'all print' } as const;

const withResolved: ReadonlySet<string | undefined> = new Set([threadVariants.all, threadVariants.allPrint]);
const forPrinting: ReadonlySet<string | undefined> = new Set([threadVariants.openPrint, threadVariants.allPrint]);

/** Whether a PDF with comments is for printing. */
export const isForPrinting = ({ variant }: Pick<OpenedTicket, 'variant'>): boolean => forPrinting.has(variant);

/** The threads of a document that go into its PDF. */
export async function threadsOf(ctx: Context, filter: { objId: string; resolved: boolean }): Promise<PdfThread[]> {
  const lists = await Promise.all(threadsForPdfs.all().map((threads) => threads(ctx, filter)));
  return lists.flat();
}

/** Whether the caller gets the bytes of the file with what is added, and not a marked copy: of a PDF, with the right to download it. */
export const isOriginal = (authorised: AuthorisedRevision): boolean =>
  (authorised.bits & right.download) !== 0 && extensions.pdf.has(shownName(authorised).ext);

/** A document as PDF with the comments that its reader may read. Others than those who may have the file get it marked, as without comments. */
export async function writeCommentedPdf(services: Services, opened: OpenedTicket): Promise<Buffer | Failure> {
  const { ctx, authorised, use, variant } = opened;
  const source = sourceOf(authorised);
  const threads = await threadsOf(ctx, { objId: String(authorised.item.id), resolved: withResolved.has(variant) });
  const annotate = (path: string, size: number): Promise<Buffer | Failure> =>
    annotated(services, { path, size }, { ctx, authorised, threads });
  // the ticket was given for the file itself, and opens only while the right to it holds
  if (use === 'download') return withSourceFile(services, source, (path) => annotate(path, source.size));
  // a print is never the file itself
  const mark = await watermarkFor({ ctx, authorised }, isForPrinting(opened) ? 'print' : 'pdf');
  const written = extensions.pdf.has(source.ext)
    ? await withSourceFile(services, source, (path) => annotate(path, source.size))
    : await annotatedOffice(services, source, annotate);
  if (typeof written === 'string') return written;
  const { folder, done } = await createWorkFolder(services);
  try {
    const path = join(folder, 'commented.pdf');
    await writeFile(path, written);
    return bytesOrFailure(await stampPdf(services, { path, size: written.length, ext: 'pdf', name: source.name }, mark));
  } finally {
    await done();
  }
}

async function annotatedOffice(
  services: Services,
  source: ReturnType<typeof sourceOf>,
  annotate: (path: string, size: number) => Promise<Buffer | Failure>,
): Promise<Buffer | Failure> {
  const made = await render(services, source, { renderer: officePdf, urgent: true });
  if (!made.ok) return made.reason;
  // an incomplete PDF is refused
  return made.facts.cut === true ? 'too-large' : annotate(made.path, made.size);
}

const bytesOrFailure = (answer: Answer): Buffer | Failure => (answer.ok ? (answer.bytes ?? 'no-output') : answer.reason);

interface Commented {
  ctx: Context;
  authorised: AuthorisedRevision;
  threads: PdfThread[];
}

/** Finds the words that threads lie on, then writes the threads: a process each. */
async function annotated(services: Services, { path, size }: { path: string; size: number }, of: Commented): Promise<Buffer | Failure> {
  if (size > mostBytes) return 'too-large';
  const file = { path, ext: 'pdf', name: '', size };
  const limits = { timeoutMs, maxOutput, urgent: true };
  const numbered = inOrder(of);
  const quotes = numbered.flatMap(({ place }): QuotedWords[] => (place?.kind === 'words' ? [place] : []));
  const found = await pdfReaderOf(services).run('locate', file, { ...limits, terms: { quotes } });
  if (!found.ok) return found.reason;
  const { pages, lines } = JSON.parse(String(found.bytes)) as { pages: number; lines: PlacedNotes['areas'][] };
  const threads = numbered.flatMap(({ thread, place, number }): PlacedNotes[] => {
    if (place === undefined) return [];
    const areas = place.kind === 'words' ? (lines.shift() ?? []) : [place.kind === 'area' ? place : { ...place, width: 0, height: 0 }];
    if (areas.length === 0 || place.page > pages) return [];
    const { resolved, notes } = thread;
    return [{ number, page: place.page, kind: place.kind, areas: areas.map(areaOf), resolved, notes }];
  });
  const plan: AnnotationPlan = { threads, ...listOf(numbered, of) };
  return bytesOrFailure(await pdfWriterOf(services).run('annotate', file, { ...limits, terms: { ...plan } }));
}

const areaOf = ({ x, y, width, height }: PlacedNotes['areas'][number]) => ({ x, y, width, height });

interface NumberedThread {
  thread: PdfThread;
  number: number;
  /** Where it lies in this version: words are looked for in each, all else lies on the version that it was written on. */
  place: Extract<PdfThread['place'], { kind: 'area' | 'words' | 'point' }> | undefined;
}

/** Numbers threads as the viewer does: those with a place in this version from the oldest, then all others. */
function inOrder({ authorised, threads }: Commented): NumberedThread[] {
  const placed = threads.map(({ place, revisionId, ...thread }) => {
    const isHere = place?.kind === 'words' || revisionId === authorised.revision.id;
    const isOnPage = place?.kind === 'area' || place?.kind === 'words' || place?.kind === 'point';
    return { thread: { ...thread, place, revisionId }, place: isHere && isOnPage ? place : undefined };
  });
  const [here, elsewhere] = [placed.filter(({ place }) => place !== undefined), placed.filter(({ place }) => place === undefined)];
  return [...here, ...elsewhere].map((one, at) => ({ ...one, number: at + 1 }));
}

const mostQuoted = 200;
/** Words with more lines are listed as one paragraph: a few comments of lines alone would fill all pages of the list. */
const mostLines = 60;

const inFewLines = (text: string): string => (text.split('\n').length > mostLines ? text.replace(/\s*\n\s*/g, ' ') : text);

/** The list of all threads behind the pages, in the language of who reads it. */
function listOf(numbered: readonly NumberedThread[], { ctx, authorised }: Commented): Pick<AnnotationPlan, 'rows' | 'signedNote'> {
  const { lang } = ctx.user;
  const t = textOf(lang, 'preview.comments');
  const intro = t('intro', { version: labelOf(authorised.revision), time: minuteInUtc(ctx.now) });
  const rows: ListRow[] = [
    { text: t('title', { name: shownName(authorised).name }), style: 'title' },
    { text: intro, style: 'plain' },
    ...numbered.flatMap((one) => rowsOf(one, { lang, shown: authorised.revision.id })),
  ];
  return { rows, signedNote: t('signed') };
}

function rowsOf({ thread, number, place }: NumberedThread, { lang, shown }: { lang: Lang; shown: number }): ListRow[] {
  const t = textOf(lang, 'preview.comments');
  const [first, ...replies] = thread.notes;
  if (first === undefined) return [];
  const head = ({ author, at, changedAt }: WrittenNote): string =>
    [author, minuteInUtc(at), ...(changedAt > at ? [t('changed')] : [])].join(' · ');
  const words = ({ text }: WrittenNote): string => (text === '' ? t('deleted') : inFewLines(text));
  const about = [
    ...(place === undefined ? [] : [t('page', { number: place.page })]),
    ...(thread.revisionId !== shown && thread.revisionLabel !== '' ? [t('onVersion', { label: thread.revisionLabel })] : []),
    ...(thread.resolved === undefined ? [] : [t('resolved', { name: thread.resolved.by, time: minuteInUtc(thread.resolved.at) })]),
  ];
  const quote = thread.place?.kind === 'words' ? [`“${thread.place.quote.replace(/\s+/g, ' ').slice(0, mostQuoted)}”`] : [];
  return [
    { text: `${number}. ${head(first)}`, style: 'name' },
    ...(about.length === 0 ? [] : [{ text: about.join(' · '), style: 'about' } as const]),
    ...quote.map((text): ListRow => ({ text, style: 'plain' })),
    { text: words(first), style: 'plain' },
    ...replies.flatMap((reply): ListRow[] => [
      { text: head(reply), style: 'replyName' },
      { text: words(reply), style: 'reply' },
    ]),
  ];
}
