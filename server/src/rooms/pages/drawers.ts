import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { House } from '../../ground/ctx.ts';
import type { Made } from '../renditions/maker.ts';
import { shelfRoot } from '../renditions/shelf.ts';

/** A page takes some hundred milliseconds; what takes so long is broken or made to be. */
const timeoutMs = 60_000;
const maxOutput = 32 << 20;

/** The house's confined drawers of pages and pictures, ended soon after the last one. */
const drawersOf = housePool((house) => {
  mkdirSync(shelfRoot(house), { recursive: true });
  const readable = [join(house.config.data, 'blobs'), shelfRoot(house)];
  const tasks = fileURLToPath(new URL('./draw/tasks.ts', import.meta.url));
  return { readable, tasks, addons: true, size: 3, jobsPerProcess: 200, idleMs: 60_000, heapMb: 768 };
});

/** Something to be drawn or read from a file. */
export interface Drawing {
  task: 'page' | 'words' | 'facts' | 'outline' | 'picture' | 'pictureFacts' | 'mark';
  path: string;
  ext: string;
  urgent: boolean;
  terms?: Record<string, unknown>;
}

/** Has it done by a drawer. */
export async function draw(house: House, { task, path, ext, urgent, terms }: Drawing): Promise<Made> {
  const answer = await drawersOf(house).run(
    task,
    { path, ext, name: '', size: 0 },
    { timeoutMs, maxOutput, urgent, ...(terms && { terms }) },
  );
  if (!answer.ok) return answer;
  if (answer.cut === true) return { ok: false, reason: 'too-large' };
  return { ok: true, content: answer.bytes ?? Buffer.from(answer.text) };
}
