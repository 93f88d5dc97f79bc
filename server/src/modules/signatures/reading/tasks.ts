import type { Answer, Tasks } from '@dossier/formats/task';
import { countPages, readSeals } from './read-seals.ts';

const jsonAnswer = (found: unknown, pages: number): Answer => ({ ok: true, text: '', bytes: Buffer.from(JSON.stringify(found)), pages });

/** Tasks that read the signatures of PDFs; `check` reads the pages by another engine too. */
export const tasks: Tasks = {
  seals: async ({ path }) => {
    const found = await readSeals(path);
    return jsonAnswer(found, found.pages);
  },
  check: async ({ path }) => {
    const found = await readSeals(path);
    const pages = await countPages(path);
    return jsonAnswer({ ...found, pages: pages === found.pages ? pages : 0 }, pages);
  },
};
