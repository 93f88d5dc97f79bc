import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extensions, isOffice, renditionOf } from '@dossier/contract/core/file-types';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { runProgram } from '../../../platform/subprocess/run-program.ts';
import { officePdf } from '../office-pdf.ts';
import { pdfRendererFor } from '../pdf/pdf-renderers.ts';
import type { Renderer, RenderJob, RenderResult, Rendition, Source } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';
import { render, renditionState } from '../renditions.ts';

/** What pages are rasterised from: a PDF, the original or a conversion, or a multi-page image. */
export interface PageSource {
  kind: 'pdf' | 'picture';
  path: string;
  ext: string;
}

type PageSourceResult = { ok: true; from: PageSource } | Extract<RenderResult, { ok: false }>;

/** Whether this is shown as pages. */
export const hasPages = (ext: string): boolean =>
  extensions.pdf.has(ext) ||
  isOffice(ext) ||
  extensions.sheet.has(ext) ||
  extensions.drawing.has(ext) ||
  extensions.ofd.has(ext) ||
  isMultiPageImage(ext) ||
  extensions.mail.has(ext) ||
  ['text', 'html'].includes(renditionOf(ext));

/** Multi-page image formats. */
export const isMultiPageImage = (ext: string): boolean => ext === 'tif' || ext === 'tiff';

/** Images that are redrawn without the right to download, or for lack of browser support. */
export const isRasterizedImage = (ext: string): boolean => extensions.picture.has(ext) || ext === 'heic' || ext === 'heif';

/** The page source of a document. */
export async function pageSource(job: RenderJob): Promise<PageSourceResult> {
  const { services, source, path } = job;
  if (extensions.pdf.has(source.ext)) return { ok: true, from: { kind: 'pdf', path, ext: 'pdf' } };
  if (isMultiPageImage(source.ext)) {
    const decoded = await isDecodable(job);
    if (decoded === 'busy') return { ok: false, reason: 'busy' };
    if (decoded === 'yes') return { ok: true, from: { kind: 'picture', path, ext: source.ext } };
  }
  return pdfSource(services, source, { urgent: job.urgent });
}

/** Whether the decoder reads an image; the office engine supports some further formats. */
async function isDecodable({ services, path, source, urgent }: RenderJob): Promise<'yes' | 'no' | 'busy'> {
  const { office } = await enginesOf(services);
  if (office === undefined) return 'yes';
  const facts = await rasterize(services, { task: 'pictureFacts', path, ext: source.ext, urgent });
  if (facts.ok) return 'yes';
  return facts.reason === 'busy' ? 'busy' : 'no';
}

async function pdfSource(services: Services, source: Source, { urgent }: { urgent: boolean }): Promise<PageSourceResult> {
  const renderer = await pdfRendererFor(services, source.ext);
  // without an office engine, its renderer reports that
  const pdf = await render(services, source, { renderer: renderer === undefined || renderer === 'own' ? officePdf : renderer, urgent });
  return pdf.ok ? { ok: true, from: { kind: 'pdf', path: pdf.path, ext: 'pdf' } } : pdf;
}

/** What an image is drawn from: itself, or its conversion. */
export async function imageSource({ services, source, path, urgent }: RenderJob): Promise<PageSourceResult> {
  if (extensions.picture.has(source.ext)) return { ok: true, from: { kind: 'picture', path, ext: source.ext } };
  const image = await render(services, source, { renderer: heicImage, urgent });
  return image.ok ? { ok: true, from: { kind: 'picture', path: image.path, ext: 'jpg' } } : image;
}

const heicLimits = { timeoutMs: 60_000, memoryMb: 2048, maxOutput: 128 * 1024 * 1024 };

const heicQueue = createFairScheduler(2);

/** HEIC photos as an image that the decoder can read, by the installed converter. */
const heicImage: Renderer = {
  name: 'heic',
  version: 1,
  render: (job) => heicQueue(job.urgent, () => decodeHeic(job)),
};

async function decodeHeic({ services, path, folder }: RenderJob): Promise<RenderResult> {
  const { heic, shutter } = await enginesOf(services);
  if (heic === undefined) return { ok: false, reason: 'no-engine' };
  const input = join(folder, 'picture.heic');
  const ran = await runProgram({
    ...heicLimits,
    program: heic,
    args: ['-q', '92', input, join(folder, 'out.jpg')],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    signal: services.stopping,
  });
  if (!ran.ok) return ran.reason === 'crashed' && ran.said !== '' ? { ok: false, reason: 'broken' } : ran;
  // a file with several images gets numbered outputs
  for (const name of ['out.jpg', 'out-1.jpg']) {
    const file = join(folder, name);
    if (((await stat(file).catch(() => undefined))?.size ?? 0) > 0) return { ok: true, content: { file } };
  }
  return { ok: false, reason: 'no-output' };
}

/** The text of this many pages is cached as one block. */
export const pagesPerTextBlock = 50;

/** Runs a rasteriser task on the page source. */
async function rasterized(
  job: RenderJob,
  task: RasterTask['task'],
  pictureTask: RasterTask['task'] | undefined,
  terms: RasterTask['terms'],
): Promise<RenderResult> {
  const found = await pageSource(job);
  if (!found.ok) return found;
  job.report(0.7);
  const { kind, path, ext } = found.from;
  const wanted = kind === 'pdf' ? task : pictureTask;
  if (wanted === undefined) return { ok: true, content: Buffer.from('[]') };
  return rasterize(job.services, { task: wanted, path, ext, urgent: job.urgent, ...(terms && { terms }) });
}

/** The number and sizes of pages, as JSON. */
export const pageFacts: Renderer = {
  name: 'pages',
  version: 2,
  render: (job) => rasterized(job, 'facts', 'pictureFacts', undefined),
};

export const pageOutline: Renderer = {
  name: 'outline',
  version: 2,
  render: (job) => rasterized(job, 'outline', undefined, undefined),
};

/** A page as an image without watermark; `param` is its number and width. */
export const pageImage: Renderer = {
  name: 'page',
  version: 2,
  render: (job) => {
    const [page, width] = job.param.split('-').map(Number);
    return rasterized(job, 'page', 'picture', { page, width });
  },
};

/** The text of a block of pages, one page a line; `param` is the first page. */
export const pageWords: Renderer = {
  name: 'words',
  version: 2,
  render: (job) => {
    const page = Number(job.param);
    return rasterized(job, 'words', undefined, { page, to: page + pagesPerTextBlock - 1 });
  },
};

/** An image as one that every browser draws, without watermark; `param` is its width. */
export const imageRenderer: Renderer = {
  name: 'picture',
  version: 1,
  async render(job) {
    const found = await imageSource(job);
    if (!found.ok) return found;
    const { path, ext } = found.from;
    return rasterize(job.services, {
      task: 'picture',
      path,
      ext,
      urgent: job.urgent,
      terms: { page: 1, width: Number(job.param) },
    });
  },
};

interface PageAt {
  page: number;
  width: number;
}

const pageRequest = ({ page, width }: PageAt) => ({ renderer: pageImage, param: `${page}-${width}` });

/** The image of a page, rendered or cached. */
export const renderPage = (services: Services, source: Source, at: PageAt & { urgent: boolean }): Promise<Rendition> =>
  render(services, source, { ...pageRequest(at), urgent: at.urgent });

/** The state of a page's image, without starting it. */
export const pageState = (services: Services, source: Source, at: PageAt) => renditionState(services, source, pageRequest(at));

/** A page takes some hundred milliseconds; beyond the limit it is broken or hostile. */
const timeoutMs = 60_000;
const maxOutput = 32 << 20;

/** The sandboxed rasterisers of pages and images, which end soon after the last job. */
const rasterizerOf = sandboxPool((services) => {
  const marks = fileURLToPath(new URL('../watermarks/mark-drawing', import.meta.url));
  const readable = [...renderableFolders(services), marks];
  const tasks = fileURLToPath(new URL('./raster/tasks.ts', import.meta.url));
  return { readable, tasks, addons: true, size: 3, jobsPerProcess: 200, idleMs: 60_000, heapMb: 768 };
});

/** A rasteriser task on a file. */
interface RasterTask {
  task: 'page' | 'redacted' | 'words' | 'facts' | 'outline' | 'picture' | 'pictureFacts' | 'mark';
  path: string;
  ext: string;
  urgent: boolean;
  terms?: Record<string, unknown>;
}

/** Runs a task in a sandboxed process. */
export async function rasterize(services: Services, { task, path, ext, urgent, terms }: RasterTask): Promise<RenderResult> {
  const answer = await rasterizerOf(services).run(
    task,
    { path, ext, name: '', size: 0 },
    { timeoutMs, maxOutput, urgent, ...(terms && { terms }) },
  );
  if (!answer.ok) return answer;
  if (answer.cut === true) return { ok: false, reason: 'too-large' };
  return { ok: true, content: answer.bytes ?? Buffer.from(answer.text) };
}

/** The last watermarked images: browsers request an image several times, and users page back. */
const recentImages = new LimitedMap<Buffer>(24);

/** A page image with a watermark for one user and minute; never stored on disk. Undefined where it could not be drawn. */
export async function markImage(services: Services, { path, changed }: Rendition & { ok: true }, mark: Mark): Promise<Buffer | undefined> {
  const key = `${path} ${changed} ${JSON.stringify(mark)}`;
  const known = recentImages.get(key);
  if (known !== undefined) return known;
  const drawn = await rasterize(services, { task: 'mark', path, ext: 'jpg', urgent: true, terms: { mark } });
  if (!drawn.ok || !Buffer.isBuffer(drawn.content)) return undefined;
  recentImages.set(key, drawn.content);
  return drawn.content;
}
