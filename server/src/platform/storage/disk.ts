import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readAt, sharing, syncFolder, writeDurably } from './disk-files.ts';
import { diskParts } from './disk-parts.ts';
import { FileStream } from './file-stream.ts';
import { type Storage, putStream } from './storage.ts';

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

const roomOf = (root: string): Pick<Storage, 'free' | 'capacity'> => ({
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
    ...roomOf(root),
  };
}
