import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { failures } from '@dossier/formats/task';
import { z } from 'zod';
import type { Services } from '../../platform/context.ts';
import { FileStream } from '../../platform/storage/file-stream.ts';
import type { ByteRange, StoredFile } from '../../platform/storage/storage.ts';
import type { RenderResult, Renderer, Rendition, Source } from './renderer.ts';

/** The metadata beside a rendition, or in place of a failed one. */
const Note = z.union([
  z.object({ ok: z.literal(true), facts: z.record(z.string(), z.unknown()), size: z.int().optional() }),
  z.object({ ok: z.literal(false), reason: z.enum(failures) }),
]);

/** Interval at which the last use of a rendition is updated; recently used ones survive eviction. */
const touchMs = 10 * 60_000;

export const renditionCacheRoot = (services: Services): string => join(services.config.data, 'renditions');

/** The folder with all renditions of a content. */
export const renditionFolder = (services: Services, sha256: string): string =>
  join(renditionCacheRoot(services), sha256.slice(0, 2), sha256);

/** The file name of a rendition among those of the same content. */
export const renditionKey = (renderer: Renderer, { ext, part }: Source, param: string): string =>
  [renderer.name, renderer.version, ext, param, ...(part === undefined ? [] : [part])].join('-').replace(/[^a-z0-9.-]/g, '_');

/** Whether a cached file was unpacked from an archive, or made from such a file. */
export const belongsToEntry = (name: string): boolean => /(?:^|-)entry-\d/.test(name);

/** Where a file out of an archive or a mail was unpacked to. */
const entryPath = (services: Services, sha256: string, part: string): string => join(renditionFolder(services, sha256), part);

/** Lends a file with the bytes of a source: a document's by the storage, one out of an archive where it was unpacked to. */
export const withSourceFile = <T>(services: Services, { sha256, part }: Source, use: (path: string) => Promise<T>): Promise<T> =>
  part === undefined ? services.storage.withLocalFile(sha256, use) : use(entryPath(services, sha256, part));

/** How many bytes a source has, and when they came; undefined where they are not there. */
export async function statSource(services: Services, { sha256, part }: Source): Promise<StoredFile | undefined> {
  if (part === undefined) return services.storage.stat(sha256);
  const found = await stat(entryPath(services, sha256, part)).catch(() => undefined);
  return found === undefined ? undefined : { size: found.size, changed: found.mtimeMs };
}

/** The bytes of a source in a stream. */
export const openSource = (services: Services, { sha256, part }: Source, range?: Partial<ByteRange>): Readable =>
  part === undefined ? services.storage.open(sha256, range) : new FileStream(entryPath(services, sha256, part), range);

/** The folders with all that renderers may read: lent files of documents, and renditions. */
export function renderableFolders(services: Services): string[] {
  const root = renditionCacheRoot(services);
  // a sandbox is given only folders that are there
  mkdirSync(root, { recursive: true });
  return [...services.storage.localFolders(), root];
}

/** A cached rendition or failure; undefined where none was made. */
export async function findRendition(services: Services, sha256: string, key: string): Promise<Rendition | undefined> {
  const path = join(renditionFolder(services, sha256), key);
  const text = await readFile(`${path}.json`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const note = parseNote(text);
  if (note?.ok === false) return note;
  const file = await stat(path).catch(() => undefined);
  if (note === undefined || file === undefined || !isWhole(file.size, note.size)) return undefined;
  if (file.atimeMs < services.now() - touchMs) await utimes(path, services.now() / 1000, file.mtime).catch(() => undefined);
  return { ok: true, path, size: file.size, changed: file.mtimeMs, facts: note.facts };
}

/**
 * Files are not flushed here, so after a power cut the metadata may exist without all bytes: the size differs then, and the rendition is
 * made
 * again. Metadata of older versions has no size; an empty file is no rendition.
 */
const isWhole = (size: number, noted: number | undefined): boolean => (noted === undefined ? size > 0 : size === noted);

/** Truncated metadata counts as missing. */
function parseNote(text: string): z.output<typeof Note> | undefined {
  try {
    return Note.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Stores a result atomically: first the bytes under their name, then the metadata that makes them valid. */
export async function storeRendition(services: Services, sha256: string, key: string, made: RenderResult): Promise<Rendition> {
  const folder = renditionFolder(services, sha256);
  const path = join(folder, key);
  await mkdir(folder, { recursive: true });
  if (!made.ok) {
    await placeFile(`${path}.json`, JSON.stringify({ ok: false, reason: made.reason }));
    return made;
  }
  if (Buffer.isBuffer(made.content)) await placeFile(path, made.content);
  else await rename(made.content.file, path);
  const facts = made.facts ?? {};
  const { size, mtimeMs } = await stat(path);
  await placeFile(`${path}.json`, JSON.stringify({ ok: true, facts, size }));
  return { ok: true, path, size, changed: mtimeMs, facts };
}

async function placeFile(path: string, content: string | Buffer): Promise<void> {
  const part = `${path}.${randomUUID()}.part`;
  await writeFile(part, content);
  await rename(part, path);
}

/** An empty folder for one job, to be removed by `done`. */
export async function createWorkFolder(services: Services): Promise<{ folder: string; done: () => Promise<void> }> {
  const folder = join(renditionCacheRoot(services), 'work', randomUUID());
  await mkdir(folder, { recursive: true });
  return { folder, done: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Forgets all failures of a content, or of one nested file, so that they are retried: the input of a rendition may be the one that failed.
 */
export async function forgetFailures(services: Services, { sha256, part }: Source): Promise<void> {
  const folder = renditionFolder(services, sha256);
  const names = new Set(await readdir(folder).catch(() => []));
  for (const name of names) {
    const key = name.slice(0, -'.json'.length);
    const isOfSource = part === undefined ? !belongsToEntry(key) : key.endsWith(`-${part}`);
    // the metadata of a success lies beside its bytes
    if (!name.endsWith('.json') || names.has(key) || !isOfSource) continue;
    await rm(join(folder, name), { force: true });
  }
}

/** The folders of all contents that have renditions. */
export async function* cachedFolders(services: Services): AsyncGenerator<{ sha256: string; folder: string }> {
  const root = renditionCacheRoot(services);
  for (const two of await readdir(root).catch(() => [])) {
    if (two === 'work') continue;
    for (const sha256 of await readdir(join(root, two)).catch(() => [])) yield { sha256, folder: join(root, two, sha256) };
  }
}

const gib = 1 << 30;
/** Disk space kept free for uploads. */
const reserve = gib;
/** The default limit: this part of the disk, within these bounds. */
const [partOfDisk, leastOfDisk, mostOfDisk] = [0.1, gib, 50 * gib];
/** Eviction goes down to this part of the limit, so that the next rendition does not exceed it again. */
const downTo = 0.9;
/** A recently used rendition may be open, or the input of a job: it stays, even beyond the limit. */
const inUseMs = 15 * 60_000;
/** Where those alone exceed the limit, the next attempt waits for this long. */
const restMs = 60_000;
/** Limit of a single rendition: a quarter of all, or half of a small cache, up to 4 GiB for videos; otherwise it would evict all others. */
const maxOfOne = (limit: number): number => Math.max(limit / 4, Math.min(limit / 2, 4 * gib));
/** Disk space of a file, however small it is. */
const block = 4096;
/** Last uses are grouped by minute, which finds the oldest without holding a million names in memory. */
const stepMs = 60_000;

/** Usage of the cache: its size as last counted plus additions since, and a count in progress. */
interface CacheUsage {
  bytes: number;
  limit?: number;
  counting?: Promise<void>;
  /** Before this time eviction would find nothing to remove. */
  restUntil?: number;
}

const usages = new WeakMap<Services, CacheUsage>();

function usageOf(services: Services): CacheUsage {
  const usage = usages.get(services) ?? { bytes: 0 };
  usages.set(services, usage);
  return usage;
}

async function limitOf(services: Services): Promise<number> {
  const usage = usageOf(services);
  usage.limit ??= services.config.renditionBytes ?? (await defaultLimit(services.config.data));
  return usage.limit;
}

async function defaultLimit(data: string): Promise<number> {
  const { blocks, bsize } = await statfs(data);
  return Math.min(mostOfDisk, Math.max(leastOfDisk, blocks * bsize * partOfDisk));
}

/** The space for a new rendition; 0 where the disk is nearly full even after eviction. */
export async function spaceForRendition(services: Services): Promise<number> {
  const most = maxOfOne(await limitOf(services));
  const left = (await services.storage.free()) - reserve;
  if (left > 0) return Math.min(left, most);
  await recountUnlessResting(services, 0);
  return Math.max(0, Math.min((await services.storage.free()) - reserve, most));
}

/** Reserves cache space, evicting the least recently used renditions; false where a single rendition is too large. */
export async function reserveCacheSpace(services: Services, bytes: number): Promise<boolean> {
  const limit = await limitOf(services);
  if (bytes > maxOfOne(limit)) return false;
  const usage = usageOf(services);
  const coming = onDisk(bytes) + block;
  usage.bytes += coming;
  // a count in progress, as that of the hourly sweep, knows nothing of what is coming
  if (usage.bytes > limit) await usage.counting;
  if (usage.bytes > limit) await recountUnlessResting(services, coming);
  return true;
}

async function recountUnlessResting(services: Services, coming: number): Promise<void> {
  if ((usageOf(services).restUntil ?? 0) <= services.now()) await enforceCacheLimit(services, coming);
}

/** Counts the cache, and evicts the least recently used renditions where it exceeds the limit together with `coming`. */
export async function enforceCacheLimit(services: Services, coming = 0): Promise<void> {
  const usage = usageOf(services);
  usage.counting ??= countAndEvict(services, usage, coming).finally(() => delete usage.counting);
  await usage.counting;
}

async function countAndEvict(services: Services, usage: CacheUsage, coming: number): Promise<void> {
  const most = await limitOf(services);
  const atStart = usage.bytes;
  const steps = new Map<number, number>();
  const inUse = services.now() - inUseMs;
  let total = 0;
  for await (const { bytes, used } of cachedEntries(services)) {
    total += bytes;
    if (used < inUse) steps.set(stepOf(used), (steps.get(stepOf(used)) ?? 0) + bytes);
  }
  // uploads have priority on the disk
  const limit = Math.max(0, Math.min(most, total + (await services.storage.free()) - reserve));
  let over = total + coming > limit ? total + coming - limit * downTo : 0;
  if (over > 0) {
    const last = lastEvictedStep(steps, over);
    for await (const { path, bytes, used } of cachedEntries(services)) {
      if (over <= 0) break;
      if (used >= inUse || stepOf(used) > last) continue;
      await rm(path, { force: true });
      await rm(`${path}.json`, { force: true });
      over -= bytes;
      total -= bytes;
    }
  }
  if (over > 0) usage.restUntil = services.now() + restMs;
  // additions during the count may be counted twice, until the next count
  usage.bytes += coming + total - atStart;
}

const onDisk = (bytes: number): number => Math.ceil(bytes / block) * block;
const stepOf = (ms: number): number => Math.floor(ms / stepMs);

/** The last group to evict so that this many bytes are freed. */
function lastEvictedStep(steps: Map<number, number>, bytes: number): number {
  let left = bytes;
  for (const [step, bytesOfStep] of [...steps].toSorted(([a], [b]) => a - b)) {
    left -= bytesOfStep;
    if (left <= 0) return step;
  }
  return Number.POSITIVE_INFINITY;
}

/** All cached files with their disk space, metadata included, and their last use. */
async function* cachedEntries(services: Services): AsyncGenerator<{ path: string; bytes: number; used: number }> {
  for await (const { folder } of cachedFolders(services)) {
    if (services.stopping.aborted) return;
    const names = new Set(await readdir(folder).catch(() => []));
    for (const name of names) {
      const isNote = name.endsWith('.json');
      // metadata beside its rendition is removed with that
      if (isNote && names.has(name.slice(0, -'.json'.length))) continue;
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found === undefined) continue;
      const path = join(folder, isNote ? name.slice(0, -'.json'.length) : name);
      yield { path, bytes: onDisk(found.size) + (isNote ? 0 : block), used: Math.max(found.atimeMs, found.mtimeMs) };
    }
  }
}
