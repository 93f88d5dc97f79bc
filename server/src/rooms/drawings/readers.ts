import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { House } from '../../ground/ctx.ts';
import type { Made } from '../renditions/maker.ts';
import { shelfRoot } from '../renditions/shelf.ts';

const timeoutMs = 100_000;
/** A drawing of some millions of numbers, packed; as paper it is smaller. All of it passes through the server's memory. */
const maxOutput = 48 << 20;
const mostWords = 4 << 20;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** What the readers share with the client, and with those who write PDF. */
const shared = [here('../../../../contract'), here('../watermarks/paper')];

/** The house's confined readers of drawings. */
const readersOf = housePool((house) => {
  mkdirSync(shelfRoot(house), { recursive: true });
  const readable = [join(house.config.data, 'blobs'), shelfRoot(house), ...shared];
  return {
    readable,
    tasks: fileURLToPath(new URL('./reading/tasks.ts', import.meta.url)),
    size: 2,
    jobsPerProcess: 20,
    idleMs: 60_000,
    heapMb: 1536,
  };
});

interface Job {
  task: 'read' | 'words' | 'paper';
  path: string;
  size: number;
  name: string;
  urgent: boolean;
}

/** Has something read, or written as paper. */
export async function readBy(house: House, { task, path, size, name, urgent }: Job): Promise<Made> {
  const bounds = { timeoutMs, urgent, maxOutput: task === 'words' ? mostWords : maxOutput };
  const answer = await readersOf(house).run(task, { path, size, name, ext: 'dxf' }, bounds);
  if (!answer.ok) return answer;
  const content = answer.bytes ?? Buffer.from(answer.text);
  return { ok: true, content, facts: { cut: answer.cut === true, ...(answer.pages !== undefined && { pages: answer.pages }) } };
}
