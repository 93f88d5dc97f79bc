import { codes } from '@dossier/contract/core/codes';
import { type EditableText, openText, rewriteText } from '@dossier/formats/text/rewrite';
import { Refusal } from '../../../platform/refusal.ts';
import { editTasks, requireAnswer } from '../journals/edit-tasks.ts';
import type { JournalFile, RewrittenFile } from '../journals/yjs-journal.ts';

/** Bytes of a text that is read and written in the process of the server: a larger one would keep it from all other calls. */
const maxHere = 64 << 10;
/** Bytes of what a task answers: a text may have twice the characters that are opened, of four bytes each. */
const maxOutput = 64 << 20;
const run = editTasks(new URL('./tasks.ts', import.meta.url), { ext: 'txt', maxOutput });

/** Runs a task on a large text. */
async function runOn(
  { services, content }: JournalFile,
  task: 'open' | 'rewrite',
  terms?: Record<string, unknown>,
): Promise<RewrittenFile> {
  const refusal = task === 'open' ? codes.editFallsBackToView : codes.editDamaged;
  if (content === undefined) throw new Refusal(codes.bytesMissing);
  const { text, bytes } = requireAnswer(await run(services, task, content, terms), refusal);
  if (bytes === undefined) throw new Refusal(refusal);
  return { encoding: text, bytes };
}

/** A text as an editor holds it. */
export async function openedText(file: JournalFile): Promise<EditableText> {
  if (file.bytes.length <= maxHere) return openText(file.bytes);
  const { bytes, encoding } = await runOn(file, 'open');
  return { encoding, text: bytes.toString() };
}

/** The file of an edited text. One without a base has no lines to find again. */
export async function rewrittenText(base: JournalFile, edited: string): Promise<RewrittenFile> {
  if (base.content === undefined || base.content.size === 0 || base.bytes.length + edited.length <= maxHere)
    return rewriteText(base.bytes, edited);
  return runOn(base, 'rewrite', { edited });
}
