import { close, open, read } from 'node:fs';
import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { callbackify, promisify } from 'node:util';

/** The bytes of one read: less reads the disk too often, more holds too much memory for each slow reader. */
const chunkBytes = 1 << 19;

/** How long a reader may accept nothing. */
const stallMs = 120_000;
const toItsEnd = Number.MAX_SAFE_INTEGER - 1;

const openFile = promisify(open);
const readInto = promisify(read);
const closeFile = promisify(close);

/**
 * A file, or the bytes from `start` to `end` of it, both included. A response gets it from two alternating buffers, each refilled only when its
 * write was called back, that is when the system has taken the bytes: a fresh buffer for every read costs as much as all the rest. Any other stream
 * may pass a buffer on before it calls back, so it gets fresh ones. The file is opened for the first read.
 */
export class FileStream extends Readable {
  readonly #path: string;
  readonly #end: number;
  #opened: Promise<number> | undefined;
  readonly #gone = Promise.withResolvers<never>();
  #at: number;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(path: string, { start = 0, end = toItsEnd }: { start?: number; end?: number } = {}) {
    super({ highWaterMark: chunkBytes });
    this.#path = path;
    this.#at = start;
    this.#end = end;
    // may reject while it is not awaited
    this.#gone.promise.catch(() => undefined);
  }

  override _read(): void {
    this.#fill(this.#buffer()).then(
      (filled) => this.push(filled.length === 0 ? null : filled),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#gone.reject(error ?? new Error('The stream was closed'));
    callbackify(() => this.#close())((failed) => done(error ?? failed));
  }

  override pipe<T extends NodeJS.WritableStream>(into: T, options?: { end?: boolean }): T {
    if (!(into instanceof ServerResponse)) return super.pipe(into, options);
    if (options?.end !== false) this.once('end', () => into.end());
    this.#pour(into).then(
      () => {
        this.push(null);
        // 'end' is emitted only while the stream is being read
        this.resume();
      },
      (error: Error) => this.destroy(error),
    );
    return into;
  }

  async #pour(into: ServerResponse): Promise<void> {
    // a reader that accepts nothing for so long is gone, and its buffers must not be kept
    into.setTimeout(stallMs, () => {
      this.destroy();
      into.socket?.destroy();
    });
    const buffers: [Buffer?, Buffer?] = [];
    let written: Promise<void> = Promise.resolve();
    for (let turn: 0 | 1 = 0; ; turn = turn === 0 ? 1 : 0) {
      const filled = await this.#fill((buffers[turn] ??= this.#buffer()));
      await Promise.race([written, this.#gone.promise]);
      if (filled.length === 0) return;
      written = new Promise((resolve, reject) => {
        into.write(filled, (error) => (error ? reject(error) : resolve()));
      });
      written.catch(() => undefined);
    }
  }

  async #close(): Promise<void> {
    const file = await this.#opened?.catch(() => undefined);
    // a descriptor that is closed during a read may by then belong to another file
    await this.#reading;
    if (file !== undefined) await closeFile(file);
  }

  #buffer(): Buffer {
    return Buffer.allocUnsafeSlow(Math.max(0, Math.min(chunkBytes, this.#end + 1 - this.#at)));
  }

  /** The next bytes, in the given buffer; none at the end. */
  async #fill(into: Buffer): Promise<Buffer> {
    if (this.destroyed) throw new Error('The stream was closed');
    const file = await (this.#opened ??= openFile(this.#path, 'r'));
    if (this.destroyed) throw new Error('The stream was closed');
    const wanted = Math.min(into.length, this.#end + 1 - this.#at);
    if (wanted <= 0) return into.subarray(0, 0);
    const reading = readInto(file, into, 0, wanted, this.#at);
    this.#reading = reading.catch(() => undefined);
    const { bytesRead } = await reading;
    if (bytesRead === 0 && this.#end < toItsEnd) throw new Error('The file is shorter than was asked for');
    this.#at += bytesRead;
    return into.subarray(0, bytesRead);
  }
}
