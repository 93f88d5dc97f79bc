import { join } from 'node:path';
import { housePool } from '../../ground/confined/house-pool.ts';

/** So many documents are read side by side. */
export const readers = 2;

/** The house's confined readers of documents. */
export const extractorOf = housePool((house) => ({ readable: [join(house.config.data, 'blobs')], size: readers, idleMs: 60_000 }));
