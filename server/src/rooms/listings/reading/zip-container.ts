import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { GiveUp } from '../../../ground/confined/job.ts';
import { isMarkedUtf8, packedNames } from '../../../ground/text/packed-names.ts';
import { type Container, isTooLarge, type Listed, type Listing, most, shownPath } from './container.ts';

/** A zip, of any size: only what is asked for is read. */
export async function openZip(path: string): Promise<Container> {
  const zip = await openPromise(path, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false });
  const entries: Entry[] = [];
  let damaged = false;
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length === most.entries) break;
    }
  } catch {
    if (entries.length === 0) throw new GiveUp('broken');
    damaged = true;
  }
  return {
    list: async () => listing(zip, entries, damaged),
    read: (place) => bytesOf(zip, entries[place]),
    close: () => zip.close(),
  };
}

function listing(zip: ZipFile, entries: Entry[], damaged: boolean): Listing {
  const names = packedNames(entries.map((entry) => ({ bytes: rawName(entry), isUtf8: isMarkedUtf8(entry) })));
  return {
    entries: entries.map((entry, at) => listed(entry, names[at] ?? '')),
    cut: !damaged && zip.entryCount > entries.length,
    damaged,
  };
}

// names are bytes where nobody decodes them
const rawName = (entry: Entry): Buffer => entry.fileName as unknown as Buffer;

function listed(entry: Entry, name: string): Listed {
  return {
    path: shownPath(name),
    kind: kindOf(entry, name),
    size: entry.uncompressedSize,
    time: timeOf(entry),
    locked: entry.isEncrypted(),
  };
}

function kindOf(entry: Entry, name: string): Listed['kind'] {
  if (/[/\\]$/.test(name)) return 'folder';
  // the upper half holds the mode of the file where the archive comes from a Unix
  const mode = (entry.externalFileAttributes >>> 16) & 0o170000;
  const madeOnUnix = entry.versionMadeBy >>> 8 === 3 || entry.versionMadeBy >>> 8 === 19;
  if (!madeOnUnix || mode === 0 || mode === 0o100000) return 'file';
  return mode === 0o040000 ? 'folder' : mode === 0o120000 ? 'link' : 'other';
}

function timeOf(entry: Entry): number {
  const time = entry.getLastModDate().getTime();
  return Number.isFinite(time) && time > 0 ? time : 0;
}

async function bytesOf(zip: ZipFile, entry: Entry | undefined): Promise<Buffer> {
  if (entry === undefined || kindOf(entry, rawName(entry).toString('latin1')) !== 'file') throw new GiveUp('unsupported');
  if (entry.isEncrypted()) throw new GiveUp('encrypted');
  if (!entry.canDecodeFileData()) throw new GiveUp('unsupported');
  if (isTooLarge(entry.uncompressedSize, zip.fileSize)) throw new GiveUp('too-large');
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
