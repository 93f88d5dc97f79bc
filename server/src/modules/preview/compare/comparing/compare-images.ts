import type { Change } from '@dossier/contract/preview/compare';
import type { PageBox } from '@dossier/contract/preview/pages';
import type { Answer, Job } from '@dossier/formats/task';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { createResult } from './result-writer.ts';

/** Images are compared at this width in pixels, in squares of this size. */
const width = 960;
const square = 12;
/** Perceived difference that counts, 0 to 1: the noise of a JPEG of quality 60 stays below it, a thin grey line is above it. */
const threshold = 0.15;
const leastPixels = 3;
const mostBoxes = 300;

sharp.concurrency(1);
sharp.cache(false);

/** Compares rasterised images in pairs. A page without a counterpart was added or removed. */
export async function compareImages(job: Job): Promise<Answer> {
  const { pairs, cut } = job.terms as { pairs: [string | null, string | null][]; cut: boolean };
  const result = createResult();
  if (cut) result.cut();
  for (const [at, [before, after]] of pairs.entries()) {
    const page = at + 1;
    if (before === null || after === null) {
      const whole = [{ page, boxes: [{ x: 0, y: 0, width: 1, height: 1 }] }];
      const place = before === null ? { placesBefore: [], placesAfter: whole } : { placesBefore: whole, placesAfter: [] };
      result.note({ kind: before === null ? 'added' : 'removed', before: '', after: '', ...place });
    } else for (const change of await changesIn(before, after, page)) result.note(change);
  }
  return result.answer();
}

interface Raw {
  data: Buffer;
  height: number;
}

async function raw(path: string): Promise<Raw> {
  const { data, info } = await sharp(path, { limitInputPixels: 100_000_000 })
    .resize({ width, height: await heightOf(path), fit: 'fill' })
    .blur(0.6)
    .removeAlpha()
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, height: info.height };
}

async function heightOf(path: string): Promise<number> {
  const { width: wide, height } = await sharp(path).metadata();
  return Math.max(1, Math.min(width * 4, Math.round((height * width) / Math.max(1, wide))));
}

async function changesIn(before: string, after: string, page: number): Promise<Change[]> {
  const [a, b] = [await raw(before), await raw(after)];
  const boxes = boxesOf(squaresOf(a, b), Math.ceil(Math.max(a.height, b.height) / square));
  return boxes.slice(0, mostBoxes).map((box) => ({
    kind: 'changed',
    before: '',
    after: '',
    placesBefore: [{ page, boxes: inParts(box, a.height) }],
    placesAfter: [{ page, boxes: inParts(box, b.height) }],
  }));
}

const across = Math.ceil(width / square);

/** The squares that differ enough; where one image is shorter, all squares beyond its end. */
function squaresOf(a: Raw, b: Raw): Uint8Array {
  const high = Math.max(a.height, b.height);
  const both = Math.min(a.height, b.height);
  const length = width * both * 4;
  const mask = new Uint8Array(length);
  pixelmatch(a.data.subarray(0, length), b.data.subarray(0, length), mask, width, both, { threshold, diffMask: true });
  const counts = new Uint16Array(across * Math.ceil(high / square));
  for (let y = 0; y < high; y++) {
    const row = Math.floor(y / square) * across;
    for (let x = 0; x < width; x++) {
      // a mask is opaque where the images differ
      const isOther = y >= both || mask[(y * width + x) * 4 + 3] !== 0;
      if (isOther) counts[row + Math.floor(x / square)] = (counts[row + Math.floor(x / square)] ?? 0) + 1;
    }
  }
  return Uint8Array.from(counts, (count) => (count >= leastPixels ? 1 : 0));
}

interface Cells {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Bounding boxes of adjacent squares, from top to bottom. */
function boxesOf(squares: Uint8Array, down: number): Cells[] {
  const seen = new Uint8Array(squares.length);
  const boxes: Cells[] = [];
  for (let start = 0; start < squares.length; start++) {
    if (squares[start] !== 1 || seen[start] === 1) continue;
    const box = { left: across, top: down, right: 0, bottom: 0 };
    const waiting = [start];
    seen[start] = 1;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [x, y] = [cell % across, Math.floor(cell / across)];
      [box.left, box.right] = [Math.min(box.left, x), Math.max(box.right, x + 1)];
      [box.top, box.bottom] = [Math.min(box.top, y), Math.max(box.bottom, y + 1)];
      for (let toY = Math.max(0, y - 2); toY <= Math.min(down - 1, y + 2); toY++)
        for (let toX = Math.max(0, x - 2); toX <= Math.min(across - 1, x + 2); toX++) {
          const next = toY * across + toX;
          if (squares[next] !== 1 || seen[next] === 1) continue;
          seen[next] = 1;
          waiting.push(next);
        }
    }
    boxes.push(box);
  }
  return boxes;
}

function inParts({ left, top, right, bottom }: Cells, height: number): PageBox[] {
  const from = Math.min(1, (top * square) / height);
  const to = Math.min(1, (bottom * square) / height);
  return [{ x: (left * square) / width, y: from, width: ((right - left) * square) / width, height: to - from }];
}
