import { open } from 'node:fs/promises';
import { isPlayed, isSound, renditionOf } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import type { AuthorisedRevision } from '../../documents/file-tickets.ts';
import { isPlayableAsIs } from '../../documents/playable-formats.ts';
import { type Renderer, type Rendition, type Source, sourceOf } from '../renderer.ts';
import { withSourceFile } from '../rendition-cache.ts';
import { renditionState } from '../renditions.ts';
import { playbackRenderer } from './playback.ts';

const packet = 188;
const packetMark = 0x47;

/** Whether this is audio or video. The extension `ts` also means program text: the bytes decide. */
export async function isMedia(services: Services, source: Source): Promise<boolean> {
  return isPlayed(source.ext) || (source.ext === 'ts' && (await withSourceFile(services, source, isTransportStream)));
}

async function isTransportStream(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(packet * 2 + 1), 0, packet * 2 + 1, 0);
    return bytesRead > packet * 2 && [0, packet, packet * 2].every((at) => buffer[at] === packetMark);
  } finally {
    await file.close();
  }
}

/** A media file that could not be read may be anything: without the right to download it counts as broken. */
export const hideUnreadable = <Found extends Rendition | { done: number } | undefined>(
  { bits }: AuthorisedRevision,
  found: Found,
): Found | Failed =>
  found !== undefined && 'ok' in found && found.ok && found.facts['unread'] === true && (bits & right.download) === 0
    ? { ok: false, reason: 'broken' }
    : found;

type Failed = Extract<Rendition, { ok: false }>;

/**
 * Whether the bytes of a nested file are sent without the right to download. With ffmpeg, verified media has a URL of its own; without it,
 * the signature decides.
 */
export const mayViewOriginal = async (services: Services, source: Source): Promise<boolean> =>
  (await enginesOf(services)).media === undefined && withSourceFile(services, source, (path) => isPlayableAsIs(source.ext, path));

/** How a media file is played: the original where browsers support it, otherwise its playback rendition. */
export async function mediaView(
  services: Services,
  authorised: AuthorisedRevision,
): Promise<{ shown: 'video' | 'audio' | 'none'; renderer?: Renderer }> {
  const source = sourceOf(authorised);
  const mayDownload = (authorised.bits & right.download) !== 0;
  const shown = isSound(source.ext) ? 'audio' : 'video';
  const mayBePlayed = renditionOf(source.ext) === shown;
  if ((await enginesOf(services)).media === undefined) {
    const isSeen = mayBePlayed && (mayDownload || (await withSourceFile(services, source, (path) => isPlayableAsIs(source.ext, path))));
    return { shown: isSeen ? shown : 'none' };
  }
  const found = mayBePlayed && mayDownload ? await renditionState(services, source, { renderer: playbackRenderer }) : undefined;
  const isAsItIs = found !== undefined && 'ok' in found && found.ok && found.facts['asItIs'] === true;
  return isAsItIs ? { shown } : { shown, renderer: playbackRenderer };
}
