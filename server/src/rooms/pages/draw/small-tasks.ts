import { createCanvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import type { Answer, Job, Tasks } from '../../../ground/confined/job.ts';
import { openPicture, tooLarge } from './draw-picture.ts';
import { numberIn } from './number-in.ts';
import { closePdf, openPdf } from './open-pdf.ts';

const quality = 78;

/** A picture made small: upright, on white, without what was written beside it. */
async function small(picture: Sharp, { side, enlarge }: { side: number; enlarge: boolean }): Promise<Answer> {
  const bytes = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: !enlarge })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .webp({ quality })
    .toBuffer()
    .catch(tooLarge);
  return { ok: true, text: '', bytes };
}

async function smallPicture(job: Job): Promise<Answer> {
  const picture = await openPicture(job).catch(tooLarge);
  return small(picture.rotate(), { side: numberIn(job, 'side'), enlarge: job.ext === 'svg' });
}

/** The first page of a PDF, drawn as small as it will be. */
async function smallPage(job: Job): Promise<Answer> {
  const side = numberIn(job, 'side');
  try {
    const page = await (await openPdf(job)).getPage(1);
    const life = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: side / Math.max(life.width, life.height) });
    const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))];
    const canvas = createCanvas(width, height);
    await page.render({ canvas: canvas as never, viewport, background: '#fff' }).promise;
    page.cleanup();
    const raw = sharp(Buffer.from(canvas.data()), { raw: { width, height, channels: 4 } });
    Object.assign(canvas, { width: 0, height: 0 });
    return await small(raw, { side, enlarge: false });
  } finally {
    // nobody turns to the next page here
    await closePdf();
  }
}

export const tasks: Tasks = { picture: smallPicture, page: smallPage };
