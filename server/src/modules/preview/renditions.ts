import { AsyncLocalStorage } from 'node:async_hooks';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Failure, transientFailures } from '@dossier/formats/task';
import type { Services } from '../../platform/context.ts';
import { disposition, safeHeaders, sendRange } from '../../platform/http/file-response.ts';
import type { FileReply, FileRequest } from '../../platform/http/serve.ts';
import { currentDeadline, timeLeft, withDeadline } from '../../platform/jobs/deadline.ts';
import { QueueFull } from '../../platform/jobs/fair-scheduler.ts';
import { type SingleFlightJob, deadlineOf, joinJob, newSingleFlightJob, runJob } from '../../platform/jobs/single-flight.ts';
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

/** Makes something of a file, and of what is noted meanwhile by `notePart`; `isAway` tells whether any of it is no more. */
function trackInputs<T>(path: string, make: () => T): { made: T; isAway: () => Promise<boolean> } {
  const all = new Set([path]);
  const isAway = async (): Promise<boolean> => {
    const found = await Promise.allSettled([...all].map((part) => stat(part)));
    return found.some(({ status }) => status === 'rejected');
  };
  return { made: trackedInputs.run(all, make), isAway };
}

/** Notes that what is being made is made of this file: it may be removed before it is read. */
const noteInput = (path: string): unknown => trackedInputs.getStore()?.add(path);

interface RenderRequest {
  maker: Renderer;
  /** What distinguishes it from others of its kind. */
  param?: string;
  /** Whether somebody waits. */
  urgent?: boolean;
}

interface RunningRender {
  promise: Promise<Rendition>;
  /** All who ask for it, and those among them who wait. */
  job: SingleFlightJob;
  done: number;
}

/** Whoever waits is told within two minutes, whatever else they have asked for: one file may take 100 s, and the answer has its way too. */
const deadlineMs = 110_000;

/** What is being made now, by house and by bytes and key: whoever asks for the same waits for the same. */
const runningRenders = new WeakMap<Services, Map<string, RunningRender>>();

function runningRendersOf(services: Services): Map<string, RunningRender> {
  const known = runningRenders.get(services) ?? new Map<string, RunningRender>();
  runningRenders.set(services, known);
  return known;
}

/** A rendition of some bytes: from the shelf, or made now. Never rejects; a failure is kept until `tryAgain`, unless it says nothing of the file. */
export async function render(services: Services, source: Source, wanted: RenderRequest): Promise<Rendition> {
  const rendition = await cachedOrRendered(services, source, wanted);
  if (rendition.ok) noteInput(rendition.path);
  return rendition;
}

async function cachedOrRendered(services: Services, source: Source, wanted: RenderRequest): Promise<Rendition> {
  const { maker, param = '', urgent = false } = wanted;
  const key = renditionKey(maker, source, param);
  const found = await findRendition(services, source.sha256, key);
  if (found !== undefined) return found;
  const made = () => renderNow(services, source, { ...wanted, key });
  // what is a part of something has the time of those who wait for that
  const isUnbounded = urgent && maker.patient !== true && timeLeft() === Number.POSITIVE_INFINITY;
  return isUnbounded ? withDeadline(deadlineMs, made) : made();
}

/** By whoever began it. What is given up is begun again by whoever came later and has time; not by who had asked before, or waits without end: else they would never be told. */
async function renderNow(services: Services, source: Source, wanted: RenderRequest & { key: string }): Promise<Rendition> {
  for (;;) {
    const { making, isNew } = startRender(services, source, wanted);
    const rendition = await withinDeadline(making);
    const isGivenUp = !rendition.ok && rendition.reason === 'busy' && timeLeft() > 0;
    if (!isGivenUp || !isNew || (timeLeft() === Number.POSITIVE_INFINITY && wanted.urgent === true)) return rendition;
  }
}

/** Others who ask for the same may have more time than this one. */
async function withinDeadline({ promise, job: errand }: RunningRender): Promise<Rendition> {
  const { promise: over, resolve } = Promise.withResolvers<Rendition>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const left = timeLeft();
    if (left === Number.POSITIVE_INFINITY) return;
    if (left > 0) timer = setTimeout(look, left).unref();
    // where nobody has more it is being given up, and says so itself
    else if (deadlineOf(errand) > currentDeadline()()) resolve({ ok: false, reason: 'busy' });
  };
  look();
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

/** How far a rendition is, without beginning it: made, failed, under way (0 to 1), or not begun. */
export async function renditionState(
  services: Services,
  source: Source,
  wanted: RenderRequest,
): Promise<Rendition | { done: number } | undefined> {
  const key = renditionKey(wanted.maker, source, wanted.param ?? '');
  const now = runningRendersOf(services).get(`${source.sha256} ${key}`);
  return now === undefined ? findRendition(services, source.sha256, key) : { done: now.done };
}

/** Lets all that failed of these bytes be tried again by whoever asks for it next. */
export const retryFailed = (services: Services, source: Source): Promise<void> => forgetFailures(services, source);

function startRender(
  services: Services,
  source: Source,
  wanted: RenderRequest & { key: string },
): { making: RunningRender; isNew: boolean } {
  const makings = runningRendersOf(services);
  const id = `${source.sha256} ${wanted.key}`;
  const known = makings.get(id);
  const errand = known?.job ?? newSingleFlightJob();
  const hasJoined = joinJob(errand, wanted.urgent === true);
  if (known !== undefined) return { making: known, isNew: hasJoined };
  const making: RunningRender = { job: errand, done: 0, promise: Promise.resolve({ ok: false, reason: 'crashed' }) };
  makings.set(id, making);
  const made = runJob(errand, () => runRender(services, source, { ...wanted, report: (done) => (making.done = done) }));
  making.promise = made.finally(() => makings.delete(id));
  return { making, isNew: false };
}

async function runRender(
  services: Services,
  source: Source,
  wanted: RenderRequest & { key: string; report: (done: number) => void },
): Promise<Rendition> {
  if ((await spaceForRendition(services)) === 0) return { ok: false, reason: 'no-room' };
  const { folder, done } = await createWorkFolder(services);
  try {
    const { maker, param = '', urgent = false, report } = wanted;
    const { made, isAway } = await withSourceFile(services, source, async (path) => {
      const making = trackInputs(path, () => maker.render({ services, source, path, folder, param, urgent, report }));
      const result = await making.made;
      return { made: result, isAway: !result.ok && (await making.isAway()) };
    });
    // what broke off because the house closes says nothing of the file, nor does a missing program
    if (!made.ok && (services.stopping.aborted || machineFailures.has(made.reason))) return made;
    // what it is made of may have been removed to make room, which says nothing of the file either: that is made again
    if (isAway) return { ok: false, reason: 'busy' };
    if (!(await reserveCacheSpace(services, await sizeOf(made)))) return { ok: false, reason: 'too-large' };
    return await storeRendition(services, source.sha256, wanted.key, rejectEmpty(made));
  } catch (error) {
    if (error instanceof QueueFull) return { ok: false, reason: 'busy' };
    services.log.error({ err: error, sha256: source.sha256, kind: wanted.maker.name }, 'a rendition could not be made');
    return { ok: false, reason: 'crashed' };
  } finally {
    await done().catch((error: unknown) => services.log.warn({ err: error, folder: basename(folder) }, 'work of a rendition stays behind'));
  }
}

/** Failures of the house, not of the file. */
const machineFailures: ReadonlySet<Failure> = new Set<Failure>(['no-engine', ...transientFailures]);

async function sizeOf(made: RenderResult): Promise<number> {
  if (!made.ok) return 0;
  return Buffer.isBuffer(made.content) ? made.content.length : (await stat(made.content.file)).size;
}

/** Nothing is no rendition, whatever the program says that made it. */
const rejectEmpty = (made: RenderResult): RenderResult =>
  made.ok && Buffer.isBuffer(made.content) && made.content.length === 0 ? { ok: false, reason: 'no-output' } : made;

/** Removes a rendition, whatever became of it: for what was made of bytes that are no more. */
const removeRenditions = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

interface RenditionFile {
  rendition: Rendition & { ok: true };
  /** What a browser calls it. */
  name: string;
  /** What it is, as an extension. */
  ext: string;
}

/** Sends a rendition, whole or in ranges. */
export async function sendRendition(request: FileRequest, reply: FileReply, { rendition, name, ext }: RenditionFile): Promise<FileReply> {
  const { path, size, changed } = rendition;
  reply.headers(safeHeaders(ext));
  reply.header('content-disposition', disposition('inline', name));
  // what was removed and made again is seldom the same byte for byte
  const tag = `${basename(dirname(path))}-${basename(path)}-${changed}-${size}`;
  return sendRange(request, reply, { size, tag, changed, read: (range) => createReadStream(path, range) });
}

const day = 24 * 3600_000;
/** What nobody looked at for so long is made again when somebody does. */
const unusedMs = 60 * day;
/** Files out of archives are large and soon unpacked anew, and what is made of them is many times as much. */
const unusedEntryMs = 2 * day;
/** No making takes so long: what is older was left by a kill. */
const workMs = day;

/** Removes renditions of bytes that are no more, those that nobody used for long or for which there is no room, and the work that a kill left. */
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

/** What was made of these bytes together with others names those too. */
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
