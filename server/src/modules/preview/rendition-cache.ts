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

/** What stands beside the bytes of a rendition, or instead of them where it failed. */
const Note = z.union([
  z.object({ ok: z.literal(true), facts: z.record(z.string(), z.unknown()), size: z.int().optional() }),
  z.object({ ok: z.literal(false), reason: z.enum(failures) }),
]);

/** The last use of a rendition is noted as often as this: what is in use stays when room is made (`bound-shelf.ts`). */
const touchMs = 10 * 60_000;

export const renditionCacheRoot = (services: Services): string => join(services.config.data, 'renditions');

/** The folder with all renditions of some bytes. */
export const renditionFolder = (services: Services, sha256: string): string =>
  join(renditionCacheRoot(services), sha256.slice(0, 2), sha256);

/** The name of a rendition among those of the same bytes. */
export const renditionKey = (maker: Renderer, { ext, part }: Source, param: string): string =>
  [maker.name, maker.version, ext, param, ...(part === undefined ? [] : [part])].join('-').replace(/[^a-z0-9.-]/g, '_');

/** Whether this on a shelf is a file out of an archive, or was made of one. */
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

/** A rendition that was made before, or whose making failed; undefined where nobody has tried. */
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
 * Nothing waits for the disk here, so the note may outlive a power cut that the bytes do not: they are then fewer than it says, and made
 * again. Notes from before sizes were noted say nothing, and nothing is no rendition.
 */
const isWhole = (size: number, noted: number | undefined): boolean => (noted === undefined ? size > 0 : size === noted);

/** A note that a kill cut short is none. */
function parseNote(text: string): z.output<typeof Note> | undefined {
  try {
    return Note.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Puts on the shelf what was made, whole or not at all: the bytes under their name first, then the note that says that they stand. */
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

/** An empty folder for one making, to be removed by `done`. */
export async function createWorkFolder(services: Services): Promise<{ folder: string; done: () => Promise<void> }> {
  const folder = join(renditionCacheRoot(services), 'work', randomUUID());
  await mkdir(folder, { recursive: true });
  return { folder, done: () => rm(folder, { recursive: true, force: true }) };
}

/** Forgets what failed of some bytes, or of one file out of them, so that it is tried again: what one thing was to be made of may be what failed. */
export async function forgetFailures(services: Services, { sha256, part }: Source): Promise<void> {
  const folder = renditionFolder(services, sha256);
  const names = new Set(await readdir(folder).catch(() => []));
  for (const name of names) {
    const key = name.slice(0, -'.json'.length);
    const isOfSource = part === undefined ? !belongsToEntry(key) : key.endsWith(`-${part}`);
    // what was made lies beside its note
    if (!name.endsWith('.json') || names.has(key) || !isOfSource) continue;
    await rm(join(folder, name), { force: true });
  }
}

/** The folders of all bytes that have renditions. */
export async function* cachedFolders(services: Services): AsyncGenerator<{ sha256: string; folder: string }> {
  const root = renditionCacheRoot(services);
  for (const two of await readdir(root).catch(() => [])) {
    if (two === 'work') continue;
    for (const sha256 of await readdir(join(root, two)).catch(() => [])) yield { sha256, folder: join(root, two, sha256) };
  }
}

const gib = 1 << 30;
/** So many bytes of the disk are left to what people bring. */
const reserve = gib;
/** Where the operator says nothing, this part of the disk, within these bounds. */
const [partOfDisk, leastOfDisk, mostOfDisk] = [0.1, gib, 50 * gib];
/** What is too much goes down to this part, so that the next rendition does not find it too much again. */
const downTo = 0.9;
/** What was of use a moment ago is being read, or something is being made of it: it stays, whatever that costs. */
const inUseMs = 15 * 60_000;
/** Where that alone is too much, nothing is looked for again so soon. */
const restMs = 60_000;
/** A single rendition takes no more than a quarter of all, or half where that is little: else it would drive out all others. A film may take 4 GiB. */
const maxOfOne = (limit: number): number => Math.max(limit / 4, Math.min(limit / 2, 4 * gib));
/** What a file takes of the disk, however small it is. */
const block = 4096;
/** Uses are told apart by the minute: what lies longest unused is found without holding the names of a million files. */
const stepMs = 60_000;

/** What is known of the shelf of a house: what is kept, as it was counted last and has come since, and a look at it that is under way. */
interface CacheUsage {
  bytes: number;
  limit?: number;
  counting?: Promise<void>;
  /** No look before then would find anything that may go. */
  restUntil?: number;
}

const usages = new WeakMap<Services, CacheUsage>();

function usageOf(services: Services): CacheUsage {
  const ledger = usages.get(services) ?? { bytes: 0 };
  usages.set(services, ledger);
  return ledger;
}

async function limitOf(services: Services): Promise<number> {
  const ledger = usageOf(services);
  ledger.limit ??= services.config.renditionBytes ?? (await defaultLimit(services.config.data));
  return ledger.limit;
}

async function defaultLimit(data: string): Promise<number> {
  const { blocks, bsize } = await statfs(data);
  return Math.min(mostOfDisk, Math.max(leastOfDisk, blocks * bsize * partOfDisk));
}

/** How many bytes something may have that is made now; nothing where the disk is nearly full, also without what may go. */
export async function spaceForRendition(services: Services): Promise<number> {
  const most = maxOfOne(await limitOf(services));
  const left = (await services.storage.free()) - reserve;
  if (left > 0) return Math.min(left, most);
  await recountUnlessResting(services, 0);
  return Math.max(0, Math.min((await services.storage.free()) - reserve, most));
}

/** Makes room for something on the shelf, at the cost of what nobody looked at for longest; false where it is too much for one. */
export async function reserveCacheSpace(services: Services, bytes: number): Promise<boolean> {
  const limit = await limitOf(services);
  if (bytes > maxOfOne(limit)) return false;
  const ledger = usageOf(services);
  ledger.bytes += onDisk(bytes) + block;
  if (ledger.bytes > limit) await recountUnlessResting(services, onDisk(bytes) + block);
  return true;
}

async function recountUnlessResting(services: Services, coming: number): Promise<void> {
  if ((usageOf(services).restUntil ?? 0) <= services.now()) await enforceCacheLimit(services, coming);
}

/** Counts what is kept, and removes what nobody looked at for longest where it is too much with what is `coming`. */
export function enforceCacheLimit(services: Services, coming = 0): Promise<void> {
  const ledger = usageOf(services);
  ledger.counting ??= countAndEvict(services, ledger, coming).finally(() => delete ledger.counting);
  return ledger.counting;
}

async function countAndEvict(services: Services, ledger: CacheUsage, coming: number): Promise<void> {
  const most = await limitOf(services);
  const atStart = ledger.bytes;
  const steps = new Map<number, number>();
  const inUse = services.now() - inUseMs;
  let total = 0;
  for await (const { bytes, used } of cachedEntries(services)) {
    total += bytes;
    if (used < inUse) steps.set(stepOf(used), (steps.get(stepOf(used)) ?? 0) + bytes);
  }
  // the disk is there for what people bring first
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
  if (over > 0) ledger.restUntil = services.now() + restMs;
  // what came while this looked may be counted twice: the next look knows
  ledger.bytes += coming + total - atStart;
}

const onDisk = (bytes: number): number => Math.ceil(bytes / block) * block;
const stepOf = (ms: number): number => Math.floor(ms / stepMs);

/** The last step that has to go so that so many bytes go. */
function lastEvictedStep(steps: Map<number, number>, bytes: number): number {
  let left = bytes;
  for (const [step, held] of [...steps].toSorted(([a], [b]) => a - b)) {
    left -= held;
    if (left <= 0) return step;
  }
  return Number.POSITIVE_INFINITY;
}

/** All that is kept, with what it takes of the disk together with its note, and when it was last of use. */
async function* cachedEntries(services: Services): AsyncGenerator<{ path: string; bytes: number; used: number }> {
  for await (const { folder } of cachedFolders(services)) {
    if (services.stopping.aborted) return;
    const names = new Set(await readdir(folder).catch(() => []));
    for (const name of names) {
      const isNote = name.endsWith('.json');
      // a note beside what it tells of goes with that
      if (isNote && names.has(name.slice(0, -'.json'.length))) continue;
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found === undefined) continue;
      const path = join(folder, isNote ? name.slice(0, -'.json'.length) : name);
      yield { path, bytes: onDisk(found.size) + (isNote ? 0 : block), used: Math.max(found.atimeMs, found.mtimeMs) };
    }
  }
}
