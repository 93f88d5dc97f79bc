import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { ArchiveEntry } from './archive-entries.ts';
import { releaseBytes } from '../content/free-bytes.ts';
import { keepBytes, storedSize } from '../content/blobs-of.ts';
import { refusingFull } from '../content/receive-bytes.ts';

const piece = 1 << 20;
/** So many contents are noted by one commit. */
const batch = 100;

/** A file of an archive whose bytes are whole and stored. */
export interface StoredEntry {
  entry: ArchiveEntry;
  /** Where it stands among all entries, folders included. */
  at: number;
  sha256: string;
}

/** Reads every file of an archive to its end, holds it against its length and checksum, and stores the bytes: only then may anything be placed. */
export async function storeEntries(house: House, job: number, entries: readonly ArchiveEntry[]): Promise<StoredEntry[]> {
  const part = house.blobs.partPath(`${job}.entry`);
  const stored: StoredEntry[] = [];
  const shas = new Set<string>();
  let noted = 0;
  const note = async (): Promise<void> => {
    const fresh = stored.slice(noted);
    await house.database.write(async (db) => {
      for (const { sha256, entry } of fresh) await keepBytes(db, { sha256, size: entry.size, now: house.now() });
    });
    noted = stored.length;
  };
  try {
    for (const [at, entry] of entries.entries()) {
      if (entry.folder) continue;
      const sha256 = await writeEntry(entry, part);
      // archives hold the same file many times over, and each new one waits for the disk
      if (!shas.has(sha256)) await store(house, part, sha256);
      shas.add(sha256);
      stored.push({ entry, at, sha256 });
      if (stored.length - noted >= batch) await note();
    }
    await note();
    return stored;
  } catch (error) {
    // what is known is found again, and freed where nothing else has it
    await note();
    if (error instanceof Refusal) await dropEntries(house, stored);
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/** Lets go of stored bytes that will not be placed. */
export const dropEntries = (house: House, stored: readonly StoredEntry[]): Promise<void> =>
  house.database.write((db) => releaseBytes(db, { shas: [...new Set(stored.map(({ sha256 }) => sha256))], at: house.now() }));

async function store(house: House, part: string, sha256: string): Promise<void> {
  const known = await storedSize(house.database.read, sha256);
  if (known === undefined || !house.blobs.stands(sha256)) await refusingFull(() => house.blobs.adopt(part, sha256));
}

async function writeEntry(entry: ArchiveEntry, part: string): Promise<string> {
  const hash = createHash('sha256');
  let sum = 0;
  const file = await open(part, 'w');
  try {
    let pending: Buffer[] = [];
    let waiting = 0;
    const flush = async () => {
      if (waiting > 0) await refusingFull(() => file.writeFile(Buffer.concat(pending)));
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
        if (waiting >= piece) await flush();
      }
    } catch (error) {
      // the reader counts: an entry longer or shorter than it says ends here
      throw error instanceof Refusal ? error : new Refusal(codes.archiveBroken);
    }
    await flush();
  } finally {
    await file.close();
  }
  // the reader does not look at it
  if (sum !== entry.crc32) throw new Refusal(codes.archiveBroken);
  return hash.digest('hex');
}
