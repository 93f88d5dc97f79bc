import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A picture of one colour. */
export const plainPhoto = (width: number, height: number, colour = '#27c'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

/** A picture as a phone takes it, of another content each time. */
export const anyPhoto = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .resize(width, height)
    .jpeg()
    .toBuffer();

/** The picture made small by the decoder alone. */
export const madeSmall = (bytes: Buffer, side: number): Promise<Buffer> =>
  sharp(bytes).resize({ width: side, height: side, fit: 'inside' }).webp({ quality: 78 }).toBuffer();
