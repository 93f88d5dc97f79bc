import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transientFailures } from '@dossier/formats/task';
import { z } from 'zod';
import type { Services } from '../../platform/context.ts';
import { sandboxPool } from '../../platform/sandbox/sandbox.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import {
  imageSource,
  isMultiPageImage,
  isRasterizedImage,
  pageFacts,
  type PageSource,
  pageSource,
  rasterize,
} from './pages/page-renderers.ts';
import type { RenderJob, RenderResult, Renderer, Source } from './renderer.ts';
import { renditionCacheRoot } from './rendition-cache.ts';
import { render } from './renditions.ts';

/** The sandboxed recogniser: one process of low priority, which ends soon after the last page. */
const ocrPoolOf = sandboxPool((services) => {
  mkdirSync(renditionCacheRoot(services), { recursive: true });
  const tasks = fileURLToPath(new URL('./ocr/engine/tasks.ts', import.meta.url));
  // a process takes some 200 MB, and seconds of CPU time for each page: the number of jobs keeps it below the kernel's limit
  return { readable: [renditionCacheRoot(services)], tasks, size: 1, jobsPerProcess: 10, idleMs: 10_000, heapMb: 128, niceness: 19 };
});

/** About 190 dpi on A4: small print is recognised as well as at higher resolutions, in less time. */
const pageWidth = 1600;
/** Screenshots have smaller text than scans: images are enlarged up to this factor. */
const mostEnlarged = 2;
/** Icons contain no text. */
const [leastWidth, leastHeight] = [48, 16];
/** A full page takes some seconds; it may take long under load. */
const timeoutMs = 5 * 60_000;
const maxOutput = 2 * 1024 * 1024;

const Sizes = z.object({ sizes: z.array(z.tuple([z.number(), z.number(), z.int()])) });

/** Images that can contain text. */
export const isOcrCandidate = (ext: string): boolean => ext !== 'svg' && ext !== 'ico' && (isRasterizedImage(ext) || isMultiPageImage(ext));

/** The recognised words of a page with their boxes, as JSON; `param` is the page number. */
const recognisedPage: Renderer = {
  name: 'recognised',
  version: 2,
  async render(job) {
    const found = isRasterizedImage(job.source.ext) ? await imageSource(job) : await pageSource(job);
    if (!found.ok) return found;
    const drawn = await rasterizedPage(job, found.from);
    if (!drawn.ok) return drawn;
    if (!Buffer.isBuffer(drawn.content)) return { ok: false, reason: 'no-output' };
    return recognise(job, drawn.content);
  },
};

const noText: RenderResult = { ok: true, content: Buffer.from('[]') };

async function recognise({ services, folder }: RenderJob, image: Buffer): Promise<RenderResult> {
  if (image.length === 0) return noText;
  const path = join(folder, 'page.jpg');
  await writeFile(path, image);
  const file = { path, ext: 'jpg', name: '', size: image.length };
  const answer = await ocrPoolOf(services).run('recognise', file, { timeoutMs, maxOutput });
  return answer.ok ? { ok: true, content: answer.bytes ?? Buffer.from('[]') } : answer;
}

/** The page as an image for recognition; empty where it is too small to contain text. */
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

/** Limits of one document: pages, and time. */
const maxPages = 50;
const maxTimeMs = 30 * 60_000;

const Pieces = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.string()]));
const Facts = z.object({ count: z.int().min(0) });

/** Whether the site has text recognition enabled. */
export const isOcrEnabled = async (services: Services): Promise<boolean> =>
  (await settingsOf(services.database.read, 'recognition')).enabled;

/**
 * The recognised words of these pages of a document, or of all pages of an image; undefined where it was cancelled by a shutdown or by the
 * site setting, 'later' where a page had no space or no capacity. Recognised pages stay in the rendition cache, and cost nothing the next
 * time.
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
  const facts = await render(services, source, { renderer: pageFacts });
  if (!facts.ok) return transientFailures.has(facts.reason) ? 'later' : [];
  const { count } = Facts.parse(JSON.parse(await readFile(facts.path, 'utf8')));
  return Array.from({ length: Math.min(count, maxPages) }, (_, at) => at + 1);
}

async function pageText(services: Services, source: Source, page: number): Promise<{ words: string } | 'later'> {
  const made = await render(services, source, { renderer: recognisedPage, param: String(page) });
  if (!made.ok) return transientFailures.has(made.reason) ? 'later' : { words: '' };
  const pieces = Pieces.safeParse(JSON.parse(await readFile(made.path, 'utf8')));
  return { words: pieces.success ? pieces.data.map(([, , , , text]) => text).join('\n') : '' };
}
