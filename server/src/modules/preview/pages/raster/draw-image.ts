import { readFile } from 'node:fs/promises';
import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { type Sizes, addPageSize, requirePositiveInteger } from './pdf-pages.ts';

const limitInputPixels = 200_000_000;
const mostPages = 2000;
const quality = 88;

// one image at a time per process: the pool provides the concurrency
sharp.concurrency(1);
sharp.cache(false);

/** SVG images are rasterised at a higher density, so that they stay sharp. */
const density = 144;

/** Opens the image of a job, or one of its pages. */
export async function openImage(job: Job, page = 0): Promise<Sharp> {
  const options = { limitInputPixels, page, failOn: 'error' } as const;
  if (job.ext === 'bmp') return openBitmap(job.path);
  // by its bytes, not by its path: an SVG could refer to neighbouring files
  const bytes = await readFile(job.path);
  return sharp(bytes, { ...options, ...(job.ext === 'svg' && { density }) });
}

/** BMP, which the decoder does not support. */
async function openBitmap(path: string): Promise<Sharp> {
  const bytes = await readFile(path);
  const [width, height] = [Math.abs(bytes.readInt32LE(18)), Math.abs(bytes.readInt32LE(22))];
  if (width * height > limitInputPixels / 4) throw new TaskFailure('too-large');
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return sharp(Buffer.from(canvas.data()), { raw: { width: image.width, height: image.height, channels: 4 } });
}

/** An image, or one of its pages, as one that every browser draws, up to a width. */
export async function drawImage(job: Job): Promise<Answer> {
  const width = requirePositiveInteger(job, 'width');
  const image = await openImage(job, requirePositiveInteger(job, 'page') - 1).catch(asImageFailure);
  const bytes = await image
    .rotate()
    .resize({ width, height: width * 4, fit: 'inside', withoutEnlargement: job.ext !== 'svg' && job.terms?.['enlarge'] !== true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer()
    .catch(asImageFailure);
  return { ok: true, text: '', bytes };
}

/** The number and sizes of an image's pages; fails where it cannot be decoded. */
export async function imageFacts(job: Job): Promise<Answer> {
  const { pages = 1 } = await (await openImage(job)).metadata().catch(asImageFailure);
  const count = Math.min(pages, mostPages);
  const sizes: Sizes = [];
  for (let page = 0; page < count; page++) {
    const { width, height, orientation = 1 } = await (await openImage(job, page)).metadata();
    if (orientation > 4) addPageSize(sizes, height, width);
    else addPageSize(sizes, width, height);
  }
  await (await openImage(job)).resize(16).jpeg().toBuffer().catch(asImageFailure);
  return { ok: true, text: JSON.stringify({ count, sizes }), pages: count };
}

/** Maps an error of the image decoder to a failure reason. */
export function asImageFailure(error: unknown): never {
  if (error instanceof TaskFailure) throw error;
  throw new TaskFailure(/pixel limit/i.test(String(error)) ? 'too-large' : 'broken');
}
