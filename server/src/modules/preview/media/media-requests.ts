import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import { isSound, renditionOf } from '@dossier/contract/core/file-types';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { media } from '@dossier/contract/preview/media';
import { decodeText } from '@dossier/formats/text/decode';
import { z } from 'zod';
import type { PublicContext, Services } from '../../../platform/context.ts';
import { disposition, safeHeaders, sendRange } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { openPreviewTicket } from '../../documents/file-tickets.ts';
import { type Source, sourceOf } from '../renderer.ts';
import { openSource, statSource } from '../rendition-cache.ts';
import { render, sendRendition } from '../renditions.ts';
import { hideUnreadable, isMedia, playbackRenderer } from './playback.ts';
import { posterRenderer, waveformRenderer } from './posters-and-waveforms.ts';
import { findSubtitles, isSubtitles, toWebVtt } from './subtitles.ts';

const playbackPath = '/look/film/:previewToken/:name';
/** How many seconds a player waits for the encoding, or as many as `wait` says; after that its viewer polls the state. */
const playbackWait = 60;
const Wait = z.coerce.number().min(0).max(playbackWait).catch(playbackWait);

const audioRefusals = { unsupported: codes.audioUnsupported, converting: codes.audioConverting, broken: codes.audioFailed };
const videoRefusals = { unsupported: codes.noViewer, converting: codes.conversionFailed, broken: codes.conversionFailed };

async function sendMedia(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken } = request.params as { previewToken: string };
  const { authorised, revalidate: still } = await openPreviewTicket(services, previewToken, request.ip);
  const source = sourceOf(authorised);
  if (!(await isMedia(services, source))) throw new Refusal(codes.noViewer);
  const failed = isSound(source.ext) ? audioRefusals : videoRefusals;
  if ((await enginesOf(services)).media === undefined) throw new Refusal(failed.unsupported);
  const rendering = render(services, source, { renderer: playbackRenderer, urgent: true });
  const { wait } = request.query as { wait?: string };
  const rendition = await Promise.race([rendering, sleep(Wait.parse(wait ?? playbackWait) * 1000, undefined, { ref: false })]);
  if (rendition === undefined) throw new Refusal(failed.converting);
  if (!rendition.ok) throw new Refusal(failed.broken);
  await still();
  if (!hideUnreadable(authorised, rendition).ok) throw new Refusal(failed.broken);
  if (rendition.facts['asItIs'] === true) return sendOriginal(services, source, { request, reply });
  const ext = isSound(source.ext) ? 'm4a' : 'mp4';
  return sendRendition(request, reply, { rendition, name: `${source.name}.${ext}`, ext });
}

/** Sends the original of a verified media file, also without the right to download. */
async function sendOriginal(services: Services, source: Source, { request, reply }: { request: FileRequest; reply: FileReply }) {
  const { ext, name, sha256, part } = source;
  const found = await statSource(services, source);
  if (found === undefined || !['audio', 'video'].includes(renditionOf(ext))) throw new Refusal(codes.bytesMissing);
  reply.headers(safeHeaders(ext));
  reply.header('content-disposition', disposition('inline', name));
  const tag = part === undefined ? sha256 : `${sha256}-${part}`;
  return sendRange(request, reply, { size: found.size, tag, changed: found.changed, read: (range) => openSource(services, source, range) });
}

/** A media file for its player, whole or in ranges. */
export const playbackFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: playbackPath, handle: sendMedia },
  { method: 'GET', path: playbackPath, handle: sendMedia },
];

const posterPath = '/look/poster/:previewToken';
const subtitlesPath = '/look/subtitles/:previewToken';
/** Limit of a subtitle file. */
const maxSubtitleBytes = 4 * 1024 * 1024;

async function sourceOfTicket(services: Services, request: FileRequest) {
  const { previewToken } = request.params as { previewToken: string };
  const { authorised, revalidate: still } = await openPreviewTicket(services, previewToken, request.ip);
  return { source: sourceOf(authorised), isEntry: authorised.entry !== undefined, still };
}

/** Sends the poster. Like the video, it gets its watermark from the client's overlay. */
async function sendPoster(services: Services, request: FileRequest, reply: FileReply): Promise<FileReply> {
  const { source, still } = await sourceOfTicket(services, request);
  if (!(await isMedia(services, source))) throw new Refusal(codes.noViewer);
  const rendition = await render(services, source, { renderer: posterRenderer, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return sendRendition(request, reply, { rendition, name: `${source.name}.jpg`, ext: 'jpg' });
}

/** Sends subtitles as WebVTT, the one format that browsers know. */
async function sendSubtitles(services: Services, request: FileRequest, reply: FileReply): Promise<FileReply> {
  const { source, isEntry } = await sourceOfTicket(services, request);
  if (isEntry || !isSubtitles(source.ext) || source.size > maxSubtitleBytes) throw new Refusal(codes.noViewer);
  const { text } = decodeText(await buffer(openSource(services, source)));
  reply.headers({ ...safeHeaders('txt'), 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, no-cache' });
  return reply.send(toWebVtt(text));
}

/** The poster and the subtitles of a video. */
export const posterAndSubtitleFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: posterPath, handle: sendPoster },
  { method: 'GET', path: posterPath, handle: sendPoster },
  { method: 'HEAD', path: subtitlesPath, handle: sendSubtitles },
  { method: 'GET', path: subtitlesPath, handle: sendSubtitles },
];

/** The poster and the subtitles of a video. */
export async function showPosterAndSubtitles(
  { services, address }: PublicContext,
  { look: previewToken }: ParsedOf<typeof media.beside>,
): Promise<OutputOf<typeof media.beside>> {
  const { ctx, authorised, revalidate: judgeAgain } = await openPreviewTicket(services, previewToken, address);
  const source = sourceOf(authorised);
  if (!(await isMedia(services, source))) return { subtitles: [] };
  const [still, subtitles] = await Promise.all([
    render(services, source, { renderer: posterRenderer, urgent: true }),
    findSubtitles(ctx, authorised),
  ]);
  await judgeAgain();
  return { subtitles, ...(still.ok && { poster: `/look/poster/${previewToken}` }) };
}

const waveformWaitMs = 60_000;
const Peaks = z.array(z.number());

/** The waveform of an audio file, rendered or cached. */
export async function showWaveform(
  { services, address }: PublicContext,
  { look: previewToken }: ParsedOf<typeof media.wave>,
): Promise<OutputOf<typeof media.wave>> {
  const { authorised, revalidate: still } = await openPreviewTicket(services, previewToken, address);
  const source = sourceOf(authorised);
  if (!(await isMedia(services, source))) return { peaks: [] };
  const rendering = render(services, source, { renderer: waveformRenderer, urgent: true });
  const made = await Promise.race([rendering, sleep(waveformWaitMs, undefined, { ref: false })]);
  await still();
  return { peaks: made?.ok ? Peaks.parse(JSON.parse(await readFile(made.path, 'utf8'))) : [] };
}
