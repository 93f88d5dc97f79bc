import type { Mark } from '@dossier/contract/watermarks';
import type { House } from '../../ground/ctx.ts';
import { LimitedMap } from '../../ground/limited-map.ts';
import type { Rendition } from '../renditions/maker.ts';
import { draw } from './drawers.ts';

/** What was marked last: a browser asks for the same picture several times, and a person turns back. */
const kept = new LimitedMap<Buffer>(24);

/** A picture of a page with a mark in it, for one person and minute: nowhere on the disk. Undefined where it could not be drawn. */
export async function markPicture(house: House, { path, changed }: Rendition & { ok: true }, mark: Mark): Promise<Buffer | undefined> {
  const key = `${path} ${changed} ${JSON.stringify(mark)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const drawn = await draw(house, { task: 'mark', path, ext: 'jpg', urgent: true, terms: { mark } });
  if (!drawn.ok || !Buffer.isBuffer(drawn.content)) return undefined;
  kept.set(key, drawn.content);
  return drawn.content;
}
