import { z } from 'zod';
import type { House } from '../../ground/ctx.ts';
import { LimitedMap } from '../../ground/limited-map.ts';
import { withPatience } from '../../ground/patience.ts';
import type { Maker, Rendition, Source } from '../renditions/maker.ts';
import { render, stateOf } from '../renditions/render.ts';
import { drawSmall } from './draw-small.ts';
import { sides } from './sides.ts';
import { smallSource } from './small-source.ts';

/** A small picture is not worth the time that an engine may take for a document: what takes longer has one once somebody has opened it. */
const engineMs = 45_000;
/** What was given up is not tried again for so long, however many lists show it. */
const restMs = 5 * 60_000;
const mostResting = 2000;

/** A document as a small picture (WebP), so many pixels on its long side as `param` says. */
const thumb: Maker = {
  name: 'thumb',
  version: 1,
  async make(making) {
    const { house, source, urgent } = making;
    const side = Number(making.param);
    if (side === sides.marked) {
      const larger = await renderThumb(house, source, { side: sides.tile, urgent });
      return larger.ok ? drawSmall(house, { kind: 'picture', path: larger.path, ext: 'webp' }, { side, urgent }) : larger;
    }
    const found = await withPatience(engineMs, () => smallSource(making));
    return found.ok ? drawSmall(house, found.from, { side, urgent }) : found;
  },
};

/** Until when a small picture that was given up is left alone. */
const resting = new WeakMap<House, LimitedMap<number>>();

function restOf(house: House): LimitedMap<number> {
  const known = resting.get(house) ?? new LimitedMap<number>(mostResting);
  resting.set(house, known);
  return known;
}

const nameOf = ({ sha256, ext, part }: Source): string => [sha256, ext, part].join(' ');

/** The small picture, made now or before. */
export async function renderThumb(house: House, source: Source, { side, urgent }: { side: number; urgent: boolean }): Promise<Rendition> {
  const made = await render(house, source, { maker: thumb, param: String(side), urgent });
  if (!made.ok && made.reason === 'busy') restOf(house).set(nameOf(source), house.now() + restMs);
  return made;
}

/** What has become of the small picture so far. */
export async function thumbState(house: House, source: Source): ReturnType<typeof stateOf> {
  const state = await stateOf(house, source, { maker: thumb, param: String(sides.tile) });
  const isResting = state === undefined && (restOf(house).get(nameOf(source)) ?? 0) > house.now();
  return isResting ? { ok: false, reason: 'busy' } : state;
}

const Shape = z.object({ width: z.int().min(1), height: z.int().min(1) });

/** How large a small picture is. */
export const shapeOf = ({ facts }: Rendition & { ok: true }): z.output<typeof Shape> | undefined => Shape.safeParse(facts).data;
