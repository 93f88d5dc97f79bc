import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fdatasync, fsync, open as openWaiting, openSync, read, statSync, write } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { FileStream } from './file-stream.ts';
import { ContentMismatch, type Parts, type PartWriter, putStream, type Storage } from './storage.ts';

/** So much is written before the disk is told to begin. */
const eagerBytes = 32 << 20;

/** Starts flushing before the last byte is received: bytes flushed early cost no time at the end. */
function eagerDisk(file: FileHandle): { wrote(bytes: number): void; done(): Promise<void> } {
  let since = 0;
  let syncing: Promise<void> | undefined;
  let failed: { error: unknown } | undefined;
  return {
    wrote(bytes) {
      since += bytes;
      if (since < eagerBytes || syncing !== undefined) return;
      since = 0;
      syncing = file
        .datasync()
        .catch((error: unknown) => {
          failed = { error };
        })
        .finally(() => {
          syncing = undefined;
        });
    },
    // the system reports a failed flush only once: a later one may succeed although bytes are lost
    async done() {
      await syncing;
      if (failed !== undefined) throw failed.error;
    },
  };
}

/** Writes chunks with one call of the system where it takes them all. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], position: number): Promise<number> {
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const { bytesWritten } = await file.writev(chunks as Uint8Array[], position);
  if (bytesWritten === total) return total;
  const rest = Buffer.concat(chunks);
  for (let at = bytesWritten; at < total; ) at += (await file.write(rest, at, total - at, position + at)).bytesWritten;
  return total;
}

async function writerOf(path: string, offset: number): Promise<PartWriter> {
  const file = await open(path, offset === 0 ? 'w' : 'r+');
  const disk = eagerDisk(file);
  let position = offset;
  let last: Promise<void> = Promise.resolve();
  return {
    write(chunks) {
      const next = last.then(async () => {
        const written = await writeAll(file, chunks, position);
        position += written;
        disk.wrote(written);
      });
      last = next;
      // the caller of `write` gets the failure; the chain goes on
      last.catch(() => undefined);
      return next;
    },
    async close() {
      try {
        await last.catch(() => undefined);
        await disk.done();
      } finally {
        await file.close();
      }
    },
  };
}

/** Parts as files of a folder. A folder in the place of a part notes that its owner ended it. */
function diskParts(folder: string, place: (part: string, sha256: string) => Promise<void>): Parts {
  const pathOf = (name: string): string => join(folder, name);
  return {
    append: (name, offset) => writerOf(pathOf(name), offset),
    async keep(name, bytes) {
      await writeDurably(pathOf(name), bytes);
      await syncFolder(folder);
    },
    read: (name, length) =>
      length === 0 ? Readable.from([]) : new FileStream(pathOf(name), length === undefined ? {} : { end: length - 1 }),
    async stat(name) {
      // handed to the thread pool it would wait behind other uploads' fsyncs
      const found = statSync(pathOf(name), { throwIfNoEntry: false });
      if (found === undefined) return undefined;
      const isEnded = found.isDirectory();
      return { size: isEnded ? 0 : found.size, changed: found.mtimeMs, isEnded };
    },
    async finish(name, { sha256, size }) {
      const file = await open(pathOf(name), 'r+');
      try {
        const found = await file.stat();
        if (found.size !== size) throw new ContentMismatch(`a part of ${found.size} bytes was to be a content of ${size}`);
        await file.datasync();
      } finally {
        await file.close();
      }
      await place(pathOf(name), sha256);
    },
    async end(name) {
      await rm(pathOf(name), { recursive: true, force: true });
      await mkdir(pathOf(name));
    },
    remove: (name) => rm(pathOf(name), { recursive: true, force: true }),
    list: () => readdir(folder),
  };
}

/** Puts files under the names of their contents: the rename, and a folder that was made for it, are on the disk when it resolves. */
function placing(blobs: string, pathOf: (sha256: string) => string): (part: string, sha256: string) => Promise<void> {
  const known = new Set<string>();
  const syncShared = sharing(syncFolder);
  return async (part, sha256) => {
    const path = pathOf(sha256);
    const folder = join(path, '..');
    if (!known.has(folder)) {
      await mkdir(folder, { recursive: true });
      await syncFolder(blobs);
      known.add(folder);
    }
    await rename(part, path);
    await syncShared(folder);
  };
}

const freeSpaceOf = (root: string): Pick<Storage, 'free' | 'capacity'> => ({
  async free() {
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
  },
  async capacity() {
    const { blocks, bsize } = await statfs(root);
    return blocks * bsize;
  },
});

/** The size of a file and the time of its last change, milliseconds; undefined where there is none. */
async function sizeAndChange(path: string): Promise<{ size: number; changed: number } | undefined> {
  try {
    const { size, mtimeMs, ctimeMs } = await stat(path);
    // an upload of bytes that are stored already renews the time of the rename
    return { size, changed: Math.max(mtimeMs, ctimeMs) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Storage on a disk of this machine: `blobs/ab/abcd…` and `parts/` below one folder. */
export async function openDiskStorage(root: string): Promise<Storage> {
  const blobs = join(root, 'blobs');
  const partFolder = join(root, 'parts');
  await mkdir(blobs, { recursive: true });
  await mkdir(partFolder, { recursive: true });
  const pathOf = (sha256: string) => join(blobs, sha256.slice(0, 2), sha256);
  const place = placing(blobs, pathOf);
  const parts = diskParts(partFolder, place);
  return {
    parts,
    put: (body, expected) => putStream(parts, { name: `${randomUUID()}.put`, body, expected }),
    async putBytes(sha256, bytes) {
      const part = join(partFolder, `${randomUUID()}.put`);
      try {
        await writeDurably(part, bytes);
        await place(part, sha256);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    has: async (sha256) => existsSync(pathOf(sha256)),
    stat: (sha256) => sizeAndChange(pathOf(sha256)),
    open: (sha256, range) => new FileStream(pathOf(sha256), range),
    read: (sha256, { start, end }) => readAt(pathOf(sha256), start, end - start + 1),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async *list() {
      for (const prefix of await readdir(blobs)) {
        for (const name of await readdir(join(blobs, prefix))) yield name;
      }
    },
    // the stored file itself: nothing that it is lent to may write
    withLocalFile: (sha256, use) => use(pathOf(sha256)),
    localFolders: () => [blobs],
    ...freeSpaceOf(root),
  };
}

const opening = promisify(openWaiting);
const writing = promisify(write) as unknown as (file: number, bytes: Uint8Array, offset: number) => Promise<{ bytesWritten: number }>;
const reading = promisify(read) as unknown as (
  file: number,
  bytes: Buffer,
  where: { offset: number; position: number },
) => Promise<{ bytesRead: number }>;
const syncing = promisify(fdatasync);

/** Makes the names in a folder durable. */
async function syncFolder(path: string): Promise<void> {
  // opening a folder for reading does not touch the disk, and each trip to the thread pool counts
  const folder = openSync(path, 'r');
  try {
    await promisify(fsync)(folder);
  } finally {
    closeSync(folder);
  }
}

/** Shares work on a folder between requests that arrive before it starts: it begins after each of them. */
function sharing(work: (folder: string) => Promise<void>): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  const begin = (folder: string): Promise<void> => {
    const run = work(folder).finally(() => running.get(folder) === run && running.delete(folder));
    running.set(folder, run);
    return run;
  };
  return (folder) => {
    const current = running.get(folder);
    if (current === undefined) return begin(folder);
    let next = waiting.get(folder);
    if (next === undefined) {
      next = current
        .catch(() => {})
        .then(() => {
          waiting.delete(folder);
          return begin(folder);
        });
      waiting.set(folder, next);
    }
    return next;
  };
}

/** Writes bytes into a file, durably. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await opening(path, 'w');
  try {
    for (let at = 0; at < bytes.length; ) at += (await writing(file, bytes, at)).bytesWritten;
    await syncing(file);
  } finally {
    closeSync(file);
  }
}

/** A stretch of a file; rejects where the file ends before it. */
async function readAt(path: string, start: number, length: number): Promise<Buffer> {
  const file = await opening(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await reading(file, bytes, { offset: at, position: start + at });
      if (bytesRead === 0) throw new Error(`${path} is shorter than its row says`);
      at += bytesRead;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}
