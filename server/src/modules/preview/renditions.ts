import { AsyncLocalStorage } from 'node:async_hooks';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Failure, transientFailures } from '@dossier/formats/task';
import type { Services } from '../../platform/context.ts';
import { disposition, safeHeaders, sendRange } from '../../platform/http/file-response.ts';
import type { FileReply, FileRequest } from '../../platform/http/serve.ts';
import { currentDeadline, timeLeft, withDeadline } from '../../platform/jobs/current-work.ts';
import { deadlineOf, joinJob, newSingleFlightJob, QueueFull, runJob, type SingleFlightJob } from '../../platform/jobs/fair-scheduler.ts';
import type { RenderResult, Renderer, Rendition, Source } from './renderer.ts';
import {
  belongsToEntry,
  cachedFolders,
  createWorkFolder,
  enforceCacheLimit,
  findRendition,
  forgetFailures,
  renditionCacheRoot,
  renditionKey,
  reserveCacheSpace,
  spaceForRendition,
  storeRendition,
  withSourceFile,
} from './rendition-cache.ts';

const trackedInputs = new AsyncLocalStorage<Set<string>>();

/** Runs `make` and tracks its input files, including those of `noteInput`; `isAway` tells whether any was removed. */
function trackInputs<T>(path: string, make: () => T): { made: T; isAway: () => Promise<boolean> } {
  const all = new Set([path]);
  const isAway = async (): Promise<boolean> => {
    const found = await Promise.allSettled([...all].map((part) => stat(part)));
    return found.some(({ status }) => status === 'rejected');
  };
  return { made: trackedInputs.run(all, make), isAway };
}

/** Records an input of the current job: it may be removed before it is read. */
const noteInput = (path: string): unknown => trackedInputs.getStore()?.add(path);

interface RenderRequest {
  renderer: Renderer;
  /** Distinguishes renditions of one kind. */
  param?: string;
  /** Whether a user waits. */
  urgent?: boolean;
}

interface RunningRender {
  promise: Promise<Rendition>;
  /** The single-flight job that requesters join, with those among them who wait. */
  job: SingleFlightJob;
  done: number;
}

/** Total deadline of a waiting user; one file may take 100 s, and the answer needs some time too. */
const deadlineMs = 110_000;

/** Running jobs by server, and by content and key: requests for the same rendition join. */
const runningRenders = new WeakMap<Services, Map<string, RunningRender>>();

function runningRendersOf(services: Services): Map<string, RunningRender> {
  const known = runningRenders.get(services) ?? new Map<string, RunningRender>();
  runningRenders.set(services, known);
  return known;
}

/** A rendition from the cache, or made now. Never rejects; a failure is cached until a retry, unless it is not caused by the file. */
export async function render(services: Services, source: Source, wanted: RenderRequest): Promise<Rendition> {
  const rendition = await cachedOrRendered(services, source, wanted);
  if (rendition.ok) noteInput(rendition.path);
  return rendition;
}

async function cachedOrRendered(services: Services, source: Source, wanted: RenderRequest): Promise<Rendition> {
  const { renderer, param = '', urgent = false } = wanted;
  const key = renditionKey(renderer, source, param);
  const found = await findRendition(services, source.sha256, key);
  if (found !== undefined) return found;
  const made = () => renderNow(services, source, { ...wanted, key });
  // an input of another rendition has the deadline of that
  const isUnbounded = urgent && renderer.patient !== true && timeLeft() === Number.POSITIVE_INFINITY;
  return isUnbounded ? withDeadline(deadlineMs, made) : made();
}

/**
 * Joins a running job, or starts one. A job that was given up is started again by a requester who joined later with time left; not by one
 * who joined before or waits without a deadline, who would never get an answer.
 */
async function renderNow(services: Services, source: Source, wanted: RenderRequest & { key: string }): Promise<Rendition> {
  for (;;) {
    const { rendering, isNew } = startRender(services, source, wanted);
    const rendition = await withinDeadline(rendering);
    const isTimedOut = !rendition.ok && rendition.reason === 'busy' && timeLeft() > 0;
    if (!isTimedOut || !isNew || (timeLeft() === Number.POSITIVE_INFINITY && wanted.urgent === true)) return rendition;
  }
}

/** Other requesters of the same job may have later deadlines. */
async function withinDeadline({ promise, job: singleFlight }: RunningRender): Promise<Rendition> {
  const { promise: over, resolve } = Promise.withResolvers<Rendition>();
  let timer: NodeJS.Timeout | undefined;
  const checkDeadline = (): void => {
    const left = timeLeft();
    if (left === Number.POSITIVE_INFINITY) return;
    if (left > 0) timer = setTimeout(checkDeadline, left).unref();
    // otherwise the job itself is given up and resolves
    else if (deadlineOf(singleFlight) > currentDeadline()()) resolve({ ok: false, reason: 'busy' });
  };
  checkDeadline();
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

/** The state of a rendition, without starting it: made, failed, running (0 to 1), or undefined. */
export async function renditionState(
  services: Services,
  source: Source,
  wanted: RenderRequest,
): Promise<Rendition | { done: number } | undefined> {
  const key = renditionKey(wanted.renderer, source, wanted.param ?? '');
  const now = runningRendersOf(services).get(`${source.sha256} ${key}`);
  return now === undefined ? findRendition(services, source.sha256, key) : { done: now.done };
}

/** Lets the next request retry all failures of these bytes. */
export const retryFailed = (services: Services, source: Source): Promise<void> => forgetFailures(services, source);

function startRender(
  services: Services,
  source: Source,
  wanted: RenderRequest & { key: string },
): { rendering: RunningRender; isNew: boolean } {
  const makings = runningRendersOf(services);
  const id = `${source.sha256} ${wanted.key}`;
  const known = makings.get(id);
  const singleFlight = known?.job ?? newSingleFlightJob();
  const hasJoined = joinJob(singleFlight, wanted.urgent === true);
  if (known !== undefined) return { rendering: known, isNew: hasJoined };
  const rendering: RunningRender = { job: singleFlight, done: 0, promise: Promise.resolve({ ok: false, reason: 'crashed' }) };
  makings.set(id, rendering);
  const made = runJob(singleFlight, () => runRender(services, source, { ...wanted, report: (done) => (rendering.done = done) }));
  rendering.promise = made.finally(() => makings.delete(id));
  return { rendering, isNew: false };
}

async function runRender(
  services: Services,
  source: Source,
  wanted: RenderRequest & { key: string; report: (done: number) => void },
): Promise<Rendition> {
  if ((await spaceForRendition(services)) === 0) return { ok: false, reason: 'no-room' };
  const { folder, done } = await createWorkFolder(services);
  try {
    const { renderer, param = '', urgent = false, report } = wanted;
    const { made, isAway } = await withSourceFile(services, source, async (path) => {
      const rendering = trackInputs(path, () => renderer.render({ services, source, path, folder, param, urgent, report }));
      const result = await rendering.made;
      return { made: result, isAway: !result.ok && (await rendering.isAway()) };
    });
    // a shutdown or a missing program is not a failure of the file
    if (!made.ok && (services.stopping.aborted || machineFailures.has(made.reason))) return made;
    // neither is an evicted input, which is made again
    if (isAway) return { ok: false, reason: 'busy' };
    if (!(await reserveCacheSpace(services, await sizeOf(made)))) return { ok: false, reason: 'too-large' };
    return await storeRendition(services, source.sha256, wanted.key, rejectEmpty(made));
  } catch (error) {
    if (error instanceof QueueFull) return { ok: false, reason: 'busy' };
    services.log.error({ err: error, sha256: source.sha256, kind: wanted.renderer.name }, 'a rendition could not be made');
    return { ok: false, reason: 'crashed' };
  } finally {
    await done().catch((error: unknown) => services.log.warn({ err: error, folder: basename(folder) }, 'work of a rendition stays behind'));
  }
}

/** Failures of the server, not of the file. */
const machineFailures: ReadonlySet<Failure> = new Set<Failure>(['no-engine', ...transientFailures]);

async function sizeOf(made: RenderResult): Promise<number> {
  if (!made.ok) return 0;
  return Buffer.isBuffer(made.content) ? made.content.length : (await stat(made.content.file)).size;
}

/** An empty output is no rendition, whatever the exit status. */
const rejectEmpty = (made: RenderResult): RenderResult =>
  made.ok && Buffer.isBuffer(made.content) && made.content.length === 0 ? { ok: false, reason: 'no-output' } : made;

/** Removes all renditions of a content that was removed, ignoring errors. */
const removeRenditions = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

interface RenditionFile {
  rendition: Rendition & { ok: true };
  /** The file name for the browser. */
  name: string;
  /** The type, as an extension. */
  ext: string;
}

/** Sends a rendition, whole or in ranges. */
export async function sendRendition(request: FileRequest, reply: FileReply, { rendition, name, ext }: RenditionFile): Promise<FileReply> {
  const { path, size, changed } = rendition;
  reply.headers(safeHeaders(ext));
  reply.header('content-disposition', disposition('inline', name));
  // a rendition made again is seldom identical
  const tag = `${basename(dirname(path))}-${basename(path)}-${changed}-${size}`;
  return sendRange(request, reply, { size, tag, changed, read: (range) => createReadStream(path, range) });
}

const day = 24 * 3600_000;
/** Renditions unused for this long are removed, and made again on demand. */
const unusedMs = 60 * day;
/** Files unpacked from archives are large and quickly unpacked again, and their renditions are many times as large. */
const unusedEntryMs = 2 * day;
/** No job takes this long: older work folders were left by a kill. */
const workMs = day;

/** Removes renditions of removed or long unused contents, renditions beyond the limit, and work folders left by a kill. */
export async function sweepRenditions(services: Services): Promise<void> {
  for await (const { sha256, folder } of cachedFolders(services)) {
    if (services.stopping.aborted) return;
    if (await services.storage.has(sha256)) await removeUnused(services, folder);
    else await removeRenditions(folder);
  }
  await enforceCacheLimit(services);
  const work = join(renditionCacheRoot(services), 'work');
  for (const name of await readdir(work).catch(() => [])) {
    const found = await stat(join(work, name)).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < services.now() - workMs) await removeRenditions(join(work, name));
  }
}

/** A rendition made from several contents has their hashes in its name. */
const otherHashes = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/;

async function removeUnused({ storage, now }: Services, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || name.endsWith('.json')) continue;
    const other = otherHashes.exec(name)?.[0];
    const isWhole = other === undefined || (await storage.has(other));
    const kept = belongsToEntry(name) ? unusedEntryMs : unusedMs;
    if (isWhole && Math.max(found.atimeMs, found.mtimeMs) > now() - kept) continue;
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }
}
