import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Content-addressed bytes: what is there once is never changed. Every name is a sha256 in hex. */
export interface Blobs {
  /** Makes a finished part file the content of this sha256, durably: fsync, rename, fsync of the folder. */
  adopt(part: string, sha256: string): Promise<void>;
  /** Bytes from `start` to `end`, both included; all of them without a range. */
  read(sha256: string, range?: { start: number; end: number }): Readable;
  /** Where the bytes lie, for programs that want a file. */
  pathOf(sha256: string): string;
  size(sha256: string): Promise<number | undefined>;
  remove(sha256: string): Promise<void>;
  /** Every sha256 that is stored. */
  list(): AsyncGenerator<string>;
  /** A path on the same disk for bytes that are still coming in. */
  partPath(name: string): string;
  parts(): Promise<string[]>;
}

/** Makes names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The disk store: `blobs/ab/cd/abcd…` and `parts/` below one folder. */
export async function openDiskBlobs(root: string): Promise<Blobs> {
  const blobs = join(root, 'blobs');
  const parts = join(root, 'parts');
  await mkdir(blobs, { recursive: true });
  await mkdir(parts, { recursive: true });
  const known = new Set<string>();
  const folderOf = (sha256: string) => join(blobs, sha256.slice(0, 2));
  const pathOf = (sha256: string) => join(folderOf(sha256), sha256);

  async function ensureFolder(folder: string): Promise<void> {
    if (known.has(folder)) return;
    await mkdir(folder, { recursive: true });
    await syncFolder(blobs);
    known.add(folder);
  }

  return {
    async adopt(part, sha256) {
      const folder = folderOf(sha256);
      await ensureFolder(folder);
      const file = await open(part, 'r+');
      try {
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(part, pathOf(sha256));
      await syncFolder(folder);
    },
    read: (sha256, range) => createReadStream(pathOf(sha256), { ...range, highWaterMark: 1 << 18 }),
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
  };
}

/** The sha256 of a stored file, streamed. */
export async function hashOf(path: string): Promise<string> {
  const hash: Hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
