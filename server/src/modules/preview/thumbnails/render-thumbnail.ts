import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { extensions, hasThumbnail, isOffice, isPlayed } from '@dossier/contract/core/file-types';
import { z } from 'zod';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { runAsRequester, withDeadline } from '../../../platform/jobs/current-work.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { extractStill } from '../media/posters-and-waveforms.ts';
import { imageSource, isRasterizedImage, pageSource } from '../pages/page-renderers.ts';
import type { RenderJob, RenderResult, Renderer, Rendition, Source } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';
import { render, renditionState } from '../renditions.ts';

/** Long sides of thumbnails in pixels: in lists, in lists of documents with a watermark, and enlarged. */
export const thumbnailSizes = { tile: 320, marked: 240, glance: 720 } as const;

const timeoutMs = 20_000;
const maxOutput = 1 << 20;

/** A process of its own, so that previews of pages do not wait for the thumbnails of a list. */
const thumbnailPool = sandboxPool((services) => {
  const readable = renderableFolders(services);
  const tasks = fileURLToPath(new URL('../pages/raster/thumbnail-tasks.ts', import.meta.url));
  return { readable, tasks, addons: true, size: 1, jobsPerProcess: 200, idleMs: 60_000, heapMb: 768 };
});

/** What a thumbnail is drawn from. */
interface ThumbnailSource {
  kind: 'page' | 'picture';
  path: string;
  ext: string;
}

/** Draws the thumbnail in a process with read-only access. */
async function drawThumbnail(
  services: Services,
  { kind, path, ext }: ThumbnailSource,
  how: { side: number; urgent: boolean },
): Promise<RenderResult> {
  const { side, urgent } = how;
  const file = { path, ext, name: '', size: 0 };
  const answer = await thumbnailPool(services).run(kind, file, { timeoutMs, maxOutput, urgent, terms: { side } });
  if (!answer.ok) return answer;
  const facts = answer.bytes === undefined ? undefined : webpSize(answer.bytes);
  if (answer.bytes === undefined || facts === undefined) return { ok: false, reason: 'no-output' };
  return { ok: true, content: answer.bytes, facts };
}

/** The size of a thumbnail from its header: a simple WebP, the only format that the process outputs. */
function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 16) !== 'WEBPVP8 ') return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

type FoundSource = { ok: true; from: ThumbnailSource } | Extract<RenderResult, { ok: false }>;

/** Whether this server can render a thumbnail for this extension. */
export async function canHaveThumbnail(services: Services, ext: string): Promise<boolean> {
  if (!hasThumbnail(ext)) return false;
  const { office, heic, dwg, media: mediaEngine } = await enginesOf(services);
  if (isPlayed(ext)) return mediaEngine !== undefined;
  if (ext === 'heic' || ext === 'heif') return heic !== undefined;
  if (extensions.drawing.has(ext) && ext !== 'dxf') return dwg !== undefined;
  return isOffice(ext) || extensions.sheet.has(ext) ? office !== undefined : true;
}

/** Whether it is drawn from the document itself, and so quickly, or a converter has to run first. */
const isDrawnDirectly = (ext: string): boolean => extensions.pdf.has(ext) || extensions.picture.has(ext);

/** The source of a thumbnail: the image itself, the first page, or a poster. */
async function thumbnailSource(job: RenderJob): Promise<FoundSource> {
  const { ext } = job.source;
  if (isPlayed(ext)) {
    const still = await extractStill(job);
    return still.ok ? { ok: true, from: { kind: 'picture', path: still.path, ext: 'jpg' } } : still;
  }
  const found = await (isRasterizedImage(ext) ? imageSource(job) : pageSource(job));
  if (!found.ok) return found;
  const { kind, path, ext: as } = found.from;
  return { ok: true, from: { kind: kind === 'pdf' ? 'page' : 'picture', path, ext: as } };
}

/** Time limit of a converter for a thumbnail: a document that takes longer gets one after it was opened. */
const engineMs = 45_000;
/** A thumbnail that was given up is not retried for this long. */
const restMs = 5 * 60_000;
const mostResting = 2000;

/** A document as a thumbnail (WebP); `param` is its long side in pixels. */
const thumbnailRenderer: Renderer = {
  name: 'thumb',
  version: 1,
  async render(job) {
    const { services, source, urgent } = job;
    const side = Number(job.param);
    if (side === thumbnailSizes.marked) {
      const larger = await renderThumbnail(services, source, { side: thumbnailSizes.tile, urgent });
      return larger.ok ? drawThumbnail(services, { kind: 'picture', path: larger.path, ext: 'webp' }, { side, urgent }) : larger;
    }
    const found = await withDeadline(engineMs, () => thumbnailSource(job));
    return found.ok ? drawThumbnail(services, found.from, { side, urgent }) : found;
  },
};

/** The time until which a thumbnail that was given up is not retried. */
const resting = new WeakMap<Services, LimitedMap<number>>();

function restOf(services: Services): LimitedMap<number> {
  const known = resting.get(services) ?? new LimitedMap<number>(mostResting);
  resting.set(services, known);
  return known;
}

const nameOf = ({ sha256, ext, part }: Source): string => [sha256, ext, part].join(' ');

/** The thumbnail, cached or rendered. */
export async function renderThumbnail(
  services: Services,
  source: Source,
  { side, urgent }: { side: number; urgent: boolean },
): Promise<Rendition> {
  const made = await render(services, source, { renderer: thumbnailRenderer, param: String(side), urgent });
  if (!made.ok && made.reason === 'busy') restOf(services).set(nameOf(source), services.now() + restMs);
  return made;
}

/** The current state of the thumbnail. */
export async function thumbnailState(services: Services, source: Source): ReturnType<typeof renditionState> {
  const state = await renditionState(services, source, { renderer: thumbnailRenderer, param: String(thumbnailSizes.tile) });
  const isResting = state === undefined && (restOf(services).get(nameOf(source)) ?? 0) > services.now();
  return isResting ? { ok: false, reason: 'busy' } : state;
}

const Shape = z.object({ width: z.int().min(1), height: z.int().min(1) });

export const thumbnailShape = ({ facts }: Rendition & { ok: true }): z.output<typeof Shape> | undefined => Shape.safeParse(facts).data;

/** Beyond this number the oldest requests were probably scrolled out of view. */
const maxWaiting = 400;
/** Half of the cores are left to requests. */
const atOnce = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

interface Queue {
  waiting: Map<string, Source>;
  working: number;
  atOnce: number;
}

/** Separate queues: a photo does not wait for the conversion of a document in the same list. */
interface Queues {
  drawn: Queue;
  made: Queue;
}

const queues = new WeakMap<Services, Queues>();

function queuesOf(services: Services): Queues {
  const known = queues.get(services);
  if (known !== undefined) return known;
  const begun: Queues = { drawn: { waiting: new Map(), working: 0, atOnce }, made: { waiting: new Map(), working: 0, atOnce: 1 } };
  queues.set(services, begun);
  return begun;
}

/** Queues a thumbnail. The last requested is the most likely to be visible, so it is rendered first. */
export function queueThumbnail(services: Services, source: Source): void {
  const queue = queuesOf(services)[isDrawnDirectly(source.ext) ? 'drawn' : 'made'];
  const key = `${source.sha256} ${source.ext}`;
  queue.waiting.delete(key);
  queue.waiting.set(key, source);
  for (const oldest of queue.waiting.keys()) {
    if (queue.waiting.size <= maxWaiting) break;
    queue.waiting.delete(oldest);
  }
  // without a requester: the first one in the queue did not request the following ones
  if (queue.working < queue.atOnce) void runAsRequester('', () => processQueue(services, queue));
}

async function processQueue(services: Services, queue: Queue): Promise<void> {
  queue.working++;
  try {
    for (;;) {
      const [key, source] = [...queue.waiting].at(-1) ?? [];
      if (key === undefined || source === undefined || services.stopping.aborted) return;
      queue.waiting.delete(key);
      await renderThumbnail(services, source, { side: thumbnailSizes.tile, urgent: false });
    }
  } finally {
    queue.working--;
  }
}
