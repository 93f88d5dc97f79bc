import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Confined } from '../../ground/confined/confined.ts';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { House } from '../../ground/ctx.ts';

/** So many processes that read archives and mails. */
export const readerPool = (size: number): ((house: House) => Confined) =>
  housePool(({ config }) => {
    const readable = [join(config.data, 'blobs'), join(config.data, 'renditions')];
    const tasks = fileURLToPath(new URL('./reading/tasks.ts', import.meta.url));
    return { readable, tasks, size, jobsPerProcess: 200, idleMs: 30_000, heapMb: 768 };
  });
