import type { Tasks } from '@dossier/formats/task';
import { compareText } from './compare-text.ts';
import { compareWords } from './compare-words.ts';
import { compareWorkbooks } from './compare-workbooks.ts';

/** What the processes do that compare. */
export const tasks: Tasks = {
  text: compareText,
  words: compareWords,
  books: compareWorkbooks,
  report: async (job) => (await import('./write-report.ts')).writeReport(job),
  bind: async (job) => (await import('./append-page-pairs.ts')).appendPagePairs(job),
  // the only one that needs the decoder of pictures
  pictures: async (job) => (await import('./compare-images.ts')).compareImages(job),
};
