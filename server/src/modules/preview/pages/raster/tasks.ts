import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Answer, Job, Tasks } from '@dossier/formats/task';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { drawMark } from '../../watermarks/mark-drawing/draw-mark.ts';
import { chineseFont, closePdf, drawPage, drawRedactedPage, pageFacts, pageOutline, pageWords } from './pdf-pages.ts';

const quality = 85;

/** Draws a watermark into a rasterised image. */
async function markImage({ path, terms }: Job): Promise<Answer> {
  const picture = await loadImage(path);
  const { width, height } = picture;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  drawMark(context, terms?.mark as Mark, { width, height, font: chineseFont });
  const bytes = await canvas.encode('jpeg', quality);
  // frees the memory at once
  Object.assign(canvas, { width: 0, height: 0 });
  return { ok: true, text: '', bytes };
}

/** Closes open documents when a job fails, since their state is unknown. */
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
  redacted: freshAfterFailure(drawRedactedPage),
  words: freshAfterFailure(pageWords),
  facts: freshAfterFailure(pageFacts),
  outline: freshAfterFailure(pageOutline),
  // loaded on demand: a page does not wait for the image decoder
  picture: async (job) => (await import('./draw-image.ts')).drawImage(job),
  pictureFacts: async (job) => (await import('./draw-image.ts')).imageFacts(job),
  mark: markImage,
};
