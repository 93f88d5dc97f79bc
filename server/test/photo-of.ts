import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** An image of one colour. */
export const plainPhoto = (width: number, height: number, colour = '#27c'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

/** An image of a phone's size, with random content. */
export const anyPhoto = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .resize(width, height)
    .jpeg()
    .toBuffer();

/** The image resized by the decoder alone. */
export const madeSmall = (bytes: Buffer, side: number): Promise<Buffer> =>
  sharp(bytes).resize({ width: side, height: side, fit: 'inside' }).webp({ quality: 78 }).toBuffer();
