import type { House } from '../ctx.ts';
import { type Confined, createConfined, type Options } from './confined.ts';

/** A pool of confined processes of each house: made at the first need, ended with the house. */
export function housePool(options: (house: House) => Options): (house: House) => Confined {
  const pools = new WeakMap<House, Confined>();
  return (house) => {
    const known = pools.get(house);
    if (known !== undefined) return known;
    const made = createConfined(options(house));
    house.stopping.addEventListener('abort', () => made.close(), { once: true });
    pools.set(house, made);
    return made;
  };
}
