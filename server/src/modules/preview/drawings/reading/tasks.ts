import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { writeDrawing } from '@dossier/contract/preview/drawing-file';
import { type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { writeDrawingPdf } from './drawing-pdf.ts';
import { readDrawing } from './read-drawing.ts';
import { readDrawingText } from './read-dxf.ts';

const mostBytes = 300 << 20;

async function bytesOf({ path, size }: Job): Promise<Buffer> {
  if (size > mostBytes) throw new TaskFailure('too-large');
  return readFile(path);
}

/** Tasks for untrusted drawings. */
export const tasks: Tasks = {
  read: async (job) => {
    const drawing = readDrawing(await bytesOf(job));
    return { ok: true, text: '', bytes: gzipSync(writeDrawing(drawing), { level: 4 }), cut: drawing.cut };
  },
  words: async (job) => ({ ok: true, text: readDrawingText(await bytesOf(job), job.maxOutput) }),
  paper: async ({ path, name }) => writeDrawingPdf(await readFile(path), name),
};
