import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import { type Drawing, rewriteDrawing } from '@dossier/formats/drawing/excalidraw';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';

/** The file of an edited drawing, which is given as V8 serializes it, in base64: JSON would lose the sign of a zero. */
async function rewrite({ path, terms }: Job): Promise<Answer> {
  if (typeof terms?.['drawing'] !== 'string') throw new TaskFailure('broken');
  const drawing = deserialize(Buffer.from(terms['drawing'], 'base64')) as Drawing;
  return { ok: true, text: '', bytes: Buffer.from(rewriteDrawing(await readFile(path), drawing)) };
}

export const tasks: Tasks = { rewrite };
