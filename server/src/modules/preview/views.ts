import { setTimeout as pause, setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { pageWidths } from '@dossier/contract/preview/pages';
import type { preview } from '@dossier/contract/preview/preview';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Context, PublicContext, Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { QueueFull, createFairScheduler } from '../../platform/jobs/fair-scheduler.ts';
import { runAsRequester } from '../../platform/jobs/requester.ts';
import {
  type AuthorisedRevision,
  fileUrl,
  openPreviewTicket,
  previewTicket,
  requireContentUse,
  shownName,
} from '../documents/file-tickets.ts';
import { documentPrinted, documentViewed } from './events.ts';
import { hideUnreadable } from './media/media-view.ts';
import { readPageFacts } from './pages/page-content.ts';
import { hasPages, pageFacts, pageState, renderPage } from './pages/page-renderers.ts';
import { type Renderer, type Rendition, type Source, sourceOf } from './renderer.ts';
import { render, renditionState, retryFailed } from './renditions.ts';
import { type ViewStrategy, viewStrategy } from './viewer/view-strategy.ts';

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
export async function emitViewed(ctx: Context, held: AuthorisedRevision): Promise<void> {
  if (ctx.shareSession !== undefined) await ctx.shareSession.viewed(ctx, held.item);
  else await ctx.emit(documentViewed, { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  const known = recentViewsOf(ctx.services);
  // in insertion order, the oldest first
  for (const key of known.keys()) {
    if (known.size < mostKept) break;
    known.delete(key);
  }
  known.delete(recentViewKey(ctx, held));
  known.set(recentViewKey(ctx, held), ctx.now);
}

/** Like `emitViewed`, outside a transaction: once while a session keeps viewing a revision. */
export async function recordView(ctx: Context, held: AuthorisedRevision): Promise<void> {
  if ((recentViewsOf(ctx.services).get(recentViewKey(ctx, held)) ?? 0) > ctx.now - sameViewMs) return;
  await inTransaction(ctx, (writing) => emitViewed(writing, held));
}

const [, width] = pageWidths;
/** Larger PDFs get no placeholder, since only the viewed pages are transferred. */
const maxPlaceholderBytes = 32 * 1024 * 1024;
const pixelsPerPoint = 96 / 72;

type Placeholder = NonNullable<OutputOf<typeof preview.view>['front']>;

/** Bounds of the page size in points that PDF allows; other pages get no placeholder. */
const [least, most] = [1, 14_400];
/** Delay, as the first viewer is loading and drawing the PDF now, perhaps on this machine. */
const restMs = 1500;
/** One at a time for all requesters: otherwise placeholders could take the whole rendering capacity. */
const placeholderQueue = createFairScheduler(1);
/** Queued placeholders, by server. */
const preparing = new WeakMap<Services, Set<string>>();

function preparingIn(services: Services): Set<string> {
  const known = preparing.get(services) ?? new Set<string>();
  preparing.set(services, known);
  return known;
}

/**
 * The image of the first page that is shown until the page itself is drawn, if it is cached; otherwise it is rendered for the next view.
 * Only for users who get the PDF itself.
 */
async function firstPagePlaceholder(services: Services, source: Source, look: string): Promise<Placeholder | undefined> {
  if (source.size > maxPlaceholderBytes) return undefined;
  const [facts, picture] = await Promise.all([
    renditionState(services, source, { maker: pageFacts }),
    pageState(services, source, { page: 1, width }),
  ]);
  if (facts === undefined || (isRendered(facts) && picture === undefined)) void preparePlaceholder(services, source);
  if (!isRendered(facts) || !isRendered(picture)) return undefined;
  const [size] = (await readPageFacts(facts.path))?.sizes ?? [];
  if (size === undefined || Math.min(size[0], size[1]) < least || Math.max(size[0], size[1]) > most) return undefined;
  return { url: `/look/page/${look}/1?width=${width}&alone=1`, width: size[0] * pixelsPerPoint, height: size[1] * pixelsPerPoint };
}

const isRendered = <T extends object>(state: T | undefined): state is Extract<T, { ok: true }> =>
  state !== undefined && 'ok' in state && state.ok === true;

/** Renders the placeholder after all urgent jobs; where the queue is full, the next view requests it again. */
async function preparePlaceholder(services: Services, source: Source): Promise<void> {
  const [names, name] = [preparingIn(services), [source.sha256, source.ext, source.part].join(' ')];
  if (source.size > maxPlaceholderBytes || names.has(name)) return;
  names.add(name);
  try {
    await pause(restMs, undefined, { ref: false });
    await placeholderQueue(false, () => runAsRequester('', () => renderFirstPage(services, source)));
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
  } finally {
    names.delete(name);
  }
}

async function renderFirstPage(services: Services, source: Source): Promise<void> {
  if (services.stopping.aborted) return;
  const facts = await render(services, source, { maker: pageFacts, urgent: false });
  if (facts.ok) await renderPage(services, source, { page: 1, width, urgent: false });
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

function detailUrl(held: AuthorisedRevision, { shown, maker }: ViewStrategy): string {
  const { item, revision } = held;
  const older = revision.id === item.revision_id ? '' : `&currentRev=${revision.id}`;
  const window = maker === undefined || withOwnViewer.has(shown) ? viewerPaths[shown] : undefined;
  // the hash lets the client load its PDF reader early
  const ahead = window === undefined && shown === 'pdf' ? '#pdf' : '';
  return `${window ?? '/docpreview'}?id=${item.id}${older}${ahead}`;
}

/** For these viewers, the URL of the original is included as well. */
const givenWithOriginal: ReadonlySet<View['rendition']> = new Set(['sheet', 'mail', 'archive']);

/** The URL of the shown content: the original, or a rendition. */
export function contentUrl(
  ctx: Context,
  held: AuthorisedRevision,
  { shown, maker }: ViewStrategy,
  { look, use }: { look: string; use: 'view' | 'print' },
): string {
  const name = encodeURIComponent(shownName(held).name);
  if (maker === undefined || givenWithOriginal.has(shown)) return held.entry ? `/look/entry/${look}/${name}` : fileUrl(ctx, held, use);
  if (shown === 'pages') return `/look/page/${look}/1`;
  if (shown === 'video' || shown === 'audio') return `/look/film/${look}/${name}`;
  if (shown === 'drawing') return `/look/drawing/${look}`;
  return shown === 'image' ? `/look/picture/${look}/${name}.jpg` : `/look/pdf/${look}/${name}.pdf`;
}

/** Whether the rendition exists already and is visible to the viewer, so that no wait is needed. */
async function isReady(services: Services, held: AuthorisedRevision, wanted: { maker: Renderer; param: string }): Promise<boolean> {
  const state = hideUnreadable(held, await renditionState(services, sourceOf(held), wanted));
  return state !== undefined && 'ok' in state && state.ok;
}

/** Makes the rendition of a document, and then the placeholder for the next view. */
async function prepareRendition(services: Services, source: Source, { shown, maker, param = '' }: ViewStrategy): Promise<void> {
  if (maker === undefined) return;
  const made = await render(services, source, { maker, param, urgent: true });
  if (made.ok && shown === 'pdf') await preparePlaceholder(services, source);
}

/** How a revision is shown and the URL of its content; starts missing renditions. */
export async function viewOf(ctx: Context, held: AuthorisedRevision): Promise<View> {
  const { name, ext } = shownName(held);
  const strategy = await viewStrategy(ctx, held);
  const { shown: rendition, maker, param = '' } = strategy;
  const look = previewTicket(ctx, held, 'view');
  const lacks = maker !== undefined && !(await isReady(ctx.services, held, { maker, param }));
  const source = sourceOf(held);
  if (lacks) void prepareRendition(ctx.services, source, strategy);
  const front = rendition === 'pdf' && !lacks ? await firstPagePlaceholder(ctx.services, source, look) : undefined;
  return {
    id: String(held.item.id),
    name,
    ext,
    size: held.entry?.size ?? held.revision.size,
    version: held.revision.number,
    rendition,
    detailUrl: detailUrl(held, strategy),
    streamUrl: contentUrl(ctx, held, strategy, { look, use: 'view' }),
    ...(lacks && { made: true }),
    ...(front && { front }),
    ...(held.lent === true && { lent: true }),
    look,
    rights: held.bits,
  };
}

/** Shows a document and logs it. */
export async function viewDocument(ctx: Context, input: Target): Promise<View> {
  const held = await requireContentUse(ctx, 'view', input);
  await emitViewed(ctx, held);
  return viewOf(ctx, held);
}

/** The URL of the content, for external players. */
export async function fileInfo(ctx: Context, input: Target) {
  const held = await requireContentUse(ctx, 'view', input);
  await recordView(ctx, held);
  const { ext, streamUrl, detailUrl: flexUrl } = await viewOf(ctx, held);
  return { ext, flexUrl, streamUrl };
}

/** Logs a print and answers the URL of the printable form: what the caller may see, with the watermark for prints. */
export async function printDocument(ctx: Context, input: Target) {
  const held = await requireContentUse(ctx, 'print', input);
  await ctx.emit(documentPrinted, { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  return printOf(ctx, held);
}

/** The URL of the printable form of a revision. */
export async function printOf(ctx: Context, held: AuthorisedRevision): Promise<{ look: string; streamUrl: string }> {
  const look = previewTicket(ctx, held, 'print');
  return { streamUrl: contentUrl(ctx, held, await viewStrategy(ctx, held), { look, use: 'print' }), look };
}

type State = OutputOf<typeof previewByToken.state>;

const waitMs = 25_000;

const stateAnswer = (found: Rendition | { done: number } | undefined): State => {
  if (found === undefined) return { state: 'making', done: 0 };
  if ('done' in found) return { state: 'making', done: found.done };
  return found.ok ? { state: 'ready', done: 1 } : { state: 'failed', done: 0, reason: found.reason };
};

/** The strategy of the view, or pages as an alternative, which every viewer may have. */
const requestedStrategy = async (
  ctx: Context,
  held: AuthorisedRevision,
  as: 'pages' | undefined,
): Promise<Pick<ViewStrategy, 'maker' | 'param'>> =>
  as === 'pages' && hasPages(shownName(held).ext) ? { maker: pageFacts } : viewStrategy(ctx, held);

/** The state of the rendition of a document; the first call starts it. */
export async function showRenditionState(
  { services, address }: PublicContext,
  input: ParsedOf<typeof previewByToken.state>,
): Promise<State> {
  const { ctx, held } = await openPreviewTicket(services, input.look, address);
  const { maker, param = '' } = await requestedStrategy(ctx, held, input.as);
  if (maker === undefined) return { state: 'ready', done: 1 };
  const source = sourceOf(held);
  const rendering = render(services, source, { maker, param, urgent: true });
  // a failure for lack of a program is not cached
  const made = input.wait ? await Promise.race([rendering, sleep(waitMs, undefined, { ref: false })]) : undefined;
  return stateAnswer(hideUnreadable(held, made ?? (await renditionState(services, source, { maker, param }))));
}

/** Retries a failed rendition. */
export async function retryRendition({ services, address }: PublicContext, input: ParsedOf<typeof previewByToken.again>) {
  const { held } = await openPreviewTicket(services, input.look, address);
  await retryFailed(services, sourceOf(held));
  return {};
}
