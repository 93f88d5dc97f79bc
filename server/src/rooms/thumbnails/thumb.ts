import { z } from 'zod';
import type { House } from '../../ground/ctx.ts';
import type { Maker, Rendition, Source } from '../renditions/maker.ts';
import { render, stateOf } from '../renditions/render.ts';
import { drawSmall } from './draw-small.ts';
import { sides } from './sides.ts';
import { smallSource } from './small-source.ts';

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
    const found = await smallSource(making);
    return found.ok ? drawSmall(house, found.from, { side, urgent }) : found;
  },
};

/** The small picture, made now or before. */
export const renderThumb = (house: House, source: Source, { side, urgent }: { side: number; urgent: boolean }): Promise<Rendition> =>
  render(house, source, { maker: thumb, param: String(side), urgent });

/** What has become of the small picture so far. */
export const thumbState = (house: House, source: Source) => stateOf(house, source, { maker: thumb, param: String(sides.tile) });

const Shape = z.object({ width: z.int().min(1), height: z.int().min(1) });

/** How large a small picture is. */
export const shapeOf = ({ facts }: Rendition & { ok: true }): z.output<typeof Shape> | undefined => Shape.safeParse(facts).data;
