import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mark } from '@dossier/contract/watermarks';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { Answer } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';

/** A PDF is held whole while it is marked, and once more as it is sent. */
export const mostToMark = 48 << 20;
const timeoutMs = 100_000;

/** The processes that write PDF: in our own code alone, and for each who asks never more than one at a time. */
const paperOf = housePool(({ config }) => {
  const readable = [join(config.data, 'blobs'), join(config.data, 'renditions')];
  const tasks = fileURLToPath(new URL('./paper/tasks.ts', import.meta.url));
  return { readable, tasks, size: 2, heapMb: 1024, jobsPerProcess: 20, idleMs: 60_000 };
});

/** A file that a PDF is made of. */
export interface PaperFile {
  path: string;
  size: number;
  ext: string;
  name: string;
}

/** A PDF with the mark in every page, and with no more than its pages. Never rejects. */
export async function stampPdf(house: House, file: PaperFile, mark: Mark | undefined): Promise<Answer> {
  if (file.size > mostToMark) return { ok: false, reason: 'too-large' };
  return paperOf(house).run('stamp', file, { timeoutMs, maxOutput: mostToMark, urgent: true, terms: { mark } });
}

/** A text as PDF. Never rejects. */
export const typesetText = (house: House, file: PaperFile, urgent: boolean): Promise<Answer> =>
  paperOf(house).run('typeset', file, { timeoutMs, maxOutput: mostToMark, urgent });

/** Pictures of pages bound into a PDF. Never rejects. */
export async function bindPictures(house: House, files: string[], name: string): Promise<Answer> {
  const [path = ''] = files;
  return paperOf(house).run(
    'bind',
    { path, name, ext: 'jpg', size: 0 },
    { timeoutMs, maxOutput: mostToMark, urgent: true, terms: { files } },
  );
}
