import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A content: its bytes are named by their sha256 in hex, and what is there once is never changed. */
export interface Content {
  sha256: string;
  size: number;
}

/** From one byte to another, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is stored under a name, and when it came, in milliseconds. */
export interface StoredFile {
  size: number;
  changed: number;
}

/** The bytes are others, or not as many, than was said: nothing of them was stored. */
export class ContentMismatch extends Error {}

/** Writes on at the end of a part. */
export interface PartWriter {
  /** Writes in the order of the calls; the chunks are not to be changed until it settles. A full disk rejects it with ENOSPC. */
  write(chunks: readonly Uint8Array[]): Promise<void>;
  /** Ends the writing, also after a failure. What was written stays; rejects where not all of it can be relied on. */
  close(): Promise<void>;
}

/** Bytes on their way in, each under a name of its own until they are whole. They survive a restart, not every power cut. */
export interface Parts {
  /** Goes on at `offset`, which is where the part ends; at 0 it begins anew. */
  append(name: string, offset: number): Promise<PartWriter>;
  /** Writes a small part as a whole, durably: for notes of jobs. */
  keep(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a part, or the first of them. */
  read(name: string, length?: number): Readable;
  /** What is there of a part; `isEnded` where its owner gave it up. A look so short that it never waits behind other work of a disk. */
  stat(name: string): Promise<(StoredFile & { isEnded: boolean }) | undefined>;
  /** Makes a part a content, durably. The caller has hashed what it wrote; other than so many bytes are a `ContentMismatch`. */
  finish(name: string, content: Content): Promise<void>;
  /** Removes the bytes of a part, and notes that none are to come any more. */
  end(name: string): Promise<void>;
  /** Removes a part, or the note that it was ended. */
  remove(name: string): Promise<void>;
  list(): Promise<string[]>;
}

/**
 * Where contents are kept. Implemented by engines (`disk.ts`), chosen in `open-storage.ts`, all held to `server/test/storage-conformance.ts`.
 * When a write resolves, the content survives a power cut; one that is interrupted leaves no content.
 */
export interface Storage {
  readonly parts: Parts;
  /** Takes a stream in; a `ContentMismatch` where it is not what was expected. */
  put(body: AsyncIterable<Uint8Array>, expected?: Partial<Content>): Promise<Content>;
  /** Writes a small content that is held in memory; the caller has hashed it. */
  putBytes(sha256: string, bytes: Uint8Array): Promise<void>;
  /** Whether a content is there: a look so short that it may stand in a transaction. */
  has(sha256: string): Promise<boolean>;
  stat(sha256: string): Promise<StoredFile | undefined>;
  /** The bytes in a stream, all of them without a range; one that reaches beyond the end is an error of the stream. */
  open(sha256: string, range?: Partial<ByteRange>): Readable;
  /** Reads a short range at once, which is faster than setting up a stream. */
  read(sha256: string, range: ByteRange): Promise<Buffer>;
  remove(sha256: string): Promise<void>;
  /** Every sha256 that is stored. */
  list(): AsyncGenerator<string>;
  /** Lends a file with the bytes, only to be read, to a program that wants one; it is there until `use` settles. */
  withLocalFile<T>(sha256: string, use: (path: string) => Promise<T>): Promise<T>;
  /** The folders in which lent files lie: what a sandbox must be able to read. */
  localFolders(): string[];
  /** What may still be stored, in bytes, now. */
  free(): Promise<number>;
  /** All that it holds at most, in bytes. */
  capacity(): Promise<number>;
}

/** The sha256 of a stream. */
export async function hashOf(body: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Takes a stream in by way of a part: the same for every engine. */
export async function putStream(
  parts: Parts,
  { name, body, expected = {} }: { name: string; body: AsyncIterable<Uint8Array>; expected?: Partial<Content> | undefined },
): Promise<Content> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    const writer = await parts.append(name, 0);
    try {
      for await (const chunk of body) {
        hash.update(chunk);
        size += chunk.length;
        await writer.write([chunk]);
      }
    } finally {
      await writer.close();
    }
    const sha256 = hash.digest('hex');
    if ((expected.sha256 ?? sha256) !== sha256 || (expected.size ?? size) !== size)
      throw new ContentMismatch(`${size} bytes with the hash ${sha256} came`);
    await parts.finish(name, { sha256, size });
    return { sha256, size };
  } catch (error) {
    await parts.remove(name);
    throw error;
  }
}
