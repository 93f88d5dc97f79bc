import type { Readable } from 'node:stream';
import { codes } from '@dossier/contract/codes';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { breather } from '../../ground/breathe.ts';
import { Refusal } from '../../ground/refusal.ts';
import { checkName } from '../../ground/text/names.ts';
import { isMarkedUtf8, packedNames } from '../../ground/text/packed-names.ts';
import { deepest } from '../library/create-folder.ts';

/** What an archive may hold at most: a small file must not fill the disk. */
const most = { entries: 20_000, bytes: 10 * 1024 ** 3, ratio: 200, unasked: 100 * 1024 ** 2 };

/** A file or folder of an archive, by the names of its way, each one that may be given here. */
export interface ArchiveEntry {
  names: string[];
  folder: boolean;
  size: number;
  /** The checksum that its bytes must have. */
  crc32: number;
  read(): Promise<Readable>;
}

/** An archive whose whole directory was read and found harmless. */
export interface Archive {
  entries: ArchiveEntry[];
  bytes: number;
  close(): void;
}

/** Opens a zip; refuses what is broken, encrypted, too large, or reaches out of its folder. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false }).catch(
    broken,
  );
  try {
    if (zip.entryCount > most.entries) throw new Refusal(codes.archiveTooLarge);
    const raw: Entry[] = [];
    try {
      for await (const entry of zip.eachEntry()) raw.push(entry);
    } catch (error) {
      broken(error);
    }
    const names = packedNames(raw.map((entry) => ({ bytes: entry.fileName as unknown as Buffer, isUtf8: isMarkedUtf8(entry) })));
    const breathe = breather();
    const legal = remembering(legalName);
    const entries: ArchiveEntry[] = [];
    for (const [at, entry] of raw.entries()) {
      await breathe();
      entries.push(entryOf(zip, entry, { fileName: names[at] ?? '', legal }));
    }
    const bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
    needApart(raw);
    needModest({ raw, bytes, fileSize: zip.fileSize });
    return { entries: entries.filter((entry) => entry.names.length > 0), bytes, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function broken(error: unknown): never {
  if (error instanceof Refusal) throw error;
  throw new Refusal(codes.archiveBroken);
}

/** A local header without its name. */
const headerBytes = 30;

/** Entries that share bytes would each count them anew: what no packing program writes. */
function needApart(raw: Entry[]): void {
  let end = 0;
  for (const entry of raw.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new Refusal(codes.archiveBroken);
    end = entry.relativeOffsetOfLocalHeader + headerBytes + entry.fileNameLength + entry.compressedSize;
  }
}

/** Measured by the file itself, not by what its entries claim to take in it. */
function needModest({ raw, bytes, fileSize }: { raw: Entry[]; bytes: number; fileSize: number }): void {
  const swollen = bytes > most.unasked && bytes > fileSize * most.ratio;
  if (raw.length > most.entries || bytes > most.bytes || swollen) throw new Refusal(codes.archiveTooLarge);
}

function entryOf(zip: ZipFile, entry: Entry, { fileName, legal }: { fileName: string; legal: (given: string) => string }): ArchiveEntry {
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw new Refusal(codes.archiveEncrypted);
  const path = fileName.replaceAll('\\', '/');
  const parts = path.split('/');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..') || path.includes('\0')) throw new Refusal(codes.archiveUnsafe);
  // the upper half holds the mode of the file where the archive comes from a Unix
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  const madeOnUnix = entry.versionMadeBy >>> 8 === 3 || entry.versionMadeBy >>> 8 === 19;
  if (madeOnUnix && kind !== 0 && kind !== 0o100000 && kind !== 0o040000) throw new Refusal(codes.archiveUnsafe);
  if (![0, 8].includes(entry.compressionMethod)) throw new Refusal(codes.archiveBroken);
  const litter = parts[0] === '__MACOSX' || parts.at(-1) === '.DS_Store';
  const names = litter ? [] : parts.filter((part) => part !== '' && part !== '.');
  if (names.length > deepest) throw new Refusal(codes.folderTooDeep);
  const read = async (): Promise<Readable> => {
    try {
      return await zip.openReadStreamPromise(entry);
    } catch (error) {
      return broken(error);
    }
  };
  return { names: names.map(legal), folder: path.endsWith('/'), size: entry.uncompressedSize, crc32: entry.crc32, read };
}

/** Asks once for each name: the folders on the way are the same for many entries. */
function remembering(work: (given: string) => string): (given: string) => string {
  const known = new Map<string, string>();
  return (given) => {
    const found = known.get(given) ?? work(given);
    known.set(given, found);
    return found;
  };
}

/** The nearest name that may be given here. */
export function legalName(given: string): string {
  const known = checkName(given);
  if (known.ok) return known.name;
  const plain = given
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff/\\:*?"<>|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  for (let length = plain.length; length > 0; length -= 8) {
    const shorter = shortened(plain, length);
    for (const candidate of [shorter, `_${shorter}`]) {
      const checked = checkName(candidate);
      if (checked.ok) return checked.name;
    }
  }
  return '_';
}

/** Cut in the stem, so that the extension stays. */
function shortened(name: string, length: number): string {
  if (length >= name.length) return name;
  const ext = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, Math.max(1, length - ext.length)).replace(/[\s.]+$/u, '')}${ext}`.toWellFormed();
}
