import { readFile } from 'node:fs/promises';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Thumbnail, thumbnails } from '@dossier/contract/preview/thumbnails';
import type { Context, Services } from '../../platform/context.ts';
import { safeHeaders } from '../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AuthorisedItem, findVisibleItems } from '../access/require-items.ts';
import {
  type AuthorisedRevision,
  type OpenedTicket,
  openThumbnailTicket,
  thumbnailTicket,
  thumbnailUrlHours,
} from '../documents/file-tickets.ts';
import { unreadableDocuments } from '../documents/content-verdicts.ts';
import { revisionsOfIds } from '../documents/revisions.ts';
import { markImage } from './pages/page-renderers.ts';
import { sourceOf } from './renderer.ts';
import {
  canHaveThumbnail,
  queueThumbnail,
  renderThumbnail,
  thumbnailShape,
  thumbnailSizes,
  thumbnailState,
} from './thumbnails/render-thumbnail.ts';
import { isShownUnmarked, watermarkFor } from './watermarks/resolve-watermark.ts';

const isSeen = ({ item, bits }: AuthorisedItem): boolean => item.kind === objType.document && (bits & right.read) !== 0;

/** Thumbnails of documents that the caller may read; for others the state that there is none. */
export async function listThumbnails(ctx: Context, { ids }: { ids: readonly string[] }): Promise<OutputOf<typeof thumbnails.list>> {
  const seen = (await findVisibleItems(ctx, [...new Set(ids.map(Number))])).filter(isSeen);
  const revisions = new Map(
    (
      await revisionsOfIds(
        ctx.db,
        seen.map(({ item }) => item.revision_id),
      )
    ).map((row) => [row.id, row]),
  );
  const authorisedRevisions = new Map(
    seen.flatMap((one) => {
      const revision = revisions.get(one.item.revision_id);
      return revision === undefined ? [] : [[String(one.item.id), { ...one, revision }] as const];
    }),
  );
  const unread = await unreadableDocuments(
    ctx,
    [...revisions.values()].map((row) => row.id),
  );
  const list = await Promise.all(
    ids.map(async (id): Promise<Thumbnail> => {
      const one = unread.has(Number(id)) ? undefined : authorisedRevisions.get(id);
      return one === undefined ? { id, state: 'none' } : thumbnailOf(ctx, one);
    }),
  );
  return { list };
}

async function thumbnailOf(ctx: Context, authorised: AuthorisedRevision): Promise<Thumbnail> {
  const { services } = ctx;
  const id = String(authorised.item.id);
  const source = sourceOf(authorised);
  if (!(await canHaveThumbnail(services, source.ext))) return { id, state: 'none' };
  const state = await thumbnailState(services, source);
  if (state === undefined) queueThumbnail(services, source);
  if (state === undefined || 'done' in state) return { id, state: 'making' };
  return state.ok
    ? { id, state: 'ready', url: `/look/thumb/${thumbnailTicket(ctx, authorised)}`, ...thumbnailShape(state) }
    : { id, state: 'none' };
}

const thumbPath = '/look/thumb/:previewToken';
const enlargedPath = '/look/glance/:previewToken';

async function openTicket(services: Services, request: FileRequest): Promise<OpenedTicket> {
  return openThumbnailTicket(services, (request.params as { previewToken: string }).previewToken, request.ip);
}

async function requireThumbnail(services: Services, { authorised, revalidate: still }: OpenedTicket, side: number) {
  const source = sourceOf(authorised);
  if (!(await canHaveThumbnail(services, source.ext))) throw new Refusal(codes.noViewer);
  const made = await renderThumbnail(services, source, { side, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return made;
}

/**
 * The thumbnail of a list. A watermark would be illegible on it: where one is required, the thumbnail is so small that the page's text is
 * illegible too.
 */
async function sendThumbnail(services: Services, request: FileRequest, reply: FileReply): Promise<FileReply> {
  const open = await openTicket(services, request);
  const side = (await isShownUnmarked(open.ctx, open.authorised)) ? thumbnailSizes.tile : thumbnailSizes.marked;
  const { path } = await requireThumbnail(services, open, side);
  // the URL changes with the revision and, every few hours, by itself
  reply.headers({ ...safeHeaders('webp'), 'cache-control': `private, max-age=${thumbnailUrlHours * 3600}, immutable` });
  return reply.send(await readFile(path));
}

/** The enlarged thumbnail, with the viewer's watermark. */
async function sendEnlarged(services: Services, request: FileRequest, reply: FileReply): Promise<FileReply> {
  const open = await openTicket(services, request);
  if (open.ctx.shareSession !== undefined) throw new Refusal(codes.ticketInvalid);
  const made = await requireThumbnail(services, open, thumbnailSizes.glance);
  const mark = await watermarkFor(open, 'view');
  const marked = mark === undefined ? undefined : await markImage(services, made, mark);
  // never without the watermark
  if (mark !== undefined && marked === undefined) throw new Refusal(codes.conversionFailed);
  reply.headers({ ...safeHeaders(marked === undefined ? 'webp' : 'jpg'), 'cache-control': 'private, max-age=300' });
  return reply.send(marked ?? (await readFile(made.path)));
}

/** Thumbnails by the tickets of lists. */
export const thumbnailEndpoints: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: thumbPath, handle: sendThumbnail },
  { method: 'GET', path: thumbPath, handle: sendThumbnail },
  { method: 'HEAD', path: enlargedPath, handle: sendEnlarged },
  { method: 'GET', path: enlargedPath, handle: sendEnlarged },
];
