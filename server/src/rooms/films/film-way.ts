import { open } from 'node:fs/promises';
import { isPlayed, isSound, renditionOf } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Maker, Source } from '../renditions/maker.ts';
import { stateOf } from '../renditions/render.ts';
import { pathOfSource } from '../renditions/shelf.ts';
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

/** How a film or a sound is shown: from its file where it is known that browsers play that, else from what is made of it. */
export async function filmWay(house: House, source: Source): Promise<{ shown: 'video' | 'audio' | 'none'; maker?: Maker }> {
  const shown = isSound(source.ext) ? 'audio' : 'video';
  const mayBePlayed = renditionOf(source.ext) === shown;
  if ((await enginesOf(house)).film === undefined) return { shown: mayBePlayed ? shown : 'none' };
  const found = mayBePlayed ? await stateOf(house, source, { maker: played }) : undefined;
  const isAsItIs = found !== undefined && 'ok' in found && found.ok && found.facts['asItIs'] === true;
  return isAsItIs ? { shown } : { shown, maker: played };
}
