import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Below this size the browser's own digest, over the whole file in memory, is faster. */
const wholeLimit = 8 * 1024 * 1024;
const piece = 4 * 1024 * 1024;

export interface HashRequest {
  readonly id: string;
  readonly file: File;
}

export type HashMessage = { id: string; done: number } | { id: string; sha256: string } | { id: string; failed: string };

async function hash(file: File, shown: (done: number) => void): Promise<string> {
  // The browser's digest exists only on https and localhost; elsewhere every size uses the incremental one.
  if (file.size <= wholeLimit && globalThis.crypto.subtle !== undefined) {
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));
  }
  const running = sha256.create();
  for (let at = 0; at < file.size; at += piece) {
    running.update(new Uint8Array(await file.slice(at, at + piece).arrayBuffer()));
    shown(Math.min(at + piece, file.size));
  }
  return bytesToHex(running.digest());
}

self.addEventListener('message', (event: MessageEvent<HashRequest>) => {
  const { id, file } = event.data;
  const post = (shown: HashMessage) => self.postMessage(shown);
  hash(file, (done) => post({ id, done })).then(
    (digest) => post({ id, sha256: digest }),
    (error: unknown) => post({ id, failed: error instanceof Error ? error.message : String(error) }),
  );
});
