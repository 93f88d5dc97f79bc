import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { House } from '../../ground/ctx.ts';
import type { Made } from '../renditions/maker.ts';
import { shelfRoot } from '../renditions/shelf.ts';

const timeoutMs = 90_000;
const maxOutput = 48 << 20;

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function terms(house: House) {
  mkdirSync(shelfRoot(house), { recursive: true });
  // the last three are code: how books are kept, how wide letters are, and how they are written
  const readable = [
    join(house.config.data, 'blobs'),
    shelfRoot(house),
    folderOf('../sheets/reading'),
    folderOf('../pages'),
    folderOf('../watermarks/paper'),
  ];
  return {
    readable,
    tasks: fileURLToPath(new URL('./comparing/tasks.ts', import.meta.url)),
    jobsPerProcess: 50,
    idleMs: 60_000,
    heapMb: 1024,
  };
}

/** Compares texts, words and cells: in our own code alone. */
const comparersOf = housePool((house) => terms(house));

/** Compares pictures, with a decoder. */
const pictureComparersOf = housePool((house) => ({ ...terms(house), addons: true }));

/** A comparison to be done; `path` is one of the files, `given` tells the rest. */
export interface Comparing {
  task: 'text' | 'words' | 'books' | 'pictures' | 'report' | 'bind';
  path: string;
  urgent: boolean;
  given: Record<string, unknown>;
}

/** Has it done by a confined process; `weight` is what the task says that it found to compare. */
export async function runComparison(house: House, { task, path, urgent, given }: Comparing): Promise<Made & { weight?: number }> {
  const pool = task === 'pictures' ? pictureComparersOf(house) : comparersOf(house);
  const answer = await pool.run(task, { path, ext: '', name: '', size: 0 }, { timeoutMs, maxOutput, urgent, terms: given });
  if (!answer.ok) return answer;
  if (answer.bytes === undefined) return { ok: false, reason: 'no-output' };
  return { ok: true, content: answer.bytes, ...(answer.pages !== undefined && { weight: answer.pages }) };
}
