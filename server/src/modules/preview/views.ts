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

/** Turning the pages of what was opened so lately is the same look at it. */
const sameViewMs = 10 * 60_000;
const mostKept = 10_000;
const recentViews = new WeakMap<Services, Map<string, number>>();

function recentViewsOf(services: Services): Map<string, number> {
  const known = recentViews.get(services) ?? new Map<string, number>();
  recentViews.set(services, known);
  return known;
}

const recentViewKey = ({ user, shareSession: visit }: Context, { revision }: AuthorisedRevision): string =>
  `${user.sessionId} ${visit?.id ?? ''} ${revision.id}`;

/** Says that a document is looked at, for the log, and where a visitor looks for whoever shared it; needs a transaction. */
export async function emitViewed(ctx: Context, held: AuthorisedRevision): Promise<void> {
  if (ctx.shareSession !== undefined) await ctx.shareSession.viewed(ctx, held.item);
  else await ctx.emit(documentViewed, { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  const known = recentViewsOf(ctx.services);
  // the oldest stand first
  for (const key of known.keys()) {
    if (known.size < mostKept) break;
    known.delete(key);
  }
  known.delete(recentViewKey(ctx, held));
  known.set(recentViewKey(ctx, held), ctx.now);
}

/** The same where only questions are asked: once for a session that looks at a revision for a while. */
export async function recordView(ctx: Context, held: AuthorisedRevision): Promise<void> {
  if ((recentViewsOf(ctx.services).get(recentViewKey(ctx, held)) ?? 0) > ctx.now - sameViewMs) return;
  await inTransaction(ctx, (writing) => emitViewed(writing, held));
}

const [, width] = pageWidths;
/** Of larger files only the pages that are looked at are read. */
const maxPlaceholderBytes = 32 * 1024 * 1024;
const pixelsPerPoint = 96 / 72;

type Placeholder = NonNullable<OutputOf<typeof preview.view>['front']>;

/** Pages that are smaller or larger than a PDF may have them, in points, are not shown ahead. */
const [least, most] = [1, 14_400];
/** Whoever looks first reads and draws the PDF just now, perhaps on this very machine. */
const restMs = 1500;
/** One at a time, whosoever's: else they and those who ask for them would have all the places in which pages are drawn. */
const placeholderQueue = createFairScheduler(1);
/** What waits for its turn, by house. */
const preparing = new WeakMap<Services, Set<string>>();

function preparingIn(services: Services): Set<string> {
  const known = preparing.get(services) ?? new Set<string>();
  preparing.set(services, known);
  return known;
}

/**
 * The picture of the first page that is shown until the page itself is drawn, where it stands; else it is made for whoever comes next.
 * For those who get the PDF itself.
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

/** Makes that picture, after everything that somebody waits for; where too much waits already, the next look asks again. */
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

/** What these windows show is always made, or made where it has to be. */
const withOwnViewer: ReadonlySet<View['rendition']> = new Set(['sheet', 'drawing', 'video', 'audio']);

/** The client's own page for a document. */
function detailUrl(held: AuthorisedRevision, { shown, maker }: ViewStrategy): string {
  const { item, revision } = held;
  const older = revision.id === item.revision_id ? '' : `&currentRev=${revision.id}`;
  const window = maker === undefined || withOwnViewer.has(shown) ? viewerPaths[shown] : undefined;
  // the client starts at once what reads PDF
  const ahead = window === undefined && shown === 'pdf' ? '#pdf' : '';
  return `${window ?? '/docpreview'}?id=${item.id}${older}${ahead}`;
}

/** Of what these viewers show, the bytes themselves are given besides. */
const givenWithOriginal: ReadonlySet<View['rendition']> = new Set(['sheet', 'mail', 'archive']);

/** Where the bytes are that are shown: the document's own, or what is made of them. */
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

/** Whether that which a revision is shown by was made before, and for whoever looks: then nobody need wait for it. */
async function isReady(services: Services, held: AuthorisedRevision, wanted: { maker: Renderer; param: string }): Promise<boolean> {
  const state = hideUnreadable(held, await renditionState(services, sourceOf(held), wanted));
  return state !== undefined && 'ok' in state && state.ok;
}

/** Makes what a document is shown by, and then what lets it be seen sooner the next time. */
async function prepareRendition(services: Services, source: Source, { shown, maker, param = '' }: ViewStrategy): Promise<void> {
  if (maker === undefined) return;
  const made = await render(services, source, { maker, param, urgent: true });
  if (made.ok && shown === 'pdf') await preparePlaceholder(services, source);
}

/** How a revision is shown and where its bytes are; what has to be made for it is begun. */
export async function viewOf(ctx: Context, held: AuthorisedRevision): Promise<View> {
  const { name, ext } = shownName(held);
  const way = await viewStrategy(ctx, held);
  const { shown: rendition, maker, param = '' } = way;
  const look = previewTicket(ctx, held, 'view');
  const lacks = maker !== undefined && !(await isReady(ctx.services, held, { maker, param }));
  const source = sourceOf(held);
  if (lacks) void prepareRendition(ctx.services, source, way);
  const front = rendition === 'pdf' && !lacks ? await firstPagePlaceholder(ctx.services, source, look) : undefined;
  return {
    id: String(held.item.id),
    name,
    ext,
    size: held.entry?.size ?? held.revision.size,
    version: held.revision.number,
    rendition,
    detailUrl: detailUrl(held, way),
    streamUrl: contentUrl(ctx, held, way, { look, use: 'view' }),
    ...(lacks && { made: true }),
    ...(front && { front }),
    ...(held.lent === true && { lent: true }),
    look,
    rights: held.bits,
  };
}

/** Shows a document; the log notes it. */
export async function viewDocument(ctx: Context, input: Target): Promise<View> {
  const held = await requireContentUse(ctx, 'view', input);
  await emitViewed(ctx, held);
  return viewOf(ctx, held);
}

/** Where the bytes are, for players that know what they want. */
export async function fileInfo(ctx: Context, input: Target) {
  const held = await requireContentUse(ctx, 'view', input);
  await recordView(ctx, held);
  const { ext, streamUrl, detailUrl: flexUrl } = await viewOf(ctx, held);
  return { ext, flexUrl, streamUrl };
}

/** Notes a print and says where to get what is printed: what may be seen of it, with the mark of prints. */
export async function printDocument(ctx: Context, input: Target) {
  const held = await requireContentUse(ctx, 'print', input);
  await ctx.emit(documentPrinted, { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  return printOf(ctx, held);
}

/** Where to get what is printed of a revision. */
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

/** What a view says, or the pages that stand beside it: whoever may look may have both. */
const requestedStrategy = async (
  ctx: Context,
  held: AuthorisedRevision,
  as: 'pages' | undefined,
): Promise<Pick<ViewStrategy, 'maker' | 'param'>> =>
  as === 'pages' && hasPages(shownName(held).ext) ? { maker: pageFacts } : viewStrategy(ctx, held);

/** How far it is what a document is shown by; asking begins it. */
export async function showRenditionState(
  { services, address }: PublicContext,
  input: ParsedOf<typeof previewByToken.state>,
): Promise<State> {
  const { ctx, held } = await openPreviewTicket(services, input.look, address);
  const { maker, param = '' } = await requestedStrategy(ctx, held, input.as);
  if (maker === undefined) return { state: 'ready', done: 1 };
  const source = sourceOf(held);
  const making = render(services, source, { maker, param, urgent: true });
  // what no program of this machine can make is not kept on the shelf
  const made = input.wait ? await Promise.race([making, sleep(waitMs, undefined, { ref: false })]) : undefined;
  return stateAnswer(hideUnreadable(held, made ?? (await renditionState(services, source, { maker, param }))));
}

/** Tries again what failed. */
export async function retryRendition({ services, address }: PublicContext, input: ParsedOf<typeof previewByToken.again>) {
  const { held } = await openPreviewTicket(services, input.look, address);
  await retryFailed(services, sourceOf(held));
  return {};
}
