import { setTimeout as sleep } from 'node:timers/promises';
import { extensions, isOffice, type Rendition as Shown, renditionOf } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { sortFields } from '@dossier/contract/documents/library';
import { pageWidths } from '@dossier/contract/preview/pages';
import type { preview } from '@dossier/contract/preview/preview';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Context, PublicContext, Services } from '../../platform/context.ts';
import { enginesOf } from '../../platform/engines.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { yieldToEventLoop } from '../../platform/jobs/yield-to-event-loop.ts';
import { type AuthorisedItem, requireItem } from '../access/require-items.ts';
import {
  type AuthorisedRevision,
  fileUrl,
  openPreviewTicket,
  previewTicket,
  requireContentUse,
  shownName,
} from '../documents/file-tickets.ts';
import { targetOfAttachment } from '../documents/attachments.ts';
import { showItems, validityFacts } from '../documents/show-items.ts';
import { labelOf } from '../documents/version-labels.ts';
import { documentsInOrder } from '../documents/walk-tree.ts';
import { containerKind, listingRenderer, mailRenderer } from './archive-contents/read-contents.ts';
import { drawingRenderer } from './drawings.ts';
import { documentPrinted, documentViewed } from './events.ts';
import { hideUnreadable, isMedia, mediaView } from './media/playback.ts';
import { hasSeals, ofdPdf } from './ofd.ts';
import { officePdf } from './office-pdf.ts';
import { firstPagePlaceholder, preparePlaceholder } from './pages/page-content.ts';
import { hasPages, imageRenderer, isRasterizedImage, pageFacts } from './pages/page-renderers.ts';
import { type Renderer, type Rendition, type Source, sourceOf } from './renderer.ts';
import { render, renditionState, retryFailed } from './renditions.ts';
import { isShownUnmarked } from './watermarks/resolve-watermark.ts';
import { mayViewCells, workbookRenderer } from './workbooks/browse-workbook.ts';

/** How a revision is shown: by which viewer, and with which renderer. */
interface ViewStrategy {
  shown: Shown;
  renderer?: Renderer;
  /** The renderer's parameter, where it has one. */
  param?: string;
}

/** Formats that the client renders where the server has no office engine. */
const drawnByClient: ReadonlySet<string> = new Set(['docx', 'docm', 'dotx', 'pptx', 'pptm', 'potx', 'ppsx']);

/** The width of a redrawn image. */
const pictureWidth = String(pageWidths[pageWidths.length - 1]);

/** Chooses the viewer by the type, the rights and the installed converters. */
export async function viewStrategy(ctx: Context, authorised: AuthorisedRevision): Promise<ViewStrategy> {
  const { services } = ctx;
  const { ext } = shownName(authorised);
  if (extensions.sheet.has(ext)) return workbookStrategy(ctx, authorised);
  const source = sourceOf(authorised);
  if (await isMedia(services, source)) return mediaView(services, authorised);
  const mayDownload = await isShownUnmarked(ctx, authorised);
  if (isOffice(ext)) return officeStrategy(services, ext, mayDownload);
  if (extensions.ofd.has(ext)) return mayDownload ? { shown: 'pdf', renderer: ofdPdf } : { shown: 'pages', renderer: pageFacts };
  // shapes are data as well; for an unsupported DWG the viewer shows a card
  if (extensions.drawing.has(ext))
    return mayDownload ? { shown: 'drawing', renderer: drawingRenderer } : { shown: 'pages', renderer: pageFacts };
  const listed = containerKind(authorised);
  // without the right to download, a mail is shown as pages
  if (listed === 'mail') return mayDownload ? { shown: 'mail', renderer: mailRenderer } : { shown: 'pages', renderer: pageFacts };
  if (listed === 'archive') return { shown: 'archive', renderer: listingRenderer };
  const shown = renditionOf(ext);
  // drawn by the client, from the file
  if (shown === 'excalidraw' && !mayDownload) return { shown: 'none' };
  if (hasPages(ext) && !(mayDownload && servedUnchanged.has(shown))) return { shown: 'pages', renderer: pageFacts };
  if (isRasterizedImage(ext) && !(mayDownload && extensions.picture.has(ext)))
    return { shown: 'image', renderer: imageRenderer, param: pictureWidth };
  return { shown };
}

/** Shown from the original bytes, where the rights allow it. */
const servedUnchanged: ReadonlySet<Shown> = new Set(['pdf', 'text', 'html']);

async function officeStrategy(services: Services, ext: string, mayDownload: boolean): Promise<ViewStrategy> {
  const { office } = await enginesOf(services);
  // the PDF of a document contains all of its data
  if (office !== undefined) return mayDownload ? { shown: 'pdf', renderer: officePdf } : { shown: 'pages', renderer: pageFacts };
  return { shown: mayDownload && drawnByClient.has(ext) ? 'office' : 'none' };
}

/** Cells are data: without the right to download, pages are shown where they can be rendered. */
async function workbookStrategy(ctx: Context, authorised: AuthorisedRevision): Promise<ViewStrategy> {
  return (await mayViewCells(ctx, authorised)) ? { shown: 'sheet', renderer: workbookRenderer } : { shown: 'pages', renderer: pageFacts };
}

/** Told, in a transaction, that a user views a revision, prints or edits it, or has a PDF made of it. */
export const viewRecorders = extensionPoint<(ctx: Context, authorised: AuthorisedRevision) => Promise<void>>();

/** Tells that the caller has opened a revision in whatever way but a download of the file itself, which is an event; needs a transaction. */
export async function recordUse(ctx: Context, authorised: AuthorisedRevision): Promise<void> {
  for (const record of viewRecorders.all()) await record(ctx, authorised);
}

/** Fields of the contract's View that other modules add for a user. */
export const viewFacts = extensionPoint<(ctx: Context, authorised: AuthorisedRevision) => Promise<Partial<View>>>();

async function factsOf(ctx: Context, authorised: AuthorisedRevision): Promise<Partial<View>> {
  const facts: Partial<View> = {};
  for (const add of viewFacts.all()) Object.assign(facts, await add(ctx, authorised));
  return facts;
}

/** Opening pages of a recently viewed document belongs to the same view. */
const sameViewMs = 10 * 60_000;
const mostKept = 10_000;
const recentViews = new WeakMap<Services, Map<string, number>>();

function recentViewsOf(services: Services): Map<string, number> {
  const known = recentViews.get(services) ?? new Map<string, number>();
  recentViews.set(services, known);
  return known;
}

const recentViewKey = ({ user, shareSession: session }: Context, { revision }: AuthorisedRevision): string =>
  `${user.sessionId} ${session?.id ?? ''} ${revision.id}`;

/** Emits a view of a document for the log, or by a visitor for the sharer; needs a transaction. */
export async function emitViewed(ctx: Context, authorised: AuthorisedRevision): Promise<void> {
  if (ctx.shareSession !== undefined) await ctx.shareSession.viewed(ctx, authorised.item);
  else {
    await ctx.emit(documentViewed, { objId: authorised.item.id, objName: authorised.item.name, revisionId: authorised.revision.id });
    await recordUse(ctx, authorised);
  }
  const known = recentViewsOf(ctx.services);
  // in insertion order, the oldest first
  for (const key of known.keys()) {
    if (known.size < mostKept) break;
    known.delete(key);
  }
  known.delete(recentViewKey(ctx, authorised));
  known.set(recentViewKey(ctx, authorised), ctx.now);
}

/** Like `emitViewed`, outside a transaction: once while a session keeps viewing a revision. */
export async function recordView(ctx: Context, authorised: AuthorisedRevision): Promise<void> {
  if ((recentViewsOf(ctx.services).get(recentViewKey(ctx, authorised)) ?? 0) > ctx.now - sameViewMs) return;
  await inTransaction(ctx, (writing) => emitViewed(writing, authorised));
}

type View = OutputOf<typeof preview.view>;
type Target = ParsedOf<typeof preview.view>;

const viewerPaths: Partial<Record<View['rendition'], string>> = {
  pdf: '/pdfViewer',
  video: '/videoPlayer',
  audio: '/musicViewer',
  sheet: '/previewOnline',
  drawing: '/cadViewer',
};

/** Viewers of their own, whose content is always rendered where necessary. */
const withOwnViewer: ReadonlySet<View['rendition']> = new Set(['sheet', 'drawing', 'video', 'audio']);

function detailUrl(authorised: AuthorisedRevision, { shown, renderer }: ViewStrategy): string {
  const { item, revision } = authorised;
  const older = revision.id === item.revision_id ? '' : `&currentRev=${revision.id}`;
  const window = renderer === undefined || withOwnViewer.has(shown) ? viewerPaths[shown] : undefined;
  // the hash lets the client load its PDF reader early
  const ahead = window === undefined && shown === 'pdf' ? '#pdf' : '';
  return `${window ?? '/docpreview'}?id=${item.id}${older}${ahead}`;
}

/** For these viewers, the URL of the original is included as well. */
const givenWithOriginal: ReadonlySet<View['rendition']> = new Set(['sheet', 'mail', 'archive']);

/** The URL of the shown content: the original, or a rendition. */
export function contentUrl(
  ctx: Context,
  authorised: AuthorisedRevision,
  { shown, renderer }: ViewStrategy,
  { previewToken, use }: { previewToken: string; use: 'view' | 'print' },
): string {
  const name = encodeURIComponent(shownName(authorised).name);
  if (renderer === undefined || givenWithOriginal.has(shown))
    return authorised.entry ? `/look/entry/${previewToken}/${name}` : fileUrl(ctx, authorised, use);
  if (shown === 'pages') return `/look/page/${previewToken}/1`;
  if (shown === 'video' || shown === 'audio') return `/look/film/${previewToken}/${name}`;
  if (shown === 'drawing') return `/look/drawing/${previewToken}`;
  return shown === 'image' ? `/look/picture/${previewToken}/${name}.jpg` : `/look/pdf/${previewToken}/${name}.pdf`;
}

/** Whether the rendition exists already and is visible to the viewer, so that no wait is needed. */
async function isReady(
  services: Services,
  authorised: AuthorisedRevision,
  wanted: { renderer: Renderer; param: string },
): Promise<boolean> {
  const state = hideUnreadable(authorised, await renditionState(services, sourceOf(authorised), wanted));
  return state !== undefined && 'ok' in state && state.ok;
}

/** Makes the rendition of a document, and then the placeholder for the next view. */
async function prepareRendition(services: Services, source: Source, { shown, renderer, param = '' }: ViewStrategy): Promise<void> {
  if (renderer === undefined) return;
  const made = await render(services, source, { renderer, param, urgent: true });
  if (made.ok && shown === 'pdf') await preparePlaceholder(services, source);
}

/** How a revision is shown and the URL of its content; starts missing renditions. */
export async function viewOf(ctx: Context, authorised: AuthorisedRevision): Promise<View> {
  const { name, ext } = shownName(authorised);
  const strategy = await viewStrategy(ctx, authorised);
  const { shown: rendition, renderer, param = '' } = strategy;
  const previewToken = previewTicket(ctx, authorised, 'view');
  const lacks = renderer !== undefined && !(await isReady(ctx.services, authorised, { renderer, param }));
  const source = sourceOf(authorised);
  if (lacks) void prepareRendition(ctx.services, source, strategy);
  const placeholder = rendition === 'pdf' && !lacks ? await firstPagePlaceholder(ctx.services, source, previewToken) : undefined;
  return {
    id: String(authorised.item.id),
    name,
    ext,
    size: authorised.entry?.size ?? authorised.revision.size,
    version: authorised.revision.number,
    versionLabel: labelOf(authorised.revision),
    rendition,
    detailUrl: detailUrl(authorised, strategy),
    streamUrl: contentUrl(ctx, authorised, strategy, { previewToken, use: 'view' }),
    ...(lacks && { made: true }),
    ...(placeholder && { front: placeholder }),
    ...(authorised.lent === true && { lent: true }),
    look: previewToken,
    rights: authorised.bits,
    ...(authorised.lent !== true && validityFacts(authorised.item, ctx.now)),
  };
}

/** How the newest revision can be edited, and who does that now, as lists say it. */
async function editFieldsOf(ctx: Context, authorised: AuthorisedRevision): Promise<Partial<View>> {
  const { item, revision, lent } = authorised;
  if (lent === true || ctx.shareSession !== undefined || revision.id !== item.revision_id) return {};
  const [shown] = await showItems(ctx, [authorised]);
  if (shown === undefined) return {};
  const { canEdit, editType, editTypes, editors, editedByMe, editedIn, lockUserName, revision: current } = shown;
  const { lockTime, checkedOut, lockedByMe, mayUnlock, publication } = shown;
  return {
    canEdit,
    editType,
    editTypes,
    editors,
    editedByMe,
    editedIn,
    lockUserName,
    lockTime,
    checkedOut,
    lockedByMe,
    mayUnlock,
    revision: current,
    publication,
  };
}

/** Shows a document and logs it. */
export async function viewDocument(ctx: Context, input: Target): Promise<View> {
  const authorised = await requireContentUse(ctx, 'view', input);
  await emitViewed(ctx, authorised);
  return { ...(await viewOf(ctx, authorised)), ...(await editFieldsOf(ctx, authorised)), ...(await factsOf(ctx, authorised)) };
}

/** Shows an attachment and logs it. */
export async function viewAttachment(ctx: Context, { id }: { id: string }): Promise<View> {
  return viewDocument(ctx, await targetOfAttachment(ctx, id));
}

const pageSize = 1000;

const isImage = ({ item, bits }: AuthorisedItem): boolean => extensions.picture.has(item.ext) && (bits & right.read) !== 0;

/** A handler that finds the previous or next image in the order of the list; undefined at the ends. */
export const findNeighbour =
  (step: -1 | 1) =>
  async (ctx: Context, input: ParsedOf<typeof preview.viewNext>): Promise<OutputOf<typeof preview.viewNext>> => {
    const { item } = await requireItem(ctx, right.visible | right.read, input.id, objType.document);
    const sortField = sortFields.find((field) => field === input.sortField) ?? 'sortNumber';
    // the previous image is the next one in reverse order
    const forward = (input.sortDirection ?? 'asc') === 'asc';
    const sortDirection = forward === (step === 1) ? 'asc' : 'desc';
    let passed = false;
    const yieldIfDue = yieldToEventLoop();
    for (let offset = 0; ; offset += pageSize) {
      await yieldIfDue();
      const documents = await documentsInOrder(ctx, item.parent_id, { sortField, sortDirection, limit: pageSize, offset });
      for (const one of documents) {
        if (passed && isImage(one)) {
          const authorised = await requireContentUse(ctx, 'view', { id: String(one.item.id) });
          await recordView(ctx, authorised);
          return { found: true, ...(await viewOf(ctx, authorised)), ...(await factsOf(ctx, authorised)) };
        }
        if (one.item.id === item.id) passed = true;
      }
      if (documents.length < pageSize) return { found: false };
    }
  };

/** The URL of the content, for external players. */
export async function fileInfo(ctx: Context, input: Target) {
  const authorised = await requireContentUse(ctx, 'view', input);
  await recordView(ctx, authorised);
  const { ext, streamUrl, detailUrl: flexUrl } = await viewOf(ctx, authorised);
  return { ext, flexUrl, streamUrl };
}

/** Logs a print and answers the URL of the printable form: what the caller may see, with the watermark for prints. */
export async function printDocument(ctx: Context, input: Target) {
  const authorised = await requireContentUse(ctx, 'print', input);
  await ctx.emit(documentPrinted, { objId: authorised.item.id, objName: authorised.item.name, revisionId: authorised.revision.id });
  await recordUse(ctx, authorised);
  return printOf(ctx, authorised);
}

/** The URL of the printable form of a revision. */
export async function printOf(ctx: Context, authorised: AuthorisedRevision): Promise<{ look: string; streamUrl: string }> {
  const look = previewTicket(ctx, authorised, 'print');
  return {
    streamUrl: contentUrl(ctx, authorised, await viewStrategy(ctx, authorised), { previewToken: look, use: 'print' }),
    look,
  };
}

type State = OutputOf<typeof previewByToken.state>;

const waitMs = 25_000;

/** What polling viewers are told of a rendition. */
export const stateAnswer = (found: Rendition | { done: number } | undefined): State => {
  if (found === undefined) return { state: 'making', done: 0 };
  if ('done' in found) return { state: 'making', done: found.done };
  return found.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: found.reason };
};

/** The strategy of the view, or pages as an alternative, which every viewer may have. */
const requestedStrategy = async (
  ctx: Context,
  authorised: AuthorisedRevision,
  as: 'pages' | undefined,
): Promise<Pick<ViewStrategy, 'renderer' | 'param'>> =>
  as === 'pages' && hasPages(shownName(authorised).ext) ? { renderer: pageFacts } : viewStrategy(ctx, authorised);

/** The state of the rendition of a document; the first call starts it. */
export async function showRenditionState(
  { services, address }: PublicContext,
  input: ParsedOf<typeof previewByToken.state>,
): Promise<State> {
  const { ctx, authorised } = await openPreviewTicket(services, input.look, address);
  const { renderer, param = '' } = await requestedStrategy(ctx, authorised, input.as);
  if (renderer === undefined) return { state: 'ready', done: 1 };
  const source = sourceOf(authorised);
  const rendering = render(services, source, { renderer, param, urgent: true });
  // a failure for lack of a program is not cached
  const made = input.wait ? await Promise.race([rendering, sleep(waitMs, undefined, { ref: false })]) : undefined;
  const answer = stateAnswer(hideUnreadable(authorised, made ?? (await renditionState(services, source, { renderer, param }))));
  return answer.state === 'ready' && (await isSealed(services, source)) ? { ...answer, sealed: true } : answer;
}

/** Whether a document that is ready shows electronic seals. The PDF of an OFD tells, from which its pages are made too. */
async function isSealed(services: Services, source: Source): Promise<boolean> {
  if (!extensions.ofd.has(source.ext)) return false;
  const pdf = await render(services, source, { renderer: ofdPdf, urgent: true });
  return pdf.ok && hasSeals(pdf);
}

/** Retries a failed rendition. */
export async function retryRendition({ services, address }: PublicContext, input: ParsedOf<typeof previewByToken.again>) {
  const { authorised } = await openPreviewTicket(services, input.look, address);
  await retryFailed(services, sourceOf(authorised));
  return {};
}
