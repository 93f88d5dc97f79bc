import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { hasCommentedPdf, type preview } from '@dossier/contract/preview/preview';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Failure } from '@dossier/formats/task';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { disposition, safeHeaders, sendRange } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { endedName } from '../../../platform/text/names.ts';
import { textOf } from '../../../platform/text/texts.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import {
  type AuthorisedRevision,
  type OpenedTicket,
  openPreviewTicket,
  previewTicket,
  requireContentUse,
  shownName,
} from '../../documents/file-tickets.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { bindPictures, pdfRendererFor, stampPdf } from './pdf-renderers.ts';
import { isForPrinting, isOriginal, threadsOf, threadVariants, writeCommentedPdf } from './commented-pdf.ts';
import { commentedPdfDownloaded, documentPdfDownloaded, documentPrinted } from '../events.ts';
import { requirePageFacts } from '../pages/page-content.ts';
import { imageRenderer, isMultiPageImage, isRasterizedImage, markImage, renderPage } from '../pages/page-renderers.ts';
import { type Rendition, type Source, sourceOf } from '../renderer.ts';
import { createWorkFolder, withSourceFile } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { recordUse } from '../views.ts';
import { watermarkFor } from '../watermarks/resolve-watermark.ts';

/** A PDF for one user, or the reason why there is none. */
export type PersonalPdf = { ok: true; path: string; size: number; changed: number } | { ok: false; reason: Failure };

/** How long a finished PDF can be fetched; later requests get a new watermark. */
const keptMs = 3 * 60_000;
/** PDFs of one session being made, or waiting to be fetched: each may take as much disk space as a document. */
const mostAtOnce = 4;
const mostKept = 12;

interface PdfJob {
  session: string;
  running: boolean;
  promise: Promise<PersonalPdf>;
}

const jobs = new WeakMap<Services, Map<string, PdfJob>>();

function jobsOf(services: Services): Map<string, PdfJob> {
  const known = jobs.get(services) ?? new Map<string, PdfJob>();
  jobs.set(services, known);
  return known;
}

/** The ticket that a PDF is requested with, and the owner of the limits. */
interface PdfRequest {
  previewToken: string;
  session: string;
}

/** The PDF being made or just made for a ticket, or a new one. The job never rejects. */
export function personalPdf(services: Services, of: PdfRequest, make: () => Promise<Buffer | Failure>): Promise<PersonalPdf> {
  const all = jobsOf(services);
  const known = all.get(of.previewToken);
  if (known !== undefined) return known.promise;
  const own = [...all.values()].filter((job) => job.session === of.session);
  if (own.length >= mostKept || own.filter((job) => job.running).length >= mostAtOnce) throw new Refusal(codes.tooManyRequests);
  const job: PdfJob = { session: of.session, running: true, promise: Promise.resolve({ ok: false, reason: 'crashed' }) };
  all.set(of.previewToken, job);
  job.promise = runPdfJob(services, { make, forget: () => void all.delete(of.previewToken) }).finally(() => void (job.running = false));
  return job.promise;
}

interface PdfJobSteps {
  make: () => Promise<Buffer | Failure>;
  forget: () => void;
}

async function runPdfJob(services: Services, { make, forget }: PdfJobSteps): Promise<PersonalPdf> {
  const { folder, done } = await createWorkFolder(services);
  const clear = async (): Promise<void> => {
    forget();
    await done().catch((error: unknown) => services.log.warn({ err: error }, 'a PDF for one person stays behind'));
  };
  try {
    const made = await make();
    if (typeof made === 'string') {
      await clear();
      return { ok: false, reason: made };
    }
    const path = join(folder, 'paper.pdf');
    await writeFile(path, made);
    const timer = setTimeout(() => void clear(), keptMs);
    timer.unref();
    services.stopping.addEventListener('abort', () => clearTimeout(timer), { once: true });
    // on shutdown the folder is removed at once where possible, otherwise by the next sweep
    services.stopping.addEventListener('abort', () => void rm(folder, { recursive: true, force: true }).catch(() => undefined), {
      once: true,
    });
    return { ok: true, path, size: made.length, changed: services.now() };
  } catch (error) {
    services.log.error({ err: error }, 'a PDF for one person could not be made');
    await clear();
    return { ok: false, reason: 'crashed' };
  }
}

/** Widths of printed images in pixels: single images, pages. */
const [single, paged] = [2400, 1600];
const maxImages = 200;

/** Whether this type can become a PDF on this server. */
export const canBecomePdf = async (services: Services, ext: string): Promise<boolean> =>
  isRasterizedImage(ext) || isMultiPageImage(ext) || (await pdfRendererFor(services, ext)) !== undefined;

/** A document as PDF for its viewer: with the watermark, and with nothing but its pages. */
async function writePdf(services: Services, { ctx, authorised }: OpenedTicket): Promise<Buffer | Failure> {
  const source = sourceOf(authorised);
  const mark = await watermarkFor({ ctx, authorised }, 'pdf');
  if (isRasterizedImage(source.ext) || isMultiPageImage(source.ext)) return pdfOfImages(services, source, mark);
  const from = await pdfRendererFor(services, source.ext);
  if (from === undefined) return 'no-engine';
  const { size, ext, name } = source;
  if (from === 'own')
    return bytesOrFailure(await withSourceFile(services, source, (path) => stampPdf(services, { path, size, ext, name }, mark)));
  const made = await render(services, source, { renderer: from, urgent: true });
  if (!made.ok) return made.reason;
  // an incomplete PDF is refused
  if (made.facts.cut === true) return 'too-large';
  return bytesOrFailure(await stampPdf(services, { path: made.path, size: made.size, ext: 'pdf', name }, mark));
}

const bytesOrFailure = (answer: Awaited<ReturnType<typeof stampPdf>>): Buffer | Failure =>
  answer.ok ? (answer.bytes ?? 'no-output') : answer.reason;

/** The watermark is in the pixels: a separate one could be taken out of the PDF. */
async function pdfOfImages(services: Services, source: Source, mark: Mark | undefined): Promise<Buffer | Failure> {
  const pages = isMultiPageImage(source.ext) ? (await requirePageFacts(services, source)).count : 1;
  if (pages > maxImages) return 'too-large';
  const { folder, done } = await createWorkFolder(services);
  try {
    const files: string[] = [];
    for (let page = 1; page <= pages; page++) {
      const drawn = await rasterizedPage(services, source, page);
      if (!drawn.ok) return drawn.reason;
      if (mark === undefined) {
        files.push(drawn.path);
        continue;
      }
      const marked = await markImage(services, drawn, mark);
      if (marked === undefined) return 'crashed';
      const file = join(folder, `${page}.jpg`);
      await writeFile(file, marked);
      files.push(file);
    }
    return bytesOrFailure(await bindPictures(services, files, source.name));
  } finally {
    await done();
  }
}

const rasterizedPage = (services: Services, source: Source, page: number): Promise<Rendition> =>
  isMultiPageImage(source.ext)
    ? renderPage(services, source, { page, width: paged, urgent: true })
    : render(services, source, { renderer: imageRenderer, param: String(single), urgent: true });

const pdfPath = '/look/paper/:previewToken/:name';
const waitMs = 25_000;

const pdfName = (name: string): string => (/\.pdf$/i.test(name) ? name : `${name}.pdf`);

/** So that it does not take the place of the document among the reader's files. */
const commentedName = ({ user }: Context, name: string): string =>
  endedName(pdfName(name), ` ${textOf(user.lang, 'preview.comments')('inName')}`);

/** A URL of a document as PDF, which is made at the first request for its state or content. */
export async function downloadPdf(ctx: Context, input: ParsedOf<typeof preview.pdf>): Promise<OutputOf<typeof preview.pdf>> {
  const [known] = await findVisibleItems(ctx, [Number(input.id)]);
  if (known !== undefined && known.item.kind !== objType.document) throw new Refusal(codes.noPdfOfFolder);
  const authorised = await requireContentUse(ctx, 'pdf', input);
  await requireDownloadAddress(ctx);
  const { name, ext } = shownName(authorised);
  if (!(await canBecomePdf(ctx.services, ext))) throw new Refusal(codes.pdfNotAvailable);
  await ctx.emit(documentPdfDownloaded, { objId: authorised.item.id, objName: authorised.item.name, revisionId: authorised.revision.id });
  await recordUse(ctx, authorised);
  return { ...personalPdfUrl(ctx, authorised), fileName: pdfName(name), ext: 'pdf' };
}

/** The URL of an authorised revision as PDF, and the ticket that tells when it is there. */
export function personalPdfUrl(ctx: Context, authorised: AuthorisedRevision): { downloadUrl: string; look: string } {
  const look = previewTicket(ctx, authorised, 'pdf');
  return { downloadUrl: `/look/paper/${look}/${encodeURIComponent(pdfName(shownName(authorised).name))}`, look };
}

/** The same with the comments that the caller may read: of a PDF, or of what is shown by the pages of one. */
export async function downloadCommentedPdf(
  ctx: Context,
  { resolved, print, ...input }: ParsedOf<typeof preview.commentedPdf>,
): Promise<OutputOf<typeof preview.commentedPdf>> {
  const authorised = await requireContentUse(ctx, 'pdf', input);
  if (print) await requireContentUse(ctx, 'print', input);
  await requireDownloadAddress(ctx);
  const { name, ext } = shownName(authorised);
  const from = hasCommentedPdf(ext) ? await pdfRendererFor(ctx.services, ext) : undefined;
  if (from === undefined) throw new Refusal(codes.pdfNotAvailable);
  if ((await threadsOf(ctx, { objId: input.id, resolved })).length === 0) throw new Refusal(codes.noCommentsForPdf);
  const { item, revision } = authorised;
  const isFile = !print && isOriginal(authorised);
  const about = { objId: item.id, objName: item.name, revisionId: revision.id };
  await (print ? ctx.emit(documentPrinted, about) : ctx.emit(commentedPdfDownloaded, { ...about, isFile }));
  await recordUse(ctx, authorised);
  const [open, all] = print ? [threadVariants.openPrint, threadVariants.allPrint] : [threadVariants.open, threadVariants.all];
  const previewToken = previewTicket(ctx, authorised, isFile ? 'download' : 'pdf', resolved ? all : open);
  const fileName = commentedName(ctx, name);
  return { downloadUrl: `/look/paper/${previewToken}/${encodeURIComponent(fileName)}`, fileName, ext: 'pdf', look: previewToken };
}

async function openForPdf(services: Services, previewToken: string, address: string): Promise<OpenedTicket> {
  const opened = await openPreviewTicket(services, previewToken, address);
  const isCommentedFile = opened.use === 'download' && opened.variant !== undefined;
  if (opened.use !== 'pdf' && !isCommentedFile) throw new Refusal(codes.ticketInvalid);
  if (isForPrinting(opened) && (opened.authorised.bits & right.print) === 0) throw new Refusal(codes.noRightToPrint);
  await requireDownloadAddress(opened.ctx);
  return opened;
}

function pdfForToken(services: Services, previewToken: string, opened: OpenedTicket): Promise<PersonalPdf> {
  const { ctx } = opened;
  const session = `${ctx.user.id} ${ctx.user.sessionId} ${ctx.user.organisationId} ${ctx.address}`;
  if (opened.variant === undefined) return personalPdf(services, { previewToken, session }, () => writePdf(services, opened));
  return personalPdf(services, { previewToken, session }, () => writeCommentedPdf(services, opened));
}

/** The state of the PDF; the first call starts it. */
export async function showPdfState(
  { services, address }: PublicContext,
  input: ParsedOf<typeof previewByToken.paper>,
): Promise<OutputOf<typeof previewByToken.paper>> {
  const madePdf = pdfForToken(services, input.look, await openForPdf(services, input.look, address));
  const waiting = sleep(input.wait ? waitMs : 50, undefined, { ref: false });
  const made = await Promise.race([madePdf, waiting]);
  if (made === undefined) return { state: 'making', done: 0.5 };
  return made.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: made.reason };
}

function codeOf(reason: Failure, hasComments: boolean) {
  if (reason === 'too-large') return codes.pdfTooLarge;
  if (hasComments && reason === 'encrypted') return codes.pdfProtected;
  return hasComments && reason === 'broken' ? codes.pdfDamaged : codes.conversionFailed;
}

async function sendPdf(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken } = request.params as { previewToken: string };
  const opened = await openForPdf(services, previewToken, request.ip);
  const madePdf = await pdfForToken(services, previewToken, opened);
  if (!madePdf.ok) throw new Refusal(codeOf(madePdf.reason, opened.variant !== undefined));
  await opened.revalidate();
  const { name } = shownName(opened.authorised);
  const fileName = opened.variant === undefined ? pdfName(name) : commentedName(opened.ctx, name);
  reply.headers(safeHeaders('pdf'));
  reply.header('content-disposition', disposition('attachment', fileName));
  const read = (range: { start: number; end: number }) => createReadStream(madePdf.path, range);
  return sendRange(request, reply, { size: madePdf.size, tag: `paper-${madePdf.changed}-${madePdf.size}`, changed: madePdf.changed, read });
}

/** The PDF itself, whole or in ranges. */
export const pdfFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: pdfPath, handle: sendPdf },
  { method: 'GET', path: pdfPath, handle: sendPdf },
];
