import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { decodeText } from '../text/decode.ts';

/** What an entry of an archive stands for. */
export type EntryKind = 'file' | 'folder' | 'link' | 'other';

/** The directory of a zip. */
export interface ZipDirectory {
  zip: ZipFile;
  entries: Entry[];
  /** The decoded names of the entries, unchecked: they may lead out of a folder. */
  names: string[];
  /** Whether there are more entries than were asked for. */
  cut: boolean;
  /** Whether the directory ends in the middle, or earlier than it says, or names what no file system could hold. */
  damaged: boolean;
}

/** Longer than any path that a file system creates. */
const maxPathBytes = 4096;
/** Of the names of one archive together, which are held and decoded at once: 800 bytes each for 20,000. */
const maxNamesBytes = 16 * 1024 ** 2;

/** Opens a zip for the bytes of its entries, and reads its directory up to so many of them; rejects where it is no zip. */
export async function openZipDirectory(path: string, maxEntries: number): Promise<ZipDirectory> {
  const zip = await openPromise(path, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false });
  const entries: Entry[] = [];
  let damaged = false;
  let namesBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      namesBytes += entry.fileNameLength;
      damaged = entry.fileNameLength > maxPathBytes || namesBytes > maxNamesBytes;
      if (damaged) break;
      entries.push(entry);
      if (entries.length === maxEntries) break;
    }
  } catch {
    damaged = true;
  }
  const names = packedNames(entries.map((entry) => ({ bytes: rawName(entry), isUtf8: isMarkedUtf8(entry) })));
  return { zip, entries, names, cut: !damaged && zip.entryCount > entries.length, damaged };
}

const isMarkedUtf8 = (entry: Entry): boolean => (entry.generalPurposeBitFlag & 0x800) !== 0;

// without decoding, names are bytes
const rawName = (entry: Entry): Buffer => entry.fileName as unknown as Buffer;

/** The kind of an entry with this name. */
export function entryKind(entry: Entry, name: string): EntryKind {
  if (/[/\\]$/.test(name)) return 'folder';
  // the upper half holds the mode of the file where the archive comes from a Unix
  const mode = (entry.externalFileAttributes >>> 16) & 0o170000;
  const madeOnUnix = entry.versionMadeBy >>> 8 === 3 || entry.versionMadeBy >>> 8 === 19;
  if (!madeOnUnix || mode === 0 || mode === 0o100000) return 'file';
  return mode === 0o040000 ? 'folder' : mode === 0o120000 ? 'link' : 'other';
}

/** A raw name in an archive. */
interface PackedName {
  bytes: Buffer;
  /** Whether the archive marks it as UTF-8. */
  isUtf8: boolean;
}

/** Decodes the names of an archive: those marked as UTF-8 as such, all others with one encoding, detected from all of them together. */
export function packedNames(names: readonly PackedName[]): string[] {
  const unmarked = Buffer.concat(names.filter(({ isUtf8 }) => !isUtf8).flatMap(({ bytes }) => [bytes, Buffer.from('\n')]));
  const { encoding } = decodeText(unmarked);
  const decoder = new TextDecoder(encoding === 'windows-1252' && !isWestern(unmarked) ? 'gb18030' : encoding);
  return names.map(({ bytes, isUtf8 }) => (isUtf8 ? bytes.toString('utf8') : decoder.decode(bytes)));
}

/** With few names there is little to detect from: bytes that make pairs of GBK are decoded as GBK. */
function isWestern(bytes: Buffer): boolean {
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}
