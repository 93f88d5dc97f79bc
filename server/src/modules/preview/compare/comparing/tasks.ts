import type { Tasks } from '@dossier/formats/task';
import { compareText } from './compare-text.ts';
import { compareWords } from './compare-words.ts';
import { compareWorkbooks } from './compare-workbooks.ts';

/** Tasks of the comparison processes. */
export const tasks: Tasks = {
  text: compareText,
  words: compareWords,
  books: compareWorkbooks,
  report: async (job) => (await import('./write-report.ts')).writeReport(job),
  bind: async (job) => (await import('./write-report.ts')).appendPagePairs(job),
  // the only task that needs the image decoder
  pictures: async (job) => (await import('./compare-images.ts')).compareImages(job),
};
