import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import { renditionOf } from '@dossier/contract/file-types';
import { right } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openLook, shownName } from '../content/file-ticket.ts';
import { disposition, safeHeaders } from '../content/media-types.ts';
import { sendRange } from '../content/send-range.ts';
import { isLentAsItIs } from '../films/film-way.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { pathOfSource } from '../renditions/shelf.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { goesUnmarked } from '../watermarks/goes-unmarked.ts';

const path = '/look/entry/:look/:name';

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { look } = request.params as { look: string };
  const { ctx, held, use } = await openLook(house, look, request.ip);
  if (held.entry === undefined) throw new Refusal(codes.ticketInvalid);
  const { name, ext } = shownName(held);
  const isFetched = use === 'download';
  // as with documents: whoever may not have the original gets no bytes but of what can only be heard and seen
  const source = sourceOf(held);
  const file = pathOfSource(house, source);
  const mayHave = isFetched || (held.bits & right.download) !== 0;
  if (!mayHave && !(await isLentAsItIs(house, source))) throw new Refusal(codes.noRightToDownload);
  // a mark that is to be drawn over a mail since keeps what came with it too
  if (held.entry.ofMail === true && !(await goesUnmarked(ctx, held))) throw new Refusal(codes.noRightToDownload);
  if (isFetched || renditionOf(ext) === 'none') await needDownloadAddress(ctx);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new Refusal(codes.ticketInvalid);
  reply.headers(safeHeaders(renditionOf(ext) === 'text' ? 'txt' : ext));
  reply.header('content-disposition', disposition(isFetched ? 'attachment' : 'inline', name));
  const tag = `${held.revision.sha256}-${held.entry.part}`;
  return sendRange(request, reply, { size: found.size, tag, changed: found.mtimeMs, read: (range) => createReadStream(file, range) });
}

/** The bytes of a file out of an archive or a mail, whole or in ranges. */
export const entryFiles: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
