import { extensions, hasThumbnail, isOffice, isPlayed } from '@dossier/contract/file-types';
import type { House } from '../../ground/ctx.ts';
import { filmStill } from '../films/film-still.ts';
import { isDrawnPicture, pageSource, pictureSource } from '../pages/page-source.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Made, Making } from '../renditions/maker.ts';
import type { SmallSource } from './draw-small.ts';

type Found = { ok: true; from: SmallSource } | Extract<Made, { ok: false }>;

/** Whether this machine can make a small picture of what has this extension. */
export async function canBeSmall(house: House, ext: string): Promise<boolean> {
  if (!hasThumbnail(ext)) return false;
  const { office, heic, dwg, film } = await enginesOf(house);
  if (isPlayed(ext)) return film !== undefined;
  if (ext === 'heic' || ext === 'heif') return heic !== undefined;
  if (extensions.drawing.has(ext) && ext !== 'dxf') return dwg !== undefined;
  return isOffice(ext) || extensions.sheet.has(ext) ? office !== undefined : true;
}

/** Whether it is drawn from the document itself, and so within a moment, or an engine of the machine has to make something first. */
export const isDrawnAtOnce = (ext: string): boolean => extensions.pdf.has(ext) || extensions.picture.has(ext);

/** What the small picture of a document is drawn from: the picture itself, its first page, or a still. */
export async function smallSource(making: Making): Promise<Found> {
  const { ext } = making.source;
  if (isPlayed(ext)) {
    const still = await filmStill(making);
    return still.ok ? { ok: true, from: { kind: 'picture', path: still.path, ext: 'jpg' } } : still;
  }
  const found = await (isDrawnPicture(ext) ? pictureSource(making) : pageSource(making));
  if (!found.ok) return found;
  const { kind, path, ext: as } = found.from;
  return { ok: true, from: { kind: kind === 'pdf' ? 'page' : 'picture', path, ext: as } };
}
