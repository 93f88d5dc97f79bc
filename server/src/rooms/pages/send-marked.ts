import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { Opened } from '../content/file-ticket.ts';
import { disposition, safeHeaders } from '../content/media-types.ts';
import type { Rendition } from '../renditions/maker.ts';
import { sendRendition } from '../renditions/send-rendition.ts';
import { markFor } from '../watermarks/mark-for.ts';
import { markPicture } from './mark-picture.ts';

interface Sending {
  house: House;
  opened: Opened;
  rendition: Rendition & { ok: true };
}

const name = 'page.jpg';

/** Sends a picture of a page to who looks, with their mark in it where there is one. */
export async function sendMarked(request: FileRequest, reply: FileReply, { house, opened, rendition }: Sending): Promise<FileReply> {
  const mark = await markFor(opened, opened.use === 'print' ? 'print' : 'view');
  if (mark === undefined) {
    await opened.still();
    return sendRendition(request, reply, { rendition, name, ext: 'jpg' });
  }
  const picture = await markPicture(house, rendition, mark);
  // never without the mark
  if (picture === undefined) throw new Refusal(codes.conversionFailed);
  await opened.still();
  const tag = `"${createHash('sha256').update(picture).digest('base64url')}"`;
  reply.headers({
    ...safeHeaders('jpg'),
    'content-disposition': disposition('inline', name),
    etag: tag,
    'cache-control': 'private, no-cache',
  });
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  return reply.send(picture);
}
