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

/** Whether this is a film or a sound. One extension is that of a film and of a program's text: its bytes tell which. */
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

/** What becomes of a film for somebody: what nobody could read may be anything, and is left to a browser only for who may have the file. */
export const hideUnreadable = <Found extends Rendition | { done: number } | undefined>(
  { bits }: AuthorisedRevision,
  found: Found,
): Found | Failed =>
  found !== undefined && 'ok' in found && found.ok && found.facts['unread'] === true && (bits & right.download) === 0
    ? { ok: false, reason: 'broken' }
    : found;

type Failed = Extract<Rendition, { ok: false }>;

/**
 * Whether the bytes of a file out of something go to who may only look. A machine that can tell what is a film gives films by their own
 * address, after it has read them; how they begin counts where nobody knows better.
 */
export const mayViewOriginal = async (services: Services, source: Source): Promise<boolean> =>
  (await enginesOf(services)).media === undefined && withSourceFile(services, source, (path) => isPlayableAsIs(source.ext, path));

/** How a film or a sound is shown: from its file where it is known that browsers play that, else from what is made of it. */
export async function mediaView(
  services: Services,
  held: AuthorisedRevision,
): Promise<{ shown: 'video' | 'audio' | 'none'; maker?: Renderer }> {
  const source = sourceOf(held);
  const mayHave = (held.bits & right.download) !== 0;
  const shown = isSound(source.ext) ? 'audio' : 'video';
  const mayBePlayed = renditionOf(source.ext) === shown;
  if ((await enginesOf(services)).media === undefined) {
    const isSeen = mayBePlayed && (mayHave || (await withSourceFile(services, source, (path) => isPlayableAsIs(source.ext, path))));
    return { shown: isSeen ? shown : 'none' };
  }
  const found = mayBePlayed && mayHave ? await renditionState(services, source, { maker: playbackRenderer }) : undefined;
  const isAsItIs = found !== undefined && 'ok' in found && found.ok && found.facts['asItIs'] === true;
  return isAsItIs ? { shown } : { shown, maker: playbackRenderer };
}
