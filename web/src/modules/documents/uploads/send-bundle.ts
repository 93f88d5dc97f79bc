import { codes } from '@dossier/contract/core/codes';
import { type BundleAnswer, type BundleHead, bundlePath, longestFolderPath, mostInBundle } from '@dossier/contract/documents/content';
import type { z } from 'zod';
import { CallError, noAnswer, sendBytes } from '../../../platform/call.ts';
import { platformText } from '../../../platform/i18n.ts';
import type { UploadEntry } from '../upload-entries.ts';
import { type SendEnd, isReadable, retryDelayOf, unreadable, waitForNetwork } from './send-file.ts';

/** Files up to this size share a request; larger ones can be resumed. */
const maxFileBytes = 256 * 1024;
/** Bytes in one request: few, as all are sent again after a broken connection, and below the default limits of proxies. */
const maxBundleBytes = 768 * 1024;

const mayBundle = ({ file, extract, folderPath, isAttachment }: UploadEntry): boolean =>
  !extract && isAttachment !== true && file.size <= maxFileBytes && folderPath.length <= longestFolderPath;

/** The waiting entries that may start now, in order: singly, or small ones of one drop together. */
export function nextTransfers(entries: readonly UploadEntry[], free: number): UploadEntry[][] {
  const waiting = entries.filter((entry) => entry.state === 'waiting');
  const taken = new Set<UploadEntry>();
  const transfers: UploadEntry[][] = [];
  for (const entry of waiting) {
    if (transfers.length >= free) break;
    if (taken.has(entry)) continue;
    const transfer = mayBundle(entry) ? bundleFrom(entry, waiting, taken) : [entry];
    for (const one of transfer) taken.add(one);
    transfers.push(transfer);
  }
  return transfers;
}

function bundleFrom(first: UploadEntry, waiting: readonly UploadEntry[], taken: ReadonlySet<UploadEntry>): UploadEntry[] {
  const transfer: UploadEntry[] = [];
  let bytes = 0;
  for (const entry of waiting) {
    if (taken.has(entry) || entry.drop !== first.drop || !mayBundle(entry) || bytes + entry.file.size > maxBundleBytes) continue;
    transfer.push(entry);
    bytes += entry.file.size;
    if (transfer.length >= mostInBundle.files) break;
  }
  return transfer;
}

export const isBundle = (transfer: readonly UploadEntry[]): boolean => transfer.every(mayBundle);

/** The sent bytes of each file in a bundle. */
export function sentOfEach(sizes: readonly number[], sent: number): number[] {
  let before = 0;
  return sizes.map((size) => {
    const own = Math.min(Math.max(sent - before, 0), size);
    before += size;
    return own;
  });
}

/** Attempts on errors that may be temporary. */
const maxAttempts = 5;
/** A connection without progress for this long is aborted and retried. */
const timeoutMs = 60_000;
const day = 24 * 3600_000;

/** Several small files sent in one request. */
export interface Bundling {
  /** The results, in the order of the files. */
  readonly end: Promise<SendEnd[]>;
  /** Aborts all of them silently. */
  stop(): void;
}

interface BundleListener {
  /** The bytes sent of each file, and whether that is all: then the server is working. */
  sending(sent: number[], isAll: boolean): void;
  /** The server is unreachable; the bundle continues by itself. */
  waiting(): void;
}

interface BundleRun {
  readonly told: BundleListener;
  readonly stopping: AbortController;
  readonly ends: Map<UploadEntry, SendEnd>;
  readonly begun: number;
}

/** Sends small files in one request, with retries while the server is unreachable. */
export function sendBundle(entries: readonly UploadEntry[], shown: BundleListener): Bundling {
  const run: BundleRun = { told: shown, stopping: new AbortController(), ends: new Map(), begun: performance.now() };
  return {
    end: sendWithRetries(run, entries).then(() => entries.map((entry) => run.ends.get(entry) ?? quiet)),
    stop: () => run.stopping.abort(),
  };
}

const quiet: SendEnd = { done: false, reason: '', network: false };

async function sendWithRetries(run: BundleRun, entries: readonly UploadEntry[]): Promise<void> {
  let left = entries;
  for (let attempt = 0; left.length > 0 && !run.stopping.signal.aborted; attempt++) {
    const failed = await sendOnce(run, left, attempt > 0);
    if (failed === undefined || run.stopping.signal.aborted) return;
    const readable = await Promise.all(left.map(({ file }) => isReadable(file)));
    if (readable.includes(false)) {
      // a file changed or deleted since it was picked fails the whole request like a network error
      const end: SendEnd = { done: false, reason: await unreadable(), network: false };
      for (const [at, entry] of left.entries()) if (!readable[at]) run.ends.set(entry, end);
      left = left.filter((_, at) => readable[at]);
    } else if (isPassing(failed, attempt)) {
      run.told.waiting();
      await waitForNetwork(retryDelayOf(attempt));
    } else {
      const end: SendEnd = { done: false, reason: failed.message, code: failed.code, network: false };
      for (const entry of left) run.ends.set(entry, end);
      return;
    }
  }
}

/** Whether an error may be temporary: no answer, without a limit of attempts; a failing or busy server, for some attempts. */
const isPassing = ({ code }: CallError, attempt: number): boolean =>
  code === noAnswer || ((code === codes.systemError.code || code === codes.tooManyRequests.code) && attempt + 1 < maxAttempts);

/** One attempt; returns why it failed. */
async function sendOnce(
  { told: shown, stopping, ends, begun }: BundleRun,
  entries: readonly UploadEntry[],
  again: boolean,
): Promise<CallError | undefined> {
  const now = performance.now();
  const triedAt = (entry: UploadEntry): number | undefined => entry.triedAt ?? (again ? begun : undefined);
  const head: z.input<typeof BundleHead> = {
    files: entries.map((entry) => ({ ...wanted(entry), ...agoOf(triedAt(entry), now) })),
  };
  const front = frontOf(head);
  const sizes = entries.map(({ file }) => file.size);
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), timeoutMs);
  try {
    const body = new Blob([front, ...entries.map(({ file }) => file)]);
    const answer = await sendBytes(bundlePath, body, {
      signal: AbortSignal.any([stopping.signal, silence.signal]),
      sent: (bytes) => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), timeoutMs);
        shown.sending(sentOfEach(sizes, bytes - front.size), bytes === body.size);
      },
    });
    const { files } = answer as BundleAnswer;
    for (const [at, entry] of entries.entries()) ends.set(entry, endOf(files[at]));
    return undefined;
  } catch (error) {
    if (error instanceof CallError) return error;
    return new CallError(silence.signal.aborted ? noAnswer : codes.systemError.code, platformText('systemError'));
  } finally {
    clearTimeout(timer);
  }
}

const wanted = ({ file, parentId, folderPath, onSameName }: UploadEntry) => ({
  parentId,
  name: file.name,
  size: file.size,
  folderPath: folderPath === '' ? undefined : folderPath,
  onSameName,
});

const agoOf = (triedAt: number | undefined, now: number): { sentAgo?: number } =>
  triedAt === undefined ? {} : { sentAgo: Math.min(Math.ceil(now - triedAt), day) };

function frontOf(head: z.input<typeof BundleHead>): Blob {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length);
  return new Blob([length, json]);
}

function endOf(shown: BundleAnswer['files'][number] | undefined): SendEnd {
  if (shown === undefined) return { done: false, reason: platformText('systemError'), network: false };
  if (shown.code === codes.ok.code) return { done: true, instant: false, documentId: shown.id };
  return { done: false, reason: shown.message, code: shown.code, network: false };
}
