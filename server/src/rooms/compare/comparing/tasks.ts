import type { Tasks } from '../../../ground/confined/job.ts';
import { compareBooks } from './compare-books.ts';
import { compareText } from './compare-text.ts';
import { compareWords } from './compare-words.ts';

/** What the processes do that compare. */
export const tasks: Tasks = {
  text: compareText,
  words: compareWords,
  books: compareBooks,
  report: async (job) => (await import('./write-report.ts')).writeReport(job),
  bind: async (job) => (await import('./bind-pages.ts')).bindPages(job),
  // the only one that needs the decoder of pictures
  pictures: async (job) => (await import('./compare-pictures.ts')).comparePictures(job),
};
