import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/codes';
import { isSound, renditionOf } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openLook } from '../content/file-ticket.ts';
import { disposition, safeHeaders } from '../content/media-types.ts';
import { sendRange } from '../content/send-range.ts';
import type { Source } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { sendRendition } from '../renditions/send-rendition.ts';
import { pathOfSource } from '../renditions/shelf.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { isFilm, seenBy } from './film-way.ts';
import { played } from './played.ts';

const path = '/look/film/:look/:name';
/** A player that asks before all is made waits so long; its viewer asks how far it is and comes later. */
const waitMs = 60_000;

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { look } = request.params as { look: string };
  const { held, still } = await openLook(house, look, request.ip);
  const source = sourceOf(held);
  if (!(await isFilm(house, source))) throw new Refusal(codes.conversionFailed);
  const making = render(house, source, { maker: played, urgent: true });
  const rendition = await Promise.race([making, sleep(waitMs, undefined, { ref: false })]);
  if (!rendition?.ok) throw new Refusal(codes.conversionFailed);
  await still();
  if (!seenBy(held, rendition).ok) throw new Refusal(codes.conversionFailed);
  if (rendition.facts['asItIs'] === true) return sendAsItIs(house, source, { request, reply });
  const ext = isSound(source.ext) ? 'm4a' : 'mp4';
  return sendRendition(request, reply, { rendition, name: `${source.name}.${ext}`, ext });
}

/** The bytes of a film or a sound that the engine knows are what may be seen of it, by whoever may look. */
async function sendAsItIs(house: House, source: Source, { request, reply }: { request: FileRequest; reply: FileReply }) {
  const { ext, name, sha256, part } = source;
  const file = pathOfSource(house, source);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !['audio', 'video'].includes(renditionOf(ext))) throw new Refusal(codes.bytesMissing);
  reply.headers(safeHeaders(ext));
  reply.header('content-disposition', disposition('inline', name));
  const tag = part === undefined ? sha256 : `${sha256}-${part}`;
  return sendRange(request, reply, { size: found.size, tag, changed: found.mtimeMs, read: (range) => createReadStream(file, range) });
}

/** A film or a sound for its player, whole or in ranges. */
export const playedFiles: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
