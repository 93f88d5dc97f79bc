import { type Entry, type ZipFile, fromBufferPromise, openPromise } from 'yauzl';
import { TaskFailure } from '../task.ts';

const maxEntries = 20_000;
/** All that one document may unpack to; beyond, it is a bomb or nothing that people read. */
const maxInflated = 200 * 1024 * 1024;

/** The parts of a zipped document. */
export interface ZipParts {
  names: string[];
  /** The bytes of a part, as they are unpacked; nothing where there is no such part. */
  read: (name: string) => AsyncGenerator<Buffer>;
  close: () => void;
}

/** Opens a zip for reading its parts in any order. Gives up on encrypted ones, too many entries and more content than `most` bytes. */
export const openZip = async (path: string, most = maxInflated): Promise<ZipParts> =>
  partsOf(await openPromise(path, { lazyEntries: true, autoClose: false }), most);

/** The same for a zip that is held already. */
export const openZipOf = async (bytes: Buffer, most: number): Promise<ZipParts> =>
  partsOf(await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }), most);

async function partsOf(zip: ZipFile, most: number): Promise<ZipParts> {
  const entries = new Map<string, Entry>();
  let inflated = 0;
  if (zip.entryCount > maxEntries) throw new TaskFailure('too-large');
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new TaskFailure('encrypted');
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return {
    names: [...entries.values()].map((entry) => entry.fileName),
    async *read(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry?.canDecodeFileData()) return;
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += (chunk as Buffer).length;
        if (inflated > most) throw new TaskFailure('too-large');
        yield chunk as Buffer;
      }
    },
    close: () => zip.close(),
  };
}

/** All of a small part as text; '' where there is none. */
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

/** The names that match, in the order of the numbers in them: slide2 before slide10. */
export function partsLike(zip: ZipParts, pattern: RegExp): string[] {
  const number = (name: string): number => Number(/(\d+)\D*$/.exec(name)?.[1] ?? 0);
  return zip.names.filter((name) => pattern.test(name)).toSorted((a, b) => number(a) - number(b) || (a < b ? -1 : 1));
}
