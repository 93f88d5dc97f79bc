// oxlint-disable max-lines-per-function -- a suite, which is a function as engines are given to it
import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentMismatch, type Storage, hashOf } from '../src/platform/storage/storage.ts';

/** An empty storage of an engine, for one test. */
export interface StorageUnderTest {
  storage: Storage;
  /** Opens what is stored once more, as a server that is started again does. */
  reopen(): Promise<Storage>;
  remove(): Promise<void>;
}

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* chunksOf(bytes: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A body whose sender goes away after so many bytes. */
async function* brokenAfter(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* chunksOf(bytes);
  throw new Error('the connection broke');
}

/** What every engine must do: run for each of them. */
export function storageConformance(engine: string, make: () => Promise<StorageUnderTest>): void {
  describe(`storage: ${engine}`, () => {
    let made: StorageUnderTest;
    let storage: Storage;
    beforeEach(async () => {
      made = await make();
      ({ storage } = made);
    });
    afterEach(() => made.remove());

    const listed = async (): Promise<string[]> => {
      const all: string[] = [];
      for await (const name of storage.list()) all.push(name);
      return all.toSorted();
    };
    const append = async (name: string, offset: number, chunks: Uint8Array[]): Promise<void> => {
      const writer = await storage.parts.append(name, offset);
      try {
        await writer.write(chunks);
      } finally {
        await writer.close();
      }
    };
    const expectNothing = async (): Promise<void> => {
      expect(await listed()).toEqual([]);
      expect(await storage.parts.list()).toEqual([]);
    };

    describe('a content', () => {
      it.each([0, 1, 65_536, 3_000_001])('of %i bytes comes back as it was put, also after a restart', async (size) => {
        const bytes = randomBytes(size);
        const sha256 = sha(bytes);
        expect(await storage.put(chunksOf(bytes))).toEqual({ sha256, size });
        const again = await made.reopen();
        expect(await again.has(sha256)).toBe(true);
        expect((await again.stat(sha256))?.size).toBe(size);
        expect(await hashOf(again.open(sha256))).toBe(sha256);
        expect(await again.parts.list()).toEqual([]);
      });

      it('is stored once, however often and by however many it is put', async () => {
        const bytes = randomBytes(300_000);
        await Promise.all(Array.from({ length: 5 }, () => storage.put(chunksOf(bytes))));
        await storage.putBytes(sha(bytes), bytes);
        expect(await listed()).toEqual([sha(bytes)]);
        expect(await hashOf(storage.open(sha(bytes)))).toBe(sha(bytes));
        expect(await storage.parts.list()).toEqual([]);
      });

      it('says when it came, and anew when it is put once more: what is young is not swept', async () => {
        const bytes = randomBytes(1000);
        const changed = async (): Promise<number> => (await storage.stat(sha(bytes)))?.changed ?? 0;
        const begun = Date.now();
        await storage.put(chunksOf(bytes));
        const first = await changed();
        // file systems keep times in steps of up to two seconds
        expect(first).toBeGreaterThan(begun - 2500);
        expect(first).toBeLessThan(Date.now() + 2500);
        await expect
          .poll(async () => {
            await storage.put(chunksOf(bytes));
            return changed();
          })
          .toBeGreaterThan(first);
        await append('young', 0, [bytes]);
        expect((await storage.parts.stat('young'))?.changed).toBeGreaterThan(begun - 2500);
      });

      it('is not there where its stream broke off, or was not what was expected', async () => {
        const bytes = randomBytes(300_000);
        await expect(storage.put(brokenAfter(bytes))).rejects.toThrow('the connection broke');
        await expect(storage.put(chunksOf(bytes), { sha256: sha(Buffer.from('other')) })).rejects.toThrow(ContentMismatch);
        await expect(storage.put(chunksOf(bytes), { size: bytes.length + 1 })).rejects.toThrow(ContentMismatch);
        await expectNothing();
        await storage.put(chunksOf(bytes), { sha256: sha(bytes), size: bytes.length });
        expect(await listed()).toEqual([sha(bytes)]);
      });

      it('is read in ranges, both ends included', async () => {
        const bytes = randomBytes(1_200_000);
        const { sha256 } = await storage.put(chunksOf(bytes));
        const last = bytes.length - 1;
        for (const [start, end] of [
          [0, 0],
          [0, last],
          [last, last],
          [524_287, 524_289],
          [700_000, last],
        ] as const) {
          const wanted = bytes.subarray(start, end + 1);
          expect(sha(await buffer(storage.open(sha256, { start, end })))).toBe(sha(wanted));
          expect(sha(await storage.read(sha256, { start, end }))).toBe(sha(wanted));
        }
        expect(sha(await buffer(storage.open(sha256, { start: 700_000 })))).toBe(sha(bytes.subarray(700_000)));
        await expect(buffer(storage.open(sha256, { start: 0, end: bytes.length }))).rejects.toBeInstanceOf(Error);
        await expect(storage.read(sha256, { start: last, end: last + 1 })).rejects.toBeInstanceOf(Error);
      });

      it('that is not there has no size, and reading it is an error', async () => {
        const missing = sha(Buffer.from('nothing'));
        expect([await storage.has(missing), await storage.stat(missing)]).toEqual([false, undefined]);
        await expect(buffer(storage.open(missing))).rejects.toBeInstanceOf(Error);
        await expect(storage.read(missing, { start: 0, end: 0 })).rejects.toBeInstanceOf(Error);
      });

      it('is removed alone, at any number of times, and may come again', async () => {
        const [first, second] = [randomBytes(1000), randomBytes(1000)];
        for (const bytes of [first, second]) await storage.putBytes(sha(bytes), bytes);
        await storage.remove(sha(first));
        await storage.remove(sha(first));
        expect(await listed()).toEqual([sha(second)]);
        await storage.putBytes(sha(first), first);
        expect(await listed()).toEqual([sha(first), sha(second)].toSorted());
      });

      it('is lent as a file below the folders that a sandbox may read', async () => {
        const bytes = randomBytes(1000);
        await storage.putBytes(sha(bytes), bytes);
        const lent = await storage.withLocalFile(sha(bytes), async (path) => ({ path, bytes: await readFile(path) }));
        expect(lent.bytes.equals(bytes)).toBe(true);
        expect(storage.localFolders().some((folder) => dirname(lent.path).startsWith(folder))).toBe(true);
        for (const folder of storage.localFolders()) expect((await stat(folder)).isDirectory()).toBe(true);
        await expect(storage.withLocalFile(sha(bytes), () => Promise.reject(new Error('the reader failed')))).rejects.toThrow(
          'the reader failed',
        );
        expect(await storage.has(sha(bytes))).toBe(true);
      });
    });

    describe('a part', () => {
      const bytes = randomBytes(900_000);

      it('grows where it ends, also after a restart, and becomes a content', async () => {
        await append('1', 0, [bytes.subarray(0, 100), bytes.subarray(100, 300_000)]);
        storage = await made.reopen();
        expect(await storage.parts.stat('1')).toMatchObject({ size: 300_000, isEnded: false });
        expect(sha(await buffer(storage.parts.read('1')))).toBe(sha(bytes.subarray(0, 300_000)));
        expect(sha(await buffer(storage.parts.read('1', 200)))).toBe(sha(bytes.subarray(0, 200)));
        expect(await buffer(storage.parts.read('1', 0))).toHaveLength(0);
        await append('1', 300_000, [bytes.subarray(300_000)]);
        expect(await hashOf(storage.parts.read('1'))).toBe(sha(bytes));
        expect(await listed()).toEqual([]);
        await storage.parts.finish('1', { sha256: sha(bytes), size: bytes.length });
        expect(await storage.parts.list()).toEqual([]);
        expect(await hashOf(storage.open(sha(bytes)))).toBe(sha(bytes));
      });

      it('is written in the order of the calls, whether or not each is waited for', async () => {
        const writer = await storage.parts.append('1', 0);
        const pieces: Promise<void>[] = [];
        for (let at = 0; at < bytes.length; at += 50_000) pieces.push(writer.write([bytes.subarray(at, at + 50_000)]));
        await Promise.all(pieces);
        await writer.close();
        expect(await hashOf(storage.parts.read('1'))).toBe(sha(bytes));
      });

      it('begins anew at 0', async () => {
        await append('1', 0, [bytes]);
        await append('1', 0, [bytes.subarray(0, 10)]);
        expect((await storage.parts.stat('1'))?.size).toBe(10);
      });

      it('of another length than was said becomes nothing, and is still there', async () => {
        await append('1', 0, [bytes.subarray(0, 1000)]);
        for (const size of [999, 1001])
          await expect(storage.parts.finish('1', { sha256: sha(bytes), size })).rejects.toThrow(ContentMismatch);
        expect(await listed()).toEqual([]);
        expect((await storage.parts.stat('1'))?.size).toBe(1000);
      });

      it('takes the place of a content that is there already', async () => {
        await storage.putBytes(sha(bytes), bytes);
        await append('1', 0, [bytes]);
        await storage.parts.finish('1', { sha256: sha(bytes), size: bytes.length });
        expect([await listed(), await storage.parts.list()]).toEqual([[sha(bytes)], []]);
      });

      it('that was ended has no bytes, and stays ended until it is removed', async () => {
        await append('1', 0, [bytes]);
        await storage.parts.end('1');
        expect(await storage.parts.stat('1')).toMatchObject({ size: 0, isEnded: true });
        await expect(storage.parts.append('1', 0)).rejects.toBeInstanceOf(Error);
        expect(await storage.parts.list()).toEqual(['1']);
        await storage.parts.remove('1');
        await storage.parts.remove('1');
        expect(await storage.parts.stat('1')).toBeUndefined();
        // one that nothing came of yet may be ended too
        await storage.parts.end('2');
        expect((await storage.parts.stat('2'))?.isEnded).toBe(true);
      });

      it('that is kept as a note is whole each time', async () => {
        await storage.parts.keep('1.ids', Buffer.from('a long first note'));
        await storage.parts.keep('1.ids', Buffer.from('short'));
        const again = await made.reopen();
        expect((await buffer(again.parts.read('1.ids'))).toString()).toBe('short');
        await expect(buffer(again.parts.read('2.ids'))).rejects.toBeInstanceOf(Error);
      });
    });

    it('tells how much it holds, and how much of that is free', async () => {
      const [free, capacity] = [await storage.free(), await storage.capacity()];
      expect(free).toBeGreaterThan(0);
      expect(capacity).toBeGreaterThanOrEqual(free);
    });
  });
}
