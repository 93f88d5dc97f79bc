import { type Hash, createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { codes } from '@dossier/contract/core/codes';
import type { Services } from '../../platform/context.ts';
import { isDiskFull } from '../../platform/db/dialect.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Up to this size the bytes are collected in memory and written once. */
export const inMemoryLimit = 256 * 1024;
/** Bytes collected before they are written. */
const writeBufferSize = 1 << 20;
/** Chunks collected before they are written: each costs memory of its own, however short it is. */
const maxBufferedChunks = 1024;

/** State of an upload between its pieces, in this process. */
export interface UploadProgress {
  busy: boolean;
  /** The hash of the first `hashed` bytes; computed again from the file where it is missing. */
  hash?: Hash;
  hashed: number;
  /** Time of the last bytes. */
  at: number;
  /** Aborts the piece that is being received. */
  cut?: () => void;
}

/** Progress of an upload; `bytes` holds all of a small one, which has no file then. */
export interface Received {
  offset: number;
  sha256?: string;
  bytes?: Buffer;
  /** The connection broke before the piece was complete. */
  broken: boolean;
}

interface IncomingPiece {
  part: string;
  offset: number;
  size: number;
  body: Readable;
}

type Piece = Omit<IncomingPiece, 'body'> & { body: AsyncIterable<Buffer> };

/** Writes one of several files of a body into its part; answers its sha256. */
export async function receivePart(services: Services, part: string, { size, body }: { size: number; body: AsyncIterable<Buffer> }) {
  return (await receiveLarge(services, { busy: true, hashed: 0, at: 0 }, { part, offset: 0, size, body })).sha256;
}

/** Receives a piece. Bytes from before a broken connection are kept; more than announced is refused. */
export function receivePiece(services: Services, upload: UploadProgress, coming: IncomingPiece): Promise<Received> {
  upload.cut = () => void coming.body.destroy();
  return coming.offset === 0 && coming.size <= inMemoryLimit
    ? receiveSmall(services, upload, coming)
    : receiveLarge(services, upload, coming);
}

async function receiveSmall(services: Services, upload: UploadProgress, { part, size, body }: IncomingPiece): Promise<Received> {
  // one buffer: each chunk costs a hundred bytes and more, however short it is
  const bytes = Buffer.allocUnsafe(size);
  let offset = 0;
  let broken = false;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      upload.at = services.now();
      if (offset + chunk.length > size) throw new Refusal(codes.uploadSizeWrong);
      offset += chunk.copy(bytes, offset);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    broken = true;
  }
  if (offset === size) return { offset, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), broken };
  await refuseWhenDiskFull(async () => {
    const writer = await services.storage.parts.append(part, 0);
    try {
      await writer.write([bytes.subarray(0, offset)]);
    } finally {
      await writer.close();
    }
  });
  return { offset, broken };
}

async function receiveLarge(services: Services, upload: UploadProgress, { part, offset: start, size, body }: Piece): Promise<Received> {
  const hash = await hashUpTo(services, upload, { part, offset: start });
  const writer = await services.storage.parts.append(part, start);
  let pending: Buffer[] = [];
  let waiting = 0;
  let offset = start;
  let broken = false;
  let isWritten = false;
  // until all hashed bytes are written too, the hash is invalid
  upload.hash = undefined;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (waiting === 0) return;
    const taken = pending;
    offset += waiting;
    pending = [];
    waiting = 0;
    // one block is written while the next one is received and hashed
    await writing;
    writing = refuseWhenDiskFull(() => writer.write(taken));
    writing.catch(() => {});
  };
  try {
    try {
      for await (const chunk of body) {
        if (offset + waiting + chunk.length > size) throw new Refusal(codes.uploadSizeWrong);
        upload.at = services.now();
        hash.update(chunk);
        pending.push(chunk);
        waiting += chunk.length;
        if (waiting >= writeBufferSize || pending.length >= maxBufferedChunks) await flush();
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      broken = true;
    }
    await flush();
    await writing;
    isWritten = true;
  } finally {
    await writing.catch(() => {});
    // what failed before says more than what fails at the end
    await writer.close().catch((error: unknown) => {
      if (isWritten) throw error;
    });
  }
  if (offset === size) return { offset, sha256: hash.digest('hex'), broken };
  Object.assign(upload, { hash, hashed: offset });
  return { offset, broken };
}

async function hashUpTo(services: Services, upload: UploadProgress, { part, offset }: { part: string; offset: number }): Promise<Hash> {
  if (upload.hash !== undefined && upload.hashed === offset) return upload.hash;
  const hash = createHash('sha256');
  for await (const chunk of services.storage.parts.read(part, offset)) hash.update(chunk as Buffer);
  return hash;
}

/** Refuses with a message for the user when the disk is full; the operator must free space. */
export async function refuseWhenDiskFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDiskFull(error) ? new Refusal(codes.diskFull) : error;
  }
}

/** How many bytes of an upload are received; undefined once it was cancelled. */
export async function receivedBytes({ storage }: Services, part: string): Promise<number | undefined> {
  const found = await storage.parts.stat(part);
  return found?.isEnded === true ? undefined : (found?.size ?? 0);
}
