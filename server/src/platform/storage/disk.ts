import { type Hash, createHash } from 'node:crypto';
import { closeSync, existsSync, fdatasync, fsync, open as openWaiting, openSync, read, write } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { FileStream } from './file-stream.ts';

/** Content-addressed bytes: what is there once is never changed. Every name is a sha256 in hex. */
export interface Blobs {
  /** Makes a finished part file the content of this sha256, durably: fsync, rename, fsync of the folder. */
  adopt(part: string, sha256: string): Promise<void>;
  /** Writes a small content that is held in memory, as durably as `adopt`; `name` is the part it is written under first. */
  keep(name: string, sha256: string, bytes: Uint8Array): Promise<void>;
  /** Whether the file of a content is there: a look so short that it may stand in a transaction. */
  stands(sha256: string): boolean;
  /** Bytes from `start` to `end`, both included; all of them without a range. */
  read(sha256: string, range?: { start: number; end: number }): Readable;
  /** A short stretch of bytes at once: what a stream costs in setting up is more than they do. */
  take(sha256: string, range: { start: number; end: number }): Promise<Buffer>;
  /** Where the bytes lie, for programs that want a file. */
  pathOf(sha256: string): string;
  size(sha256: string): Promise<number | undefined>;
  remove(sha256: string): Promise<void>;
  /** Every sha256 that is stored. */
  list(): AsyncGenerator<string>;
  /** A path on the same disk for bytes that are still coming in. */
  partPath(name: string): string;
  parts(): Promise<string[]>;
  /** What is left on the disk, in bytes, now. */
  free(): Promise<number>;
  /** All that the disk holds, in bytes. */
  capacity(): Promise<number>;
}

/** Makes names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // opening a folder to read touches no disk, and each way to the thread pool counts
  const folder = openSync(path, 'r');
  try {
    await promisify(fsync)(folder);
  } finally {
    closeSync(folder);
  }
}

/** Work on a folder that those who ask while it waits for its turn do together: it begins after each of them asked. */
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

const opening = promisify(openWaiting);
const writing = promisify(write) as unknown as (file: number, bytes: Uint8Array, offset: number) => Promise<{ bytesWritten: number }>;
const reading = promisify(read) as unknown as (
  file: number,
  bytes: Buffer,
  where: { offset: number; position: number },
) => Promise<{ bytesRead: number }>;
const syncing = promisify(fdatasync);

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

interface Places {
  blobs: string;
  parts: string;
  folderOf(sha256: string): string;
  pathOf(sha256: string): string;
}

/** The two ways in: a part file that is whole, or bytes in memory. */
function takingIn({ blobs, parts, folderOf, pathOf }: Places): Pick<Blobs, 'adopt' | 'keep'> {
  const known = new Set<string>();
  const syncShared = sharing(syncFolder);

  async function ensureFolder(folder: string): Promise<void> {
    if (known.has(folder)) return;
    await mkdir(folder, { recursive: true });
    await syncFolder(blobs);
    known.add(folder);
  }

  async function place(part: string, sha256: string): Promise<void> {
    await rename(part, pathOf(sha256));
    await syncShared(folderOf(sha256));
  }

  return {
    async adopt(part, sha256) {
      await ensureFolder(folderOf(sha256));
      const file = await open(part, 'r+');
      try {
        await file.datasync();
      } finally {
        await file.close();
      }
      await place(part, sha256);
    },
    async keep(name, sha256, bytes) {
      await ensureFolder(folderOf(sha256));
      const part = join(parts, name);
      await writeDurably(part, bytes);
      await place(part, sha256);
    },
  };
}

/** The disk store: `blobs/ab/abcd…` and `parts/` below one folder. */
export async function openDiskBlobs(root: string): Promise<Blobs> {
  const blobs = join(root, 'blobs');
  const parts = join(root, 'parts');
  await mkdir(blobs, { recursive: true });
  await mkdir(parts, { recursive: true });
  const folderOf = (sha256: string) => join(blobs, sha256.slice(0, 2));
  const pathOf = (sha256: string) => join(folderOf(sha256), sha256);
  return {
    ...takingIn({ blobs, parts, folderOf, pathOf }),
    stands: (sha256) => existsSync(pathOf(sha256)),
    read: (sha256, range) => new FileStream(pathOf(sha256), range),
    take: (sha256, { start, end }) => readAt(pathOf(sha256), start, end - start + 1),
    pathOf,
    async size(sha256) {
      try {
        return (await stat(pathOf(sha256))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async *list() {
      for (const prefix of await readdir(blobs)) {
        for (const name of await readdir(join(blobs, prefix))) yield name;
      }
    },
    partPath: (name) => join(parts, name),
    parts: () => readdir(parts),
    async free() {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    async capacity() {
      const { blocks, bsize } = await statfs(root);
      return blocks * bsize;
    },
  };
}

/** The sha256 of a stored file, streamed. */
export async function hashOf(path: string): Promise<string> {
  const hash: Hash = createHash('sha256');
  for await (const chunk of new FileStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
