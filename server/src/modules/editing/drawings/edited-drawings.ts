import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { codes } from '@dossier/contract/core/codes';
import { type Drawing, rewriteDrawing } from '@dossier/formats/drawing/excalidraw';
import { type Answer, transientFailures } from '@dossier/formats/task';
import { Refusal } from '../../../platform/refusal.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import type { JournalFile } from '../journals/yjs-journal.ts';

const pool = sandboxPool((services) => ({
  readable: services.storage.localFolders(),
  tasks: fileURLToPath(new URL('./tasks.ts', import.meta.url)),
  size: 2,
  jobsPerProcess: 100,
  idleMs: 60_000,
  heapMb: 1024,
}));

/** Bytes of what a task answers: the file with all that a room takes. */
const maxOutput = 256 << 20;

/** Bytes of a drawing that is written in the process of the server: a larger one would keep it from all other calls. */
const maxHere = 64 << 10;

/** Makes the file of an edited drawing. One without a base has no entries to keep. */
export async function rewrittenDrawing({ services, content, bytes }: JournalFile, edited: Drawing): Promise<Buffer> {
  const drawing = serialize(edited);
  if (content === undefined || content.size === 0 || bytes.length + drawing.length <= maxHere)
    return Buffer.from(rewriteDrawing(bytes, edited));
  const answer: Answer = await services.storage.withLocalFile(content.sha256, (path) =>
    pool(services).run(
      'rewrite',
      { path, ext: 'excalidraw', name: 'drawing.excalidraw', size: content.size },
      { urgent: true, maxOutput, terms: { drawing: drawing.toString('base64') } },
    ),
  );
  if (answer.ok && answer.bytes !== undefined) return answer.bytes;
  throw new Refusal(!answer.ok && transientFailures.has(answer.reason) ? codes.changedMeanwhile : codes.editDamaged);
}
