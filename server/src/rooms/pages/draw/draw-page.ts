import { createCanvas } from '@napi-rs/canvas';
import { type Answer, GiveUp, type Job } from '../../../ground/confined/job.ts';
import { numberIn } from './number-in.ts';
import { openPdf } from './open-pdf.ts';

/** A page may be as high as so many of its widths; what is longer is drawn narrower. */
const mostPixels = 12_000_000;
const quality = 88;

/** A page of a PDF as a picture of so many pixels across. */
export async function drawPage(job: Job): Promise<Answer> {
  const pdf = await openPdf(job);
  const number = numberIn(job, 'page');
  if (number > pdf.numPages) throw new GiveUp('no-output');
  const page = await pdf.getPage(number);
  const life = page.getViewport({ scale: 1 });
  const wanted = numberIn(job, 'width') / life.width;
  const viewport = page.getViewport({ scale: Math.min(wanted, Math.sqrt(mostPixels / (life.width * life.height))) });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  try {
    await page.render({ canvas: canvas as never, viewport, background: '#fff' }).promise;
    return { ok: true, text: '', bytes: await canvas.encode('jpeg', quality) };
  } finally {
    page.cleanup();
    Object.assign(canvas, { width: 0, height: 0 });
  }
}
