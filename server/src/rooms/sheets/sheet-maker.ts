import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Confined, createConfined } from '../../ground/confined/confined.ts';
import type { House } from '../../ground/ctx.ts';
import type { Maker } from '../renditions/maker.ts';

const readingMs = 100_000;
/** A packed book of six million cells has some 40 MB. */
const mostBytes = 96 * 1024 * 1024;
const tasks = fileURLToPath(new URL('./reading/tasks.ts', import.meta.url));

interface Pools {
  /** Reads files of strangers. */
  readers: Confined;
  /** Goes through what was read; apart, so that a question does not wait for a long file. */
  askers: Confined;
}

const pools = new WeakMap<House, Pools>();

/** The confined processes of sheets, started when they are needed first and ended with the house. */
export function poolsOf(house: House): Pools {
  const known = pools.get(house);
  if (known !== undefined) return known;
  const [blobs, renditions] = [join(house.config.data, 'blobs'), join(house.config.data, 'renditions')];
  const made: Pools = {
    readers: createConfined({ readable: [blobs], tasks, size: 2, idleMs: 60_000, heapMb: 1024 }),
    askers: createConfined({ readable: [renditions], tasks, size: 1, idleMs: 60_000 }),
  };
  house.stopping.addEventListener(
    'abort',
    () => {
      made.readers.close();
      made.askers.close();
    },
    { once: true },
  );
  pools.set(house, made);
  return made;
}

/** A workbook, read once: its sheets, and their rows in small packed pieces. */
export const sheetMaker: Maker = {
  name: 'sheet',
  version: 2,
  async make({ house, source, path, urgent, report }) {
    report(0.1);
    const { ext, name, size } = source;
    const answer = await poolsOf(house).readers.run(
      'read',
      { path, ext, name, size },
      { timeoutMs: readingMs, maxOutput: mostBytes, urgent },
    );
    if (!answer.ok) return answer;
    return answer.bytes === undefined ? { ok: false, reason: 'no-output' } : { ok: true, content: answer.bytes };
  },
};
