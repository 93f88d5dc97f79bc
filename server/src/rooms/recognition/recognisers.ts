import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { housePool } from '../../ground/confined/house-pool.ts';
import { shelfRoot } from '../renditions/shelf.ts';

/** The house's confined recogniser: one at a time, behind everything else, ended soon after the last page. */
export const recognisersOf = housePool((house) => {
  mkdirSync(shelfRoot(house), { recursive: true });
  const tasks = fileURLToPath(new URL('./reading/tasks.ts', import.meta.url));
  // it takes some 200 MB, and seconds of the processor for each page: a process may have so many before the kernel ends it
  return { readable: [shelfRoot(house)], tasks, size: 1, jobsPerProcess: 10, idleMs: 10_000, heapMb: 128, behind: 19 };
});
