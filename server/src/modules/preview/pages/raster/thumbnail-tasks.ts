import type { Answer, Job, Tasks } from '@dossier/formats/task';
import { createCanvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { asImageFailure, openImage } from './draw-image.ts';
import { closePdf, openPdf, requirePositiveInteger } from './pdf-pages.ts';

const quality = 78;

/** A thumbnail of an image: upright, on white, without metadata. */
async function thumbnail(image: Sharp, { side, enlarge }: { side: number; enlarge: boolean }): Promise<Answer> {
  const bytes = await image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: !enlarge })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .webp({ quality })
    .toBuffer()
    .catch(asImageFailure);
  return { ok: true, text: '', bytes };
}

async function imageThumbnail(job: Job): Promise<Answer> {
  const image = await openImage(job).catch(asImageFailure);
  return thumbnail(image.rotate(), { side: requirePositiveInteger(job, 'side'), enlarge: job.ext === 'svg' });
}

/** The first page of a PDF, drawn at thumbnail size. */
async function pageThumbnail(job: Job): Promise<Answer> {
  const side = requirePositiveInteger(job, 'side');
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
    return await thumbnail(raw, { side, enlarge: false });
  } finally {
    // no further page follows
    await closePdf();
  }
}

export const tasks: Tasks = { picture: imageThumbnail, page: pageThumbnail };
