import { readFile } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { decodeText } from '../../ground/text/decode.ts';
import { openLook } from '../content/file-ticket.ts';
import { safeHeaders } from '../content/media-types.ts';
import { render } from '../renditions/render.ts';
import { sendRendition } from '../renditions/send-rendition.ts';
import { pathOfSource } from '../renditions/shelf.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { isFilm } from './film-way.ts';
import { poster } from './poster.ts';
import { isSubtitles } from './subtitles-beside.ts';
import { toVtt } from './to-vtt.ts';

const posterPath = '/look/poster/:look';
const subtitlesPath = '/look/subtitles/:look';
/** No words of a film are longer. */
const longest = 4 * 1024 * 1024;

async function opened(house: House, request: FileRequest) {
  const { look } = request.params as { look: string };
  const { held, still } = await openLook(house, look, request.ip);
  return { source: sourceOf(held), isEntry: held.entry !== undefined, still };
}

/** The still is marked where the film is: by what the client lays over it. */
async function sendPoster(house: House, request: FileRequest, reply: FileReply): Promise<FileReply> {
  const { source, still } = await opened(house, request);
  if (!(await isFilm(house, source))) throw new Refusal(codes.conversionFailed);
  const rendition = await render(house, source, { maker: poster, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return sendRendition(request, reply, { rendition, name: `${source.name}.jpg`, ext: 'jpg' });
}

/** Subtitles in the one form that browsers know, whatever they were written in. */
async function sendSubtitles(house: House, request: FileRequest, reply: FileReply): Promise<FileReply> {
  const { source, isEntry } = await opened(house, request);
  if (isEntry || !isSubtitles(source.ext) || source.size > longest) throw new Refusal(codes.conversionFailed);
  const { text } = decodeText(await readFile(pathOfSource(house, source)));
  reply.headers({ ...safeHeaders('txt'), 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, no-cache' });
  return reply.send(toVtt(text));
}

/** The still and the subtitles of a film. */
export const besideFiles: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path: posterPath, handle: sendPoster },
  { method: 'GET', path: posterPath, handle: sendPoster },
  { method: 'HEAD', path: subtitlesPath, handle: sendSubtitles },
  { method: 'GET', path: subtitlesPath, handle: sendSubtitles },
];
