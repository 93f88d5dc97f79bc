import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { GiveUp, type Job } from '../../../ground/confined/job.ts';
import { type Container, isTooLarge, shownPath } from './container.ts';

/** One file that was packed by itself. */
export async function openGzip(job: Job): Promise<Container> {
  const { path, size, name } = job;
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(10);
    await file.read(head, 0, 10, 0);
    if (head[0] !== 0x1f || head[1] !== 0x8b) throw new GiveUp('unsupported');
    const tail = Buffer.alloc(4);
    await file.read(tail, 0, 4, Math.max(0, size - 4));
    const entry = {
      path: shownPath(name.replace(/\.gz$/i, '')),
      kind: 'file' as const,
      // what it says of itself; how much it is in truth shows when it is read
      size: tail.readUInt32LE(0),
      time: head.readUInt32LE(4) * 1000,
      locked: false,
    };
    return { list: async () => ({ entries: [entry], cut: false, damaged: false }), read: () => bytesOf(job), close: () => undefined };
  } finally {
    await file.close();
  }
}

async function bytesOf({ path, size }: Job): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const packed = createReadStream(path);
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  for await (const chunk of packed.pipe(unpacked)) {
    length += (chunk as Buffer).length;
    if (isTooLarge(length, size)) {
      packed.destroy();
      throw new GiveUp('too-large');
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
