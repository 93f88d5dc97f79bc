import type { Maker } from '../renditions/maker.ts';
import { filmStill } from './film-still.ts';

/** A still of a film that stands there until it plays. */
export const poster: Maker = {
  name: 'poster',
  version: 1,
  async make(making) {
    const still = await filmStill(making);
    return still.ok ? { ok: true, content: { file: still.path } } : still;
  },
};
