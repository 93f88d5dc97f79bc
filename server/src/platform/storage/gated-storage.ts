import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange, Storage } from './storage.ts';

/** Decides whose bytes may be read now. */
export interface ContentGate {
  /** Refuses a content whose bytes nobody gets now. */
  require(sha256: string): Promise<void>;
  /** Like `require`, but waits a moment for a verdict that is about to come: for work that is under way already. */
  waitFor(sha256: string): Promise<void>;
}

/** The contents of documents behind a gate: no bytes leave it that the gate refuses, whichever way they are asked for. */
export interface GatedStorage extends Storage {
  /** Refuses a content whose bytes nobody gets now: to be asked before a request is answered, as a stream would only break off. */
  requireReadable(sha256: string): Promise<void>;
  /** Whether there is a gate: without one nothing is looked up. */
  readonly isGated: boolean;
  /** The same contents without the gate: for what judges them. */
  readonly ungated: Storage;
}

/** Puts a gate before a storage; without one every content is readable. */
export function gateStorage(storage: Storage, gate: ContentGate | undefined): GatedStorage {
  if (gate === undefined) return { ...storage, requireReadable: () => Promise.resolve(), isGated: false, ungated: storage };
  return {
    ...storage,
    requireReadable: (sha256) => gate.require(sha256),
    isGated: true,
    ungated: storage,
    open: (sha256, range) => openBehind(gate, storage, { sha256, range }),
    async read(sha256, range) {
      await gate.waitFor(sha256);
      return storage.read(sha256, range);
    },
    async withLocalFile(sha256, use) {
      await gate.waitFor(sha256);
      return storage.withLocalFile(sha256, use);
    },
  };
}

/** `open` answers at once, so a refusal is an error of the stream. */
function openBehind(
  gate: ContentGate,
  storage: Storage,
  { sha256, range }: { sha256: string; range?: Partial<ByteRange> | undefined },
): Readable {
  const out = new PassThrough();
  const send = async (): Promise<void> => {
    await gate.waitFor(sha256);
    if (!out.destroyed) await pipeline(storage.open(sha256, range), out);
  };
  send().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}
