import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { Entry } from 'yauzl';
import { readMail } from '../mail/read-mail.ts';
import { type Job, TaskFailure } from '../task.ts';
import { type ZipDirectory, entryKind, openZipDirectory } from '../zip/zip-directory.ts';
import { type Container, type ContainerEntry, containerLimits, displayPath, isTooLarge } from './container.ts';
import { openLibarchive } from './libarchive-container.ts';

/** A gzip file of a single file. */
async function openGzipContainer(job: Job): Promise<Container> {
  const { path, size, name } = job;
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(10);
    await file.read(head, 0, 10, 0);
    if (head[0] !== 0x1f || head[1] !== 0x8b) throw new TaskFailure('unsupported');
    const tail = Buffer.alloc(4);
    await file.read(tail, 0, 4, Math.max(0, size - 4));
    const entry = {
      path: displayPath(name.replace(/\.gz$/i, '')),
      kind: 'file' as const,
      // as stated in the trailer; the real size shows when it is read
      size: tail.readUInt32LE(0),
      time: head.readUInt32LE(4) * 1000,
      locked: false,
    };
    return {
      list: async () => ({ entries: [entry], cut: false, damaged: false }),
      read: () => gunzippedBytes(job),
      close: () => undefined,
    };
  } finally {
    await file.close();
  }
}

async function gunzippedBytes({ path, size }: Job): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const packed = createReadStream(path);
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  for await (const chunk of packed.pipe(unpacked)) {
    length += (chunk as Buffer).length;
    if (isTooLarge(length, size)) {
      packed.destroy();
      throw new TaskFailure('too-large');
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The attachments of a mail. */
async function openMailContainer(job: Job): Promise<Container> {
  const { attachments } = await readMail(job);
  const entries = attachments.map(({ name, size }) => ({ path: name, kind: 'file' as const, size, time: 0, locked: false }));
  return {
    list: async () => ({ entries, cut: false, damaged: false }),
    async read(place) {
      const found = attachments[place];
      if (found === undefined) throw new TaskFailure('unsupported');
      if (found.size > containerLimits.entry) throw new TaskFailure('too-large');
      return found.read();
    },
    close: () => undefined,
  };
}

/** A zip, of any size: only the requested parts are read. */
async function openZipContainer(path: string): Promise<Container> {
  const directory = await openZipDirectory(path, containerLimits.entries);
  const { zip, entries, names, cut, damaged } = directory;
  if (damaged && entries.length === 0) {
    zip.close();
    throw new TaskFailure('broken');
  }
  return {
    list: async () => ({ entries: entries.map((entry, at) => listed(entry, names[at] ?? '')), cut, damaged }),
    read: (place) => zipEntryBytes(directory, place),
    close: () => zip.close(),
  };
}

function listed(entry: Entry, name: string): ContainerEntry {
  return {
    path: displayPath(name),
    kind: entryKind(entry, name),
    size: entry.uncompressedSize,
    time: timeOf(entry),
    locked: entry.isEncrypted(),
  };
}

function timeOf(entry: Entry): number {
  const time = entry.getLastModDate().getTime();
  return Number.isFinite(time) && time > 0 ? time : 0;
}

async function zipEntryBytes({ zip, entries, names }: ZipDirectory, place: number): Promise<Buffer> {
  const entry = entries[place];
  if (entry === undefined || entryKind(entry, names[place] ?? '') !== 'file') throw new TaskFailure('unsupported');
  if (entry.isEncrypted()) throw new TaskFailure('encrypted');
  if (!entry.canDecodeFileData()) throw new TaskFailure('unsupported');
  if (isTooLarge(entry.uncompressedSize, zip.fileSize)) throw new TaskFailure('too-large');
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const mails: ReadonlySet<string> = new Set(['msg', 'eml']);

/** Opens a container by its content: many archives have the extension of another format. */
export async function openContainer(job: Job): Promise<Container> {
  if (mails.has(job.ext)) return openMailContainer(job);
  if (job.size === 0) throw new TaskFailure('broken');
  if (await isZip(job.path)) return openZipContainer(job.path);
  return (await openLibarchive(job)) ?? openGzipContainer(job);
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return ['504b0304', '504b0506', '504b0708'].includes(buffer.toString('hex'));
  } finally {
    await file.close();
  }
}
