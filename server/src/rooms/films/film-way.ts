import { open } from 'node:fs/promises';
import { isPlayed, isSound, renditionOf } from '@dossier/contract/file-types';
import { right } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import type { HeldRevision } from '../content/file-ticket.ts';
import { isSeenAsItIs } from '../content/seen-as-it-is.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Maker, Rendition, Source } from '../renditions/maker.ts';
import { stateOf } from '../renditions/render.ts';
import { pathOfSource } from '../renditions/shelf.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { played } from './played.ts';

const packet = 188;
const packetMark = 0x47;

/** Whether this is a film or a sound. One extension is that of a film and of a program's text: its bytes tell which. */
export async function isFilm(house: House, source: Source): Promise<boolean> {
  return isPlayed(source.ext) || (source.ext === 'ts' && (await isTransportStream(pathOfSource(house, source))));
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
export const seenBy = <Found extends Rendition | { done: number } | undefined>({ bits }: HeldRevision, found: Found): Found | Failed =>
  found !== undefined && 'ok' in found && found.ok && found.facts['unread'] === true && (bits & right.download) === 0
    ? { ok: false, reason: 'broken' }
    : found;

type Failed = Extract<Rendition, { ok: false }>;

/**
 * Whether the bytes of a file out of something go to who may only look. A machine that can tell what is a film gives films by their own
 * address, after it has read them; how they begin counts where nobody knows better.
 */
export const isLentAsItIs = async (house: House, source: Source): Promise<boolean> =>
  (await enginesOf(house)).film === undefined && isSeenAsItIs(source.ext, pathOfSource(house, source));

/** How a film or a sound is shown: from its file where it is known that browsers play that, else from what is made of it. */
export async function filmWay(house: House, held: HeldRevision): Promise<{ shown: 'video' | 'audio' | 'none'; maker?: Maker }> {
  const source = sourceOf(held);
  const mayHave = (held.bits & right.download) !== 0;
  const shown = isSound(source.ext) ? 'audio' : 'video';
  const mayBePlayed = renditionOf(source.ext) === shown;
  if ((await enginesOf(house)).film === undefined) {
    const isSeen = mayBePlayed && (mayHave || (await isSeenAsItIs(source.ext, pathOfSource(house, source))));
    return { shown: isSeen ? shown : 'none' };
  }
  const found = mayBePlayed && mayHave ? await stateOf(house, source, { maker: played }) : undefined;
  const isAsItIs = found !== undefined && 'ok' in found && found.ok && found.facts['asItIs'] === true;
  return isAsItIs ? { shown } : { shown, maker: played };
}
