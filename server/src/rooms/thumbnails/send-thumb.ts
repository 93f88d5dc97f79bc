import { readFile } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Opened, openThumb, steadyHours } from '../content/file-ticket.ts';
import { safeHeaders } from '../content/media-types.ts';
import { markPicture } from '../pages/mark-picture.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { goesUnmarked } from '../watermarks/goes-unmarked.ts';
import { markFor } from '../watermarks/mark-for.ts';
import { sides } from './sides.ts';
import { canBeSmall } from './small-source.ts';
import { renderThumb } from './thumb.ts';

const thumbPath = '/look/thumb/:look';
const glancePath = '/look/glance/:look';

async function opened(house: House, request: FileRequest): Promise<Opened> {
  return openThumb(house, (request.params as { look: string }).look, request.ip);
}

async function needThumb(house: House, { held, still }: Opened, side: number) {
  const source = sourceOf(held);
  if (!(await canBeSmall(house, source.ext))) throw new Refusal(codes.conversionFailed);
  const made = await renderThumb(house, source, { side, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return made;
}

/** The picture of a list. No mark could be read on it: who would see one gets it so small that no word of a page can be read either. */
async function sendThumb(house: House, request: FileRequest, reply: FileReply): Promise<FileReply> {
  const open = await opened(house, request);
  const side = (await goesUnmarked(open.ctx, open.held)) ? sides.tile : sides.marked;
  const { path } = await needThumb(house, open, side);
  // the address changes with the revision and, every few hours, by itself
  reply.headers({ ...safeHeaders('webp'), 'cache-control': `private, max-age=${steadyHours * 3600}, immutable` });
  return reply.send(await readFile(path));
}

/** The larger one under the pointer, with the mark of who looks. */
async function sendGlance(house: House, request: FileRequest, reply: FileReply): Promise<FileReply> {
  const open = await opened(house, request);
  if (open.ctx.visit !== undefined) throw new Refusal(codes.ticketInvalid);
  const made = await needThumb(house, open, sides.glance);
  const mark = await markFor(open, 'view');
  const marked = mark === undefined ? undefined : await markPicture(house, made, mark);
  // never without the mark
  if (mark !== undefined && marked === undefined) throw new Refusal(codes.conversionFailed);
  reply.headers({ ...safeHeaders(marked === undefined ? 'webp' : 'jpg'), 'cache-control': 'private, max-age=300' });
  return reply.send(marked ?? (await readFile(made.path)));
}

/** Small pictures by the tickets of lists. */
export const thumbnailFiles: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path: thumbPath, handle: sendThumb },
  { method: 'GET', path: thumbPath, handle: sendThumb },
  { method: 'HEAD', path: glancePath, handle: sendGlance },
  { method: 'GET', path: glancePath, handle: sendGlance },
];
