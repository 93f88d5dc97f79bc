import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import { type Answer, transientFailures } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import type { Content } from '../../../platform/storage/storage.ts';

type RunTask = (services: Services, task: string, content: Content, terms?: Record<string, unknown>) => Promise<Answer>;

/** Runs tasks on contents of one extension that are edited, in sandboxes of their own. `tasks` is the module that exports them, `maxOutput` in bytes. */
export function editTasks(tasks: URL, { ext, maxOutput }: { ext: string; maxOutput: number }): RunTask {
  const pool = sandboxPool((services) => ({
    readable: services.storage.localFolders(),
    tasks: fileURLToPath(tasks),
    size: 2,
    jobsPerProcess: 100,
    idleMs: 60_000,
    heapMb: 1024,
  }));
  return (services, task, content, terms) =>
    services.storage.withLocalFile(content.sha256, (path) =>
      pool(services).run(
        task,
        { path, ext, name: `edited.${ext}`, size: content.size },
        { urgent: true, maxOutput, ...(terms && { terms }) },
      ),
    );
}

/** What a task answered. Throws the refusal where the file is to blame, and 1008 for a failure that passes. */
export function requireAnswer(answer: Answer, refusal: typeof codes.editDamaged): Extract<Answer, { ok: true }> {
  if (answer.ok) return answer;
  throw new Refusal(transientFailures.has(answer.reason) ? codes.changedMeanwhile : refusal);
}
