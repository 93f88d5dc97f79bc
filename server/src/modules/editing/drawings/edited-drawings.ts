import { serialize } from 'node:v8';
import { codes } from '@dossier/contract/core/codes';
import { type Drawing, rewriteDrawing } from '@dossier/formats/drawing/excalidraw';
import { Refusal } from '../../../platform/refusal.ts';
import { editTasks, requireAnswer } from '../journals/edit-tasks.ts';
import type { JournalFile } from '../journals/yjs-journal.ts';

/** Bytes of what a task answers: the file with all that a room takes. */
const maxOutput = 256 << 20;
const run = editTasks(new URL('./tasks.ts', import.meta.url), { ext: 'excalidraw', maxOutput });

/** Bytes of a drawing that is written in the process of the server: a larger one would keep it from all other calls. */
const maxHere = 64 << 10;

/** Makes the file of an edited drawing. One without a base has no entries to keep. */
export async function rewrittenDrawing({ services, content, bytes }: JournalFile, edited: Drawing): Promise<Buffer> {
  const drawing = serialize(edited);
  if (content === undefined || content.size === 0 || bytes.length + drawing.length <= maxHere)
    return Buffer.from(rewriteDrawing(bytes, edited));
  const answer = await run(services, 'rewrite', content, { drawing: drawing.toString('base64') });
  const { bytes: written } = requireAnswer(answer, codes.editDamaged);
  if (written === undefined) throw new Refusal(codes.editDamaged);
  return written;
}
