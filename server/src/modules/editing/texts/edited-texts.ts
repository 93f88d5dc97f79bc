import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import { type Answer, transientFailures } from '@dossier/formats/task';
import { type EditableText, openText, rewriteText } from '@dossier/formats/text/rewrite';
import { Refusal } from '../../../platform/refusal.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import type { JournalFile, RewrittenFile } from '../journals/yjs-journal.ts';

const pool = sandboxPool((services) => ({
  readable: services.storage.localFolders(),
  tasks: fileURLToPath(new URL('./tasks.ts', import.meta.url)),
  size: 2,
  jobsPerProcess: 100,
  idleMs: 60_000,
  heapMb: 1024,
}));

/** Bytes of a text that is read and written in the process of the server: a larger one would keep it from all other calls. */
const maxHere = 64 << 10;
/** Bytes of what a task answers: a text may have twice the characters that are opened, of four bytes each. */
const maxOutput = 64 << 20;

/** Runs a task on a large text; a failure that does not blame the file is told as one that passes. */
async function run({ services, content }: JournalFile, task: 'open' | 'rewrite', terms?: Record<string, unknown>): Promise<RewrittenFile> {
  const refusal = task === 'open' ? codes.editFallsBackToView : codes.editDamaged;
  if (content === undefined) throw new Refusal(codes.bytesMissing);
  const answer: Answer = await services.storage.withLocalFile(content.sha256, (path) =>
    pool(services).run(
      task,
      { path, ext: 'txt', name: 'text.txt', size: content.size },
      { urgent: true, maxOutput, ...(terms && { terms }) },
    ),
  );
  if (answer.ok && answer.bytes !== undefined) return { encoding: answer.text, bytes: answer.bytes };
  throw new Refusal(!answer.ok && transientFailures.has(answer.reason) ? codes.changedMeanwhile : refusal);
}

/** A text as an editor holds it. */
export async function openedText(file: JournalFile): Promise<EditableText> {
  if (file.bytes.length <= maxHere) return openText(file.bytes);
  const { bytes, encoding } = await run(file, 'open');
  return { encoding, text: bytes.toString() };
}

/** The file of an edited text. One without a base has no lines to find again. */
export async function rewrittenText(base: JournalFile, edited: string): Promise<RewrittenFile> {
  if (base.content === undefined || base.content.size === 0 || base.bytes.length + edited.length <= maxHere)
    return rewriteText(base.bytes, edited);
  return run(base, 'rewrite', { edited });
}
