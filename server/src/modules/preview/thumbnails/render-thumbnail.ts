import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { extensions, hasThumbnail, isOffice, isPlayed } from '@dossier/contract/core/file-types';
import { z } from 'zod';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { withDeadline } from '../../../platform/jobs/deadline.ts';
import { runAsRequester } from '../../../platform/jobs/requester.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { extractStill } from '../media/posters-and-waveforms.ts';
import { imageSource, isRasterizedImage, pageSource } from '../pages/page-renderers.ts';
import type { RenderJob, RenderResult, Renderer, Rendition, Source } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';
import { render, renditionState } from '../renditions.ts';

/** The long sides of small pictures in pixels: in lists, the same for who would see the document with a mark in it, and the larger one under the pointer. */
export const thumbnailSizes = { tile: 320, marked: 240, glance: 720 } as const;

const timeoutMs = 20_000;
const maxOutput = 1 << 20;

/** One process of their own: who waits for a page of a document does not wait for pictures of a list. */
const thumbnailPool = sandboxPool((services) => {
  const readable = renderableFolders(services);
  const tasks = fileURLToPath(new URL('../pages/raster/thumbnail-tasks.ts', import.meta.url));
  return { readable, tasks, addons: true, size: 1, jobsPerProcess: 200, idleMs: 60_000, heapMb: 768 };
});

/** What a small picture is drawn from. */
interface ThumbnailSource {
  kind: 'page' | 'picture';
  path: string;
  ext: string;
}

/** Has the small picture drawn, by a process that may only read. */
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

/** How large a picture is that was drawn here: a plain WebP, as nothing else comes out of there. */
function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 16) !== 'WEBPVP8 ') return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

type FoundSource = { ok: true; from: ThumbnailSource } | Extract<RenderResult, { ok: false }>;

/** Whether this machine can make a small picture of what has this extension. */
export async function canHaveThumbnail(services: Services, ext: string): Promise<boolean> {
  if (!hasThumbnail(ext)) return false;
  const { office, heic, dwg, media: film } = await enginesOf(services);
  if (isPlayed(ext)) return film !== undefined;
  if (ext === 'heic' || ext === 'heif') return heic !== undefined;
  if (extensions.drawing.has(ext) && ext !== 'dxf') return dwg !== undefined;
  return isOffice(ext) || extensions.sheet.has(ext) ? office !== undefined : true;
}

/** Whether it is drawn from the document itself, and so within a moment, or an engine of the machine has to make something first. */
const isDrawnDirectly = (ext: string): boolean => extensions.pdf.has(ext) || extensions.picture.has(ext);

/** What the small picture of a document is drawn from: the picture itself, its first page, or a still. */
async function thumbnailSource(making: RenderJob): Promise<FoundSource> {
  const { ext } = making.source;
  if (isPlayed(ext)) {
    const still = await extractStill(making);
    return still.ok ? { ok: true, from: { kind: 'picture', path: still.path, ext: 'jpg' } } : still;
  }
  const found = await (isRasterizedImage(ext) ? imageSource(making) : pageSource(making));
  if (!found.ok) return found;
  const { kind, path, ext: as } = found.from;
  return { ok: true, from: { kind: kind === 'pdf' ? 'page' : 'picture', path, ext: as } };
}

/** A small picture is not worth the time that an engine may take for a document: what takes longer has one once somebody has opened it. */
const engineMs = 45_000;
/** What was given up is not tried again for so long, however many lists show it. */
const restMs = 5 * 60_000;
const mostResting = 2000;

/** A document as a small picture (WebP), so many pixels on its long side as `param` says. */
const thumbnailRenderer: Renderer = {
  name: 'thumb',
  version: 1,
  async render(making) {
    const { services, source, urgent } = making;
    const side = Number(making.param);
    if (side === thumbnailSizes.marked) {
      const larger = await renderThumbnail(services, source, { side: thumbnailSizes.tile, urgent });
      return larger.ok ? drawThumbnail(services, { kind: 'picture', path: larger.path, ext: 'webp' }, { side, urgent }) : larger;
    }
    const found = await withDeadline(engineMs, () => thumbnailSource(making));
    return found.ok ? drawThumbnail(services, found.from, { side, urgent }) : found;
  },
};

/** Until when a small picture that was given up is left alone. */
const resting = new WeakMap<Services, LimitedMap<number>>();

function restOf(services: Services): LimitedMap<number> {
  const known = resting.get(services) ?? new LimitedMap<number>(mostResting);
  resting.set(services, known);
  return known;
}

const nameOf = ({ sha256, ext, part }: Source): string => [sha256, ext, part].join(' ');

/** The small picture, made now or before. */
export async function renderThumbnail(
  services: Services,
  source: Source,
  { side, urgent }: { side: number; urgent: boolean },
): Promise<Rendition> {
  const made = await render(services, source, { maker: thumbnailRenderer, param: String(side), urgent });
  if (!made.ok && made.reason === 'busy') restOf(services).set(nameOf(source), services.now() + restMs);
  return made;
}

/** What has become of the small picture so far. */
export async function thumbnailState(services: Services, source: Source): ReturnType<typeof renditionState> {
  const state = await renditionState(services, source, { maker: thumbnailRenderer, param: String(thumbnailSizes.tile) });
  const isResting = state === undefined && (restOf(services).get(nameOf(source)) ?? 0) > services.now();
  return isResting ? { ok: false, reason: 'busy' } : state;
}

const Shape = z.object({ width: z.int().min(1), height: z.int().min(1) });

/** How large a small picture is. */
export const thumbnailShape = ({ facts }: Rendition & { ok: true }): z.output<typeof Shape> | undefined => Shape.safeParse(facts).data;

/** Who scrolled past so many has left the first of them behind. */
const maxWaiting = 400;
/** Half of the cores are left to people. */
const atOnce = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

interface Queue {
  waiting: Map<string, Source>;
  working: number;
  atOnce: number;
}

/** A photo does not wait for what an engine makes of the document beside it. */
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

/** Puts a small picture on the list of what is to be made. What was asked for last is in sight now, so it is made first. */
export function queueThumbnail(services: Services, source: Source): void {
  const queue = queuesOf(services)[isDrawnDirectly(source.ext) ? 'drawn' : 'made'];
  const key = `${source.sha256} ${source.ext}`;
  queue.waiting.delete(key);
  queue.waiting.set(key, source);
  for (const oldest of queue.waiting.keys()) {
    if (queue.waiting.size <= maxWaiting) break;
    queue.waiting.delete(oldest);
  }
  // whoever asked first has not asked for all that comes after it
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
