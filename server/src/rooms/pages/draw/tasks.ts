import type { Answer, Job, Tasks } from '../../../ground/confined/job.ts';
import { drawPage } from './draw-page.ts';
import { markPicture } from './mark-picture.ts';
import { closePdf } from './open-pdf.ts';
import { pageFacts, pageOutline } from './page-facts.ts';
import { pageWords } from './page-words.ts';

/** What was open when a job failed is read anew by the next one. */
const freshAfterFailure =
  (work: (job: Job) => Promise<Answer>) =>
  async (job: Job): Promise<Answer> => {
    try {
      return await work(job);
    } catch (error) {
      await closePdf();
      throw error;
    }
  };

export const tasks: Tasks = {
  page: freshAfterFailure(drawPage),
  words: freshAfterFailure(pageWords),
  facts: freshAfterFailure(pageFacts),
  outline: freshAfterFailure(pageOutline),
  // who waits for a page does not wait for the decoder of pictures
  picture: async (job) => (await import('./draw-picture.ts')).drawPicture(job),
  pictureFacts: async (job) => (await import('./draw-picture.ts')).pictureFacts(job),
  mark: markPicture,
};
