import { codes } from '@dossier/contract/codes';
import { renditionOf } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openFile, shownName } from './file-ticket.ts';
import { disposition, safeHeaders } from './media-types.ts';
import { type Range, sendRange } from './send-range.ts';

const path = '/file/:ticket/:name';

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { ticket } = request.params as { ticket: string };
  const held = await openFile(house, ticket, request.ip);
  const { name, ext } = shownName(held);
  const { sha256, size, created_at } = held.revision;
  if (!house.blobs.stands(sha256)) {
    house.log.error({ sha256, revision: held.revision.id }, 'the bytes of a revision are missing; run fsck');
    throw new Refusal(codes.bytesMissing);
  }
  // code and markup are shown as the text that they are
  reply.headers(safeHeaders(renditionOf(ext) === 'text' ? 'txt' : ext));
  reply.header('content-disposition', disposition(held.use === 'download' ? 'attachment' : 'inline', name));
  const { blobs } = house;
  const from = { read: (range: Range) => blobs.read(sha256, range), take: (range: Range) => blobs.take(sha256, range) };
  return sendRange(request, reply, { size, tag: sha256, changed: created_at, ...from });
}

/** The bytes of a revision behind a ticket, whole or in ranges. */
export const contentFile: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
