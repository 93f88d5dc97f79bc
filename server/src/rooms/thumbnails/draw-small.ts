import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { House } from '../../ground/ctx.ts';
import type { Made } from '../renditions/maker.ts';
import { shelfRoot } from '../renditions/shelf.ts';

const timeoutMs = 20_000;
const maxOutput = 1 << 20;

/** One process of their own: who waits for a page of a document does not wait for pictures of a list. */
const drawerOf = housePool((house) => {
  mkdirSync(shelfRoot(house), { recursive: true });
  const readable = [join(house.config.data, 'blobs'), shelfRoot(house)];
  const tasks = fileURLToPath(new URL('../pages/draw/small-tasks.ts', import.meta.url));
  return { readable, tasks, addons: true, size: 1, jobsPerProcess: 200, idleMs: 60_000, heapMb: 768 };
});

/** What a small picture is drawn from. */
export interface SmallSource {
  kind: 'page' | 'picture';
  path: string;
  ext: string;
}

/** Has the small picture drawn, by a process that may only read. */
export async function drawSmall(house: House, { kind, path, ext }: SmallSource, how: { side: number; urgent: boolean }): Promise<Made> {
  const { side, urgent } = how;
  const file = { path, ext, name: '', size: 0 };
  const answer = await drawerOf(house).run(kind, file, { timeoutMs, maxOutput, urgent, terms: { side } });
  if (!answer.ok) return answer;
  const facts = answer.bytes === undefined ? undefined : shapeOf(answer.bytes);
  if (answer.bytes === undefined || facts === undefined) return { ok: false, reason: 'no-output' };
  return { ok: true, content: answer.bytes, facts };
}

/** How large a picture is that was drawn here: a plain WebP, as nothing else comes out of there. */
function shapeOf(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 16) !== 'WEBPVP8 ') return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
