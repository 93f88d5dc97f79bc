import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { housePool } from '../../ground/confined/house-pool.ts';
import { shelfRoot } from '../renditions/shelf.ts';

/** So many documents are read side by side. */
export const readers = 2;

/** The house's confined readers of documents: one more than its own work may take. */
export const extractorOf = housePool((house) => {
  mkdirSync(shelfRoot(house), { recursive: true });
  return { readable: [join(house.config.data, 'blobs'), shelfRoot(house)], size: readers + 1, idleMs: 60_000 };
});
