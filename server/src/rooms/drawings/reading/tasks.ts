import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { writeDrawing } from '@dossier/contract/drawing-file';
import { GiveUp, type Job, type Tasks } from '../../../ground/confined/job.ts';
import { drawPaper } from './paper/draw-paper.ts';
import { readDrawing } from './read-drawing.ts';
import { readWords } from './read-words.ts';

const mostBytes = 300 << 20;

async function bytesOf({ path, size }: Job): Promise<Buffer> {
  if (size > mostBytes) throw new GiveUp('too-large');
  return readFile(path);
}

/** What is done with drawings of strangers. */
export const tasks: Tasks = {
  read: async (job) => {
    const drawing = readDrawing(await bytesOf(job));
    return { ok: true, text: '', bytes: gzipSync(writeDrawing(drawing), { level: 4 }), cut: drawing.cut };
  },
  words: async (job) => ({ ok: true, text: readWords(await bytesOf(job), job.maxOutput) }),
  paper: async ({ path, name }) => drawPaper(await readFile(path), name),
};
