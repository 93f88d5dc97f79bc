import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { codes } from '@dossier/contract/core/codes';
import { entryKind, openZipDirectory } from '@dossier/formats/zip/zip-directory';
import type { Entry, ZipFile } from 'yauzl';
import type { Services } from '../../../platform/context.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { checkName, maxNameBytes } from '../../../platform/text/names.ts';
import { releaseBlobs } from '../blob-cleanup.ts';
import { maximumDepth } from '../folders.ts';
import { refuseWhenDiskFull } from '../receive-bytes.ts';
import { recordContent } from '../content-verdicts.ts';
import { blobSize } from '../revisions.ts';

/** Limits of an archive: a small file must not fill the disk. */
const archiveLimits = { entries: 20_000, bytes: 10 * 1024 ** 3, ratio: 200, unasked: 100 * 1024 ** 2 };

/** A file or folder of an archive; the names of its path are legal here. */
export interface ArchiveEntry {
  names: string[];
  folder: boolean;
  size: number;
  /** The checksum that the archive states for its bytes. */
  crc32: number;
  read(): Promise<Readable>;
}

/** An archive whose directory was read in full and validated. */
interface Archive {
  entries: ArchiveEntry[];
  bytes: number;
  close(): void;
}

/** Opens a zip; refuses one that is broken, encrypted, too large, or has paths that leave its folder. */
export async function openArchive(path: string): Promise<Archive> {
  // one more than allowed, so that the excess is seen
  const { zip, entries: raw, names, damaged } = await openZipDirectory(path, archiveLimits.entries + 1).catch(refuseBroken);
  try {
    if (zip.entryCount > archiveLimits.entries) throw new Refusal(codes.archiveTooLarge);
    if (damaged) throw new Refusal(codes.archiveBroken);
    const yieldIfDue = yieldToEventLoop();
    const legal = memoised(legalName);
    const entries: ArchiveEntry[] = [];
    for (const [at, entry] of raw.entries()) {
      await yieldIfDue();
      entries.push(entryOf(zip, entry, { fileName: names[at] ?? '', legal }));
    }
    const bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
    requireDisjointEntries(raw);
    requireReasonableSize({ raw, bytes, fileSize: zip.fileSize });
    return { entries: entries.filter((entry) => entry.names.length > 0), bytes, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function refuseBroken(error: unknown): never {
  if (error instanceof Refusal) throw error;
  throw new Refusal(codes.archiveBroken);
}

/** A local header without its name. */
const headerBytes = 30;

/** Entries that overlap would count the same bytes several times; no packing program writes them. */
function requireDisjointEntries(raw: Entry[]): void {
  let end = 0;
  for (const entry of raw.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new Refusal(codes.archiveBroken);
    end = entry.relativeOffsetOfLocalHeader + headerBytes + entry.fileNameLength + entry.compressedSize;
  }
}

/** Compares with the size of the file, not with the sizes that its entries claim. */
function requireReasonableSize({ raw, bytes, fileSize }: { raw: Entry[]; bytes: number; fileSize: number }): void {
  const swollen = bytes > archiveLimits.unasked && bytes > fileSize * archiveLimits.ratio;
  if (raw.length > archiveLimits.entries || bytes > archiveLimits.bytes || swollen) throw new Refusal(codes.archiveTooLarge);
}

function entryOf(zip: ZipFile, entry: Entry, { fileName, legal }: { fileName: string; legal: (given: string) => string }): ArchiveEntry {
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw new Refusal(codes.archiveEncrypted);
  const path = fileName.replaceAll('\\', '/');
  const parts = path.split('/');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..') || path.includes('\0')) throw new Refusal(codes.archiveUnsafe);
  if (!['file', 'folder'].includes(entryKind(entry, fileName))) throw new Refusal(codes.archiveUnsafe);
  if (![0, 8].includes(entry.compressionMethod)) throw new Refusal(codes.archiveBroken);
  const litter = parts[0] === '__MACOSX' || parts.at(-1) === '.DS_Store';
  const names = litter ? [] : parts.filter((part) => part !== '' && part !== '.');
  if (names.length > maximumDepth) throw new Refusal(codes.folderTooDeep);
  const read = async (): Promise<Readable> => {
    try {
      return await zip.openReadStreamPromise(entry);
    } catch (error) {
      return refuseBroken(error);
    }
  };
  return { names: names.map(legal), folder: path.endsWith('/'), size: entry.uncompressedSize, crc32: entry.crc32, read };
}

/** Computes each name once: many entries share their folders. */
function memoised(work: (given: string) => string): (given: string) => string {
  const known = new Map<string, string>();
  return (given) => {
    const found = known.get(given) ?? work(given);
    known.set(given, found);
    return found;
  };
}

/** The nearest legal name. */
function legalName(given: string): string {
  const known = checkName(given);
  if (known.ok) return known.name;
  const plain = given
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff/\\:*?"<>|]/g, '_')
    .replace(/^[\s.]+/u, '');
  // a character has at least one byte
  for (let length = Math.min(plain.length, maxNameBytes); length > 0; length -= 8) {
    const shorter = shortened(plain, length);
    for (const candidate of [shorter, `_${shorter}`]) {
      const checked = checkName(candidate);
      if (checked.ok) return checked.name;
    }
  }
  return '_';
}

/** Shortens the stem, so that the extension stays. */
function shortened(name: string, length: number): string {
  const end = endOf(name);
  if (length >= end) return name.slice(0, end);
  const ext = /\.[^.]{1,16}$/.exec(name.slice(0, end))?.[0] ?? '';
  const stem = name.slice(0, Math.max(1, length - ext.length));
  return `${stem.slice(0, endOf(stem))}${ext}`.toWellFormed();
}

/** Where a name ends without the spaces and dots after it; `/[\s.]+$/` would take quadratic time on spaces inside. */
function endOf(name: string): number {
  let end = name.length;
  while (end > 0 && /[\s.]/u.test(name[end - 1] ?? '')) end--;
  return end;
}

const writeBufferSize = 1 << 20;
/** Contents recorded per commit. */
const batch = 100;

/** A file of an archive whose bytes are complete and stored. */
export interface StoredEntry {
  entry: ArchiveEntry;
  /** Its index among all entries, folders included. */
  at: number;
  sha256: string;
}

/** Reads every file of an archive to its end, verifies length and checksum, and stores the bytes. Nothing is placed before. */
export async function storeEntries(services: Services, job: number, entries: readonly ArchiveEntry[]): Promise<StoredEntry[]> {
  const part = `${job}.entry`;
  const stored: StoredEntry[] = [];
  const shas = new Set<string>();
  let noted = 0;
  const note = async (): Promise<void> => {
    const fresh = stored.slice(noted);
    await services.database.write(async (db) => {
      for (const { sha256, entry } of fresh) await recordContent({ db, services }, { sha256, size: entry.size }, services.now());
    });
    noted = stored.length;
  };
  try {
    for (const [at, entry] of entries.entries()) {
      if (entry.folder) continue;
      const sha256 = await writeEntry(services, entry, part);
      // archives often repeat a file, and each stored one waits for a flush to disk
      if (!shas.has(sha256)) await storeEntry(services, part, { sha256, size: entry.size });
      shas.add(sha256);
      stored.push({ entry, at, sha256 });
      if (stored.length - noted >= batch) await note();
    }
    await note();
    return stored;
  } catch (error) {
    // recorded contents are found by the sweep, and freed where nothing else uses them
    await note();
    if (error instanceof Refusal) await dropEntries(services, stored);
    throw error;
  } finally {
    await services.storage.parts.remove(part);
  }
}

/** Releases stored bytes that will not be placed. */
export const dropEntries = (services: Services, stored: readonly StoredEntry[]): Promise<void> =>
  services.database.write((db) => releaseBlobs(db, { shas: [...new Set(stored.map(({ sha256 }) => sha256))], at: services.now() }));

async function storeEntry(services: Services, part: string, content: Content): Promise<void> {
  const known = await blobSize(services.database.read, content.sha256);
  if (known === undefined || !(await services.storage.has(content.sha256)))
    await refuseWhenDiskFull(() => services.storage.parts.finish(part, content));
}

async function writeEntry({ storage }: Services, entry: ArchiveEntry, part: string): Promise<string> {
  const hash = createHash('sha256');
  let sum = 0;
  const writer = await storage.parts.append(part, 0);
  try {
    let pending: Buffer[] = [];
    let waiting = 0;
    const flush = async () => {
      const taken = pending;
      if (waiting > 0) await refuseWhenDiskFull(() => writer.write(taken));
      pending = [];
      waiting = 0;
    };
    const stream = await entry.read();
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        hash.update(chunk);
        sum = crc32(chunk, sum);
        pending.push(chunk);
        waiting += chunk.length;
        if (waiting >= writeBufferSize) await flush();
      }
    } catch (error) {
      // the reader counts the bytes: an entry longer or shorter than stated fails here
      throw error instanceof Refusal ? error : new Refusal(codes.archiveBroken);
    }
    await flush();
  } finally {
    await writer.close();
  }
  // the reader does not verify the checksum
  if (sum !== entry.crc32) throw new Refusal(codes.archiveBroken);
  return hash.digest('hex');
}
