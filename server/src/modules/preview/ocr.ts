import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transientFailures } from '@dossier/formats/task';
import { z } from 'zod';
import type { Services } from '../../platform/context.ts';
import { sandboxPool } from '../../platform/sandbox/sandbox.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { type PageSource, imageSource, isMultiPageImage, isRasterizedImage, pageFacts, pageSource } from './pages/page-renderers.ts';
import { rasterize } from './pages/rasterizer.ts';
import type { RenderJob, RenderResult, Renderer, Source } from './renderer.ts';
import { renditionCacheRoot } from './rendition-cache.ts';
import { render } from './renditions.ts';

/** The house's confined recogniser: one at a time, behind everything else, ended soon after the last page. */
const ocrPoolOf = sandboxPool((services) => {
  mkdirSync(renditionCacheRoot(services), { recursive: true });
  const tasks = fileURLToPath(new URL('./ocr/engine/tasks.ts', import.meta.url));
  // it takes some 200 MB, and seconds of the processor for each page: a process may have so many before the kernel ends it
  return { readable: [renditionCacheRoot(services)], tasks, size: 1, jobsPerProcess: 10, idleMs: 10_000, heapMb: 128, niceness: 19 };
});

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
export const isOcrCandidate = (ext: string): boolean => ext !== 'svg' && ext !== 'ico' && (isRasterizedImage(ext) || isMultiPageImage(ext));

/** The words that are recognised on a page, with their places, as JSON; `param` is the number of the page. */
const recognisedPage: Renderer = {
  name: 'recognised',
  version: 2,
  async render(making) {
    const found = isRasterizedImage(making.source.ext) ? await imageSource(making) : await pageSource(making);
    if (!found.ok) return found;
    const drawn = await rasterizedPage(making, found.from);
    if (!drawn.ok) return drawn;
    if (!Buffer.isBuffer(drawn.content)) return { ok: false, reason: 'no-output' };
    return recognise(making, drawn.content);
  },
};

const noText: RenderResult = { ok: true, content: Buffer.from('[]') };

async function recognise({ services, folder }: RenderJob, picture: Buffer): Promise<RenderResult> {
  if (picture.length === 0) return noText;
  const path = join(folder, 'page.jpg');
  await writeFile(path, picture);
  const file = { path, ext: 'jpg', name: '', size: picture.length };
  const answer = await ocrPoolOf(services).run('recognise', file, { timeoutMs, maxOutput });
  return answer.ok ? { ok: true, content: answer.bytes ?? Buffer.from('[]') } : answer;
}

/** The page as a picture that can be read; empty where it is too small to say anything. */
async function rasterizedPage({ services, param }: RenderJob, { kind, path, ext }: PageSource): Promise<RenderResult> {
  const page = Number(param);
  const drawing = { path, ext, urgent: false };
  if (kind === 'pdf') return rasterize(services, { ...drawing, task: 'page', terms: { page, width: pageWidth } });
  const facts = await rasterize(services, { ...drawing, task: 'pictureFacts' });
  if (!facts.ok) return facts;
  const [width, height] = Buffer.isBuffer(facts.content) ? sizeOf(facts.content.toString('utf8'), page) : [0, 0];
  if (width < leastWidth || height < leastHeight) return { ok: true, content: Buffer.alloc(0) };
  const wanted = Math.min(pageWidth, Math.round(width * mostEnlarged));
  return rasterize(services, { ...drawing, task: 'picture', terms: { page, width: Math.max(wanted, 1), enlarge: true } });
}

function sizeOf(facts: string, page: number): [number, number] {
  let before = 0;
  for (const [width, height, count] of Sizes.parse(JSON.parse(facts)).sizes) {
    before += count;
    if (page <= before) return [width, height];
  }
  return [0, 0];
}

/** Of a document so many pages are recognised, for so long at most. */
const maxPages = 50;
const maxTimeMs = 30 * 60_000;

const Pieces = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.string()]));
const Facts = z.object({ count: z.int().min(0) });

/** Whether this site wants words recognised. */
export const isOcrEnabled = async (services: Services): Promise<boolean> =>
  (await settingsOf(services.database.read, 'recognition')).enabled;

/**
 * The words that are recognised on these pages of a document, or on all pages of a picture; undefined where it was broken off because the
 * house closes or the site no longer wants it, 'later' where a page found no room or no turn. What was recognised stands on the shelf,
 * and costs nothing the next time.
 */
export async function recognisePages(
  services: Services,
  source: Source,
  pages?: number[],
): Promise<{ words: string } | 'later' | undefined> {
  const texts: string[] = [];
  const until = performance.now() + maxTimeMs;
  const wanted = pages ?? (await imagePages(services, source));
  if (wanted === 'later') return wanted;
  for (const page of wanted.slice(0, maxPages)) {
    if (services.stopping.aborted || !(await isOcrEnabled(services))) return undefined;
    if (performance.now() > until) break;
    const found = await pageText(services, source, page);
    if (found === 'later') return found;
    texts.push(found.words);
  }
  return services.stopping.aborted ? undefined : { words: texts.filter((text) => text !== '').join('\f') };
}

async function imagePages(services: Services, source: Source): Promise<number[] | 'later'> {
  if (!isMultiPageImage(source.ext)) return [1];
  const facts = await render(services, source, { maker: pageFacts });
  if (!facts.ok) return transientFailures.has(facts.reason) ? 'later' : [];
  const { count } = Facts.parse(JSON.parse(await readFile(facts.path, 'utf8')));
  return Array.from({ length: Math.min(count, maxPages) }, (_, at) => at + 1);
}

async function pageText(services: Services, source: Source, page: number): Promise<{ words: string } | 'later'> {
  const made = await render(services, source, { maker: recognisedPage, param: String(page) });
  if (!made.ok) return transientFailures.has(made.reason) ? 'later' : { words: '' };
  const pieces = Pieces.safeParse(JSON.parse(await readFile(made.path, 'utf8')));
  return { words: pieces.success ? pieces.data.map(([, , , , text]) => text).join('\n') : '' };
}
