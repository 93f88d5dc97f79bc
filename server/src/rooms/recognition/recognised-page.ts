import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { draw } from '../pages/drawers.ts';
import { isDrawnPicture, isPagedPicture, type PageSource, pageSource, pictureSource } from '../pages/page-source.ts';
import type { Made, Maker, Making } from '../renditions/maker.ts';
import { recognisersOf } from './recognisers.ts';

/** Some 190 dots an inch on A4: small print is read as well as on larger pictures, in less time. */
const pageWidth = 1600;
/** Text on a screen is smaller than on paper: pictures are drawn up to so many times larger. */
const mostEnlarged = 2;
/** Icons say nothing. */
const [leastWidth, leastHeight] = [48, 16];
/** A whole page takes some seconds; it may take long where others need the processor. */
const timeoutMs = 5 * 60_000;
const maxOutput = 2 * 1024 * 1024;

const Sizes = z.object({ sizes: z.array(z.tuple([z.number(), z.number(), z.int()])) });

/** Pictures whose words can be recognised. */
export const isRecognisable = (ext: string): boolean => ext !== 'svg' && ext !== 'ico' && (isDrawnPicture(ext) || isPagedPicture(ext));

/** The words that are recognised on a page, with their places, as JSON; `param` is the number of the page. */
export const recognisedPage: Maker = {
  name: 'recognised',
  version: 2,
  async make(making) {
    const found = isDrawnPicture(making.source.ext) ? await pictureSource(making) : await pageSource(making);
    if (!found.ok) return found;
    const drawn = await drawnPage(making, found.from);
    if (!drawn.ok) return drawn;
    if (!Buffer.isBuffer(drawn.content)) return { ok: false, reason: 'no-output' };
    return recognised(making, drawn.content);
  },
};

const nothing: Made = { ok: true, content: Buffer.from('[]') };

async function recognised({ house, folder }: Making, picture: Buffer): Promise<Made> {
  if (picture.length === 0) return nothing;
  const path = join(folder, 'page.jpg');
  await writeFile(path, picture);
  const file = { path, ext: 'jpg', name: '', size: picture.length };
  const answer = await recognisersOf(house).run('recognise', file, { timeoutMs, maxOutput });
  return answer.ok ? { ok: true, content: answer.bytes ?? Buffer.from('[]') } : answer;
}

/** The page as a picture that can be read; empty where it is too small to say anything. */
async function drawnPage({ house, param }: Making, { kind, path, ext }: PageSource): Promise<Made> {
  const page = Number(param);
  const drawing = { path, ext, urgent: false };
  if (kind === 'pdf') return draw(house, { ...drawing, task: 'page', terms: { page, width: pageWidth } });
  const facts = await draw(house, { ...drawing, task: 'pictureFacts' });
  if (!facts.ok) return facts;
  const [width, height] = Buffer.isBuffer(facts.content) ? sizeOf(facts.content.toString('utf8'), page) : [0, 0];
  if (width < leastWidth || height < leastHeight) return { ok: true, content: Buffer.alloc(0) };
  const wanted = Math.min(pageWidth, Math.round(width * mostEnlarged));
  return draw(house, { ...drawing, task: 'picture', terms: { page, width: Math.max(wanted, 1), enlarge: true } });
}

function sizeOf(facts: string, page: number): [number, number] {
  let before = 0;
  for (const [width, height, count] of Sizes.parse(JSON.parse(facts)).sizes) {
    before += count;
    if (page <= before) return [width, height];
  }
  return [0, 0];
}
