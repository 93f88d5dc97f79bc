import { fileURLToPath } from 'node:url';
import type { Answer } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { renderableFolders } from '../../preview/rendition-cache.ts';
import type { ReadSeals } from '../reading/read-seals.ts';

const timeoutMs = 60_000;
const maxOutput = 1 << 20;

/** The processes that read signatures: what writes a PDF does not judge it. */
const sealReaderOf = sandboxPool((services) => ({
  readable: [...renderableFolders(services), import.meta.dirname],
  tasks: fileURLToPath(new URL('../reading/tasks.ts', import.meta.url)),
  jobsPerProcess: 20,
  idleMs: 60_000,
  heapMb: 1024,
}));

/** The signatures in a PDF, or why they cannot be read. `check` counts its pages by two engines, and answers 0 where these do not agree. */
export async function readSealsOf(
  services: Services,
  { path, size }: { path: string; size: number },
  task: 'seals' | 'check' = 'seals',
): Promise<{ found: ReadSeals } | { reason: Exclude<Answer, { ok: true }>['reason'] }> {
  const answer = await sealReaderOf(services).run(task, { path, ext: 'pdf', name: '', size }, { timeoutMs, maxOutput, urgent: true });
  if (!answer.ok) return { reason: answer.reason };
  return { found: JSON.parse(String(answer.bytes)) as ReadSeals };
}
