import { join } from 'node:path';
import { type Confined, createConfined } from '../../ground/confined/confined.ts';
import type { House } from '../../ground/ctx.ts';

/** So many documents are read side by side. */
export const readers = 2;

const pools = new WeakMap<House, Confined>();

/** The house's confined readers of documents, started by the first document and ended with the house. */
export function extractorOf(house: House): Confined {
  let pool = pools.get(house);
  if (pool === undefined) {
    const made = createConfined({ readable: [join(house.config.data, 'blobs')], size: readers, idleMs: 60_000 });
    house.stopping.addEventListener('abort', () => made.close(), { once: true });
    pools.set(house, made);
    pool = made;
  }
  return pool;
}
