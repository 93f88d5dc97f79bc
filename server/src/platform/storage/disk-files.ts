import { closeSync, fdatasync, fsync, open as openWaiting, openSync, read, write } from 'node:fs';
import { promisify } from 'node:util';

const opening = promisify(openWaiting);
const writing = promisify(write) as unknown as (file: number, bytes: Uint8Array, offset: number) => Promise<{ bytesWritten: number }>;
const reading = promisify(read) as unknown as (
  file: number,
  bytes: Buffer,
  where: { offset: number; position: number },
) => Promise<{ bytesRead: number }>;
const syncing = promisify(fdatasync);

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // opening a folder for reading does not touch the disk, and each trip to the thread pool counts
  const folder = openSync(path, 'r');
  try {
    await promisify(fsync)(folder);
  } finally {
    closeSync(folder);
  }
}

/** Shares work on a folder between requests that arrive before it starts: it begins after each of them. */
export function sharing(work: (folder: string) => Promise<void>): (folder: string) => Promise<void> {
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
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await opening(path, 'w');
  try {
    for (let at = 0; at < bytes.length; ) at += (await writing(file, bytes, at)).bytesWritten;
    await syncing(file);
  } finally {
    closeSync(file);
  }
}

/** A stretch of a file; rejects where the file ends before it. */
export async function readAt(path: string, start: number, length: number): Promise<Buffer> {
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
