import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const tries = 20;

/**
 * Where Linux shares its cores out among sessions first (autogroups), being nice counts for nothing outside of one's own: a process that
 * began a session takes as much as all of ours together, unless its session is nice as a whole. The system takes such a wish from
 * everybody together once in 100 ms.
 */
export async function standBehind(pid: number, nice: number): Promise<void> {
  for (let n = 0; n < tries; n++) {
    const said = await writeFile(`/proc/${pid}/autogroup`, String(nice)).catch((error: NodeJS.ErrnoException) => error);
    if (!(said instanceof Error) || said.code !== 'EAGAIN') return;
    await pause(100 + Math.random() * 50);
  }
}
