import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Change, compare, ComparisonKind } from '@dossier/contract/preview/compare';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Failure } from '@dossier/formats/task';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { disposition, safeHeaders, sendRange } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { textOf, type TextOf } from '../../../platform/text/texts.ts';
import { type AuthorisedRevision, previewTicket, shownName } from '../../documents/file-tickets.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { documentPdfDownloaded } from '../events.ts';
import { imageRenderer, markImage, renderPage } from '../pages/page-renderers.ts';
import { type PersonalPdf, personalPdf } from '../pdf/pdf-downloads.ts';
import { stampPdf } from '../pdf/pdf-renderers.ts';
import { type Source, sourceOf } from '../renderer.ts';
import { createWorkFolder } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { dayAndMinute, watermarkFor } from '../watermarks/resolve-watermark.ts';
import type { PagePair, PairedPage } from './comparing/write-report.ts';
import { runComparison } from './comparison-renderers.ts';
import {
  comparisonKindOf,
  comparisonRequestFor,
  type OpenedPair,
  openPair,
  type PairTokens,
  readResultHead,
  requirePair,
  type ResultHead,
} from './comparison.ts';

/** The PDF of a comparison for a user who opened both: the list of differences, then the differing pages. */
async function makeComparisonPdf(services: Services, pair: OpenedPair, spaces: boolean): Promise<Buffer | Failure> {
  const wanted = comparisonRequestFor(pair, spaces);
  if (wanted === undefined) return 'unsupported';
  const { source, ...how } = wanted;
  const result = await render(services, source, { ...how, urgent: true });
  if (!result.ok) return result.reason;
  const { folder, done } = await createWorkFolder(services);
  try {
    return await writeComparisonPdf(services, pair, { path: result.path, folder });
  } finally {
    await done();
  }
}

async function writeComparisonPdf(
  services: Services,
  { before, after, kind }: OpenedPair,
  at: { path: string; folder: string },
): Promise<Buffer | Failure> {
  const { ctx } = before;
  const head = await readResultHead(at.path);
  const marks = [await watermarkFor(before, 'pdf'), await watermarkFor(after, 'pdf')] as const;
  const sides: [MarkedSource, MarkedSource] = [
    { source: sourceOf(before.authorised), mark: marks[0] },
    { source: sourceOf(after.authorised), mark: marks[1] },
  ];
  const bound = await renderPagePairs(services, { kind, head, sides, folder: at.folder });
  if (typeof bound === 'string') return bound;
  const words = textOf(ctx.user.lang, 'preview.compare');
  const reportHead = { ...head, cut: head.cut || bound.cut };
  const lines = reportLines({ kind, sides: [before.authorised, after.authorised], head: reportHead, now: ctx.now }, words);
  const report = await runComparison(services, { task: 'report', path: at.path, urgent: true, given: { lines, title: words('title') } });
  if (!report.ok) return report.reason;
  const path = join(at.folder, 'report.pdf');
  await writeFile(path, report.content as Buffer);
  const failed = await stampedWith(services, path, differentOf(marks));
  if (failed !== undefined) return failed;
  const whole = await runComparison(services, { task: 'bind', path, urgent: true, given: { pairs: bound.pairs } });
  return whole.ok ? (whole.content as Buffer) : whole.reason;
}

const differentOf = ([one, other]: readonly [Mark | undefined, Mark | undefined]): Mark[] =>
  [one, JSON.stringify(one) === JSON.stringify(other) ? undefined : other].filter((mark) => mark !== undefined);

/** Excerpts of a document carry its watermark. */
async function stampedWith(services: Services, path: string, marks: Mark[]): Promise<Failure | undefined> {
  for (const mark of marks) {
    const { size } = await stat(path);
    const stamped = await stampPdf(services, { path, size, ext: 'pdf', name: 'report.pdf' }, mark);
    if (!stamped.ok) return stamped.reason;
    if (stamped.bytes === undefined) return 'no-output';
    await writeFile(path, stamped.bytes);
  }
  return undefined;
}

const comparisonPdfPath = '/look/compared/:previewToken/:other/:name';
const waitMs = 25_000;

/** A URL of the PDF of a comparison, for users with the right to PDF on both. Both are logged. */
export async function requestComparisonPdf(ctx: Context, input: ParsedOf<typeof compare.pdf>): Promise<OutputOf<typeof compare.pdf>> {
  const [before, after] = await requirePair(ctx, 'pdf', input);
  await requirePair(ctx, 'view', input);
  await requireDownloadAddress(ctx);
  if ((await comparisonKindOf(ctx, before, after)) === 'cards') throw new Refusal(codes.pdfNotAvailable);
  for (const { item, revision } of before.revision.id === after.revision.id ? [before] : [before, after])
    await ctx.emit(documentPdfDownloaded, { objId: item.id, objName: item.name, revisionId: revision.id });
  const [previewToken, other] = [previewTicket(ctx, before, 'pdf'), previewTicket(ctx, after, 'pdf')];
  const version = textOf(ctx.user.lang, 'preview.compare')('version');
  const fileName = `${[before, after].map((authorised) => `${stemOf(authorised)} (${version} ${labelOf(authorised.revision)})`).join(' - ')}.pdf`;
  const downloadUrl = `/look/compared/${previewToken}/${other}/${encodeURIComponent(fileName)}${input.spaces ? '' : '?spaces=0'}`;
  return { downloadUrl, fileName, look: previewToken, other };
}

const stemOf = (authorised: AuthorisedRevision): string => shownName(authorised).name.replace(/\.[^.]+$/, '');

async function openForPdf(services: Services, tokens: PairTokens, address: string): Promise<OpenedPair> {
  const pair = await openPair(services, tokens, address);
  if (pair.before.use !== 'pdf') throw new Refusal(codes.ticketInvalid);
  await requireDownloadAddress(pair.before.ctx);
  return pair;
}

function comparisonPdfOf(services: Services, { look, other, spaces }: PairTokens, pair: OpenedPair): Promise<PersonalPdf> {
  const { ctx } = pair.before;
  const session = `${ctx.user.id} ${ctx.user.sessionId} ${ctx.user.organisationId} ${ctx.address}`;
  return personalPdf(services, { previewToken: `${look} ${other} ${spaces}`, session }, () => makeComparisonPdf(services, pair, spaces));
}

/** The state of the PDF; the first call starts it. */
export async function comparisonPdfState(
  { services, address }: PublicContext,
  input: ParsedOf<typeof compare.paper>,
): Promise<OutputOf<typeof compare.paper>> {
  const comparisonPdf = comparisonPdfOf(services, input, await openForPdf(services, input, address));
  const made = await Promise.race([comparisonPdf, sleep(input.wait ? waitMs : 50, undefined, { ref: false })]);
  if (made === undefined) return { state: 'making', done: 0.5 };
  return made.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: made.reason };
}

async function sendComparisonPdf(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken, other, name } = request.params as { previewToken: string; other: string; name: string };
  const tokens = { look: previewToken, other, spaces: (request.query as { spaces?: string }).spaces !== '0' };
  const pair = await openForPdf(services, tokens, request.ip);
  const comparisonPdf = await comparisonPdfOf(services, tokens, pair);
  await pair.still();
  if (!comparisonPdf.ok) throw new Refusal(comparisonPdf.reason === 'too-large' ? codes.pdfTooLarge : codes.conversionFailed);
  reply.headers(safeHeaders('pdf'));
  reply.header('content-disposition', disposition('attachment', name));
  const read = (range: { start: number; end: number }) => createReadStream(comparisonPdf.path, range);
  return sendRange(request, reply, {
    size: comparisonPdf.size,
    tag: `paper-${comparisonPdf.changed}-${comparisonPdf.size}`,
    changed: comparisonPdf.changed,
    read,
  });
}

/** The PDF itself, whole or in ranges. */
export const comparisonPdfFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: comparisonPdfPath, handle: sendComparisonPdf },
  { method: 'GET', path: comparisonPdfPath, handle: sendComparisonPdf },
];

/** A line of the PDF: its style and text. */
interface ReportLine {
  as: 'title' | 'text' | 'place' | 'before' | 'after';
  text: string;
}

const maxChanges = 2000;

interface ReportInput {
  kind: ComparisonKind;
  sides: [before: AuthorisedRevision, after: AuthorisedRevision];
  head: ResultHead;
  now: number;
}

/** The text of a comparison's PDF before its pages: the documents, the number of differences, and each difference. */
function reportLines({ kind, sides, head, now }: ReportInput, words: TextOf<'preview.compare'>): ReportLine[] {
  const { date, time } = dayAndMinute(now);
  const side = (authorised: AuthorisedRevision, label: string): ReportLine => ({
    as: 'text',
    text: `${label}: ${shownName(authorised).name} (${words('version')} ${labelOf(authorised.revision)})`,
  });
  const counts = (['changed', 'added', 'removed'] as const)
    .filter((how) => head[how] > 0)
    .map((how) => words(`count_${how}`, { number: head[how] }));
  const lines: ReportLine[] = [
    { as: 'title', text: words('title') },
    side(sides[0], words('before')),
    side(sides[1], words('after')),
    { as: 'text', text: `${words('made')}: ${date} ${time}` },
    { as: 'text', text: counts.length === 0 ? words('none') : counts.join(', ') },
  ];
  for (const [at, change] of head.changes.slice(0, maxChanges).entries()) {
    lines.push({ as: 'place', text: `${at + 1}. ${placeOf({ kind, head, at }, words)} · ${words(change.kind)}` });
    if (change.before !== '') lines.push({ as: 'before', text: change.before });
    if (change.after !== '') lines.push({ as: 'after', text: change.after });
  }
  if (head.cut || head.changes.length > maxChanges) lines.push({ as: 'text', text: words('cut') });
  return lines;
}

function placeOf({ kind, head, at }: { kind: ComparisonKind; head: ResultHead; at: number }, words: TextOf<'preview.compare'>): string {
  const change = head.changes[at];
  const line = change?.lineAfter ?? change?.lineBefore;
  if (kind === 'text') return words('line', { number: line ?? 1 });
  if (kind === 'sheet') {
    const name = head.tables[change?.table ?? 0]?.name ?? '';
    if (line === undefined) return name;
    return `${name} · ${change?.column === undefined ? words('row', { number: line }) : `${columnLetters(change.column)}${line}`}`;
  }
  const page = (change?.placesAfter?.[0] ?? change?.placesBefore?.[0])?.page;
  return kind === 'pages' && page !== undefined ? words('page', { number: page }) : words('area', { number: at + 1 });
}

/** The letters of a column, counted from 0. */
function columnLetters(column: number): string {
  let [letters, rest] = ['', column + 1];
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}

const mostPairs = 60;
const width = 1600;

/** One side of the appended pages: its source, and the watermark of its images. */
interface MarkedSource {
  source: Source;
  mark: Mark | undefined;
}

interface PairRendering {
  kind: ComparisonKind;
  head: ResultHead;
  sides: [MarkedSource, MarkedSource];
  /** For watermarked images, which are never cached. */
  folder: string;
}

/** Renders the differing pages in pairs as images; those of texts and sheets add nothing to the list. */
async function renderPagePairs(services: Services, binding: PairRendering): Promise<{ pairs: PagePair[]; cut: boolean } | Failure> {
  const { kind, head } = binding;
  if (kind !== 'pages' && kind !== 'picture') return { pairs: [], cut: false };
  const wanted = pagesIn(head.changes);
  const pairs: PagePair[] = [];
  for (const numbers of wanted.slice(0, mostPairs)) {
    const pair: PagePair = [null, null];
    for (const at of [0, 1] as const) {
      const page = numbers[at];
      if (page === undefined) continue;
      const file = await renderMarkedPage(services, binding, { at, page });
      if (file === undefined) return 'crashed';
      pair[at] = { file, boxes: boxesOn(head.changes, at, page) };
    }
    pairs.push(pair);
  }
  return { pairs, cut: wanted.length > mostPairs };
}

type Numbers = [before: number | undefined, after: number | undefined];

const placesOf = (change: Change, at: 0 | 1) => (at === 0 ? change.placesBefore : change.placesAfter) ?? [];

/** The pages that are paired, each pair once. */
function pagesIn(changes: Change[]): Numbers[] {
  const pairs = new Map<string, Numbers>();
  for (const change of changes) {
    const numbers: Numbers = [placesOf(change, 0)[0]?.page, placesOf(change, 1)[0]?.page];
    pairs.set(numbers.join(' '), numbers);
  }
  return [...pairs.values()];
}

const boxesOn = (changes: Change[], at: 0 | 1, page: number): PairedPage['boxes'] =>
  changes.flatMap((change) =>
    placesOf(change, at)
      .filter((place) => place.page === page)
      .flatMap(({ boxes }) => boxes.map((box) => ({ kind: change.kind, x: box.x, y: box.y, width: box.width, height: box.height }))),
  );

/** A page as an image, with the watermark in its pixels where required: a separate watermark could be taken out of the PDF. */
async function renderMarkedPage(
  services: Services,
  binding: PairRendering,
  { at, page }: { at: 0 | 1; page: number },
): Promise<string | undefined> {
  const { kind, sides, folder } = binding;
  const { source, mark } = sides[at];
  const made =
    kind === 'picture'
      ? await render(services, source, { renderer: imageRenderer, param: String(width), urgent: true })
      : await renderPage(services, source, { page, width, urgent: true });
  if (!made.ok) return undefined;
  if (mark === undefined) return made.path;
  const marked = await markImage(services, made, mark);
  if (marked === undefined) return undefined;
  const file = join(folder, `${at}-${page}.jpg`);
  await writeFile(file, marked);
  return file;
}
