import { type Entry, type ZipFile, fromBufferPromise, openPromise } from 'yauzl';
import { TaskFailure } from '../task.ts';

const maxEntries = 20_000;
/** The most bytes that one document may decompress to; beyond, it is a zip bomb or of no use to a reader. */
const maxInflated = 200 * 1024 * 1024;

/** The parts of a zipped document. */
export interface ZipParts {
  names: string[];
  /** Whether several entries have one name, of which another reader may read another. */
  hasTwins?: boolean;
  /** The decompressed bytes of a part as a stream; empty where there is no such part. */
  read: (name: string) => AsyncGenerator<Buffer>;
  close: () => void;
}

/** Opens a zip for reading its parts in any order. Fails on encrypted ones, too many entries and more content than `most` bytes. */
export const openZip = async (path: string, maxBytes = maxInflated): Promise<ZipParts> =>
  partsOf(await openPromise(path, { lazyEntries: true, autoClose: false }), maxBytes);

/** Like `openZip`, for a zip in memory. */
export const openZipOf = async (bytes: Buffer, maxBytes: number): Promise<ZipParts> =>
  partsOf(await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }), maxBytes);

async function partsOf(zip: ZipFile, maxBytes: number): Promise<ZipParts> {
  const entries = new Map<string, Entry>();
  let inflated = 0;
  let hasTwins = false;
  if (zip.entryCount > maxEntries) throw new TaskFailure('too-large');
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new TaskFailure('encrypted');
    hasTwins ||= entries.has(entry.fileName.toLowerCase());
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return {
    names: [...entries.values()].map((entry) => entry.fileName),
    hasTwins,
    async *read(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry?.canDecodeFileData()) return;
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += (chunk as Buffer).length;
        if (inflated > maxBytes) throw new TaskFailure('too-large');
        yield chunk as Buffer;
      }
    },
    close: () => zip.close(),
  };
}

/** A small part as text; '' where there is none. */
export async function readPart(zip: ZipParts, name: string, limit = 4 * 1024 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of zip.read(name)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) throw new TaskFailure('too-large');
  }
  return Buffer.concat(chunks).toString();
}

/** The matching names, in the order of their numbers: slide2 before slide10. */
export function partsLike(zip: ZipParts, pattern: RegExp): string[] {
  const number = (name: string): number => Number(/(\d+)\D*$/.exec(name)?.[1] ?? 0);
  return zip.names.filter((name) => pattern.test(name)).toSorted((a, b) => number(a) - number(b) || (a < b ? -1 : 1));
}
