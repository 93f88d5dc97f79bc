import { codes } from '@dossier/contract/core/codes';
import { attachments } from '@dossier/contract/documents/attachments';
import { content } from '@dossier/contract/documents/content';
import { DetailedError, Upload } from 'tus-js-client';
import { CallError, call, endDoubleClick, noAnswer } from '../../../platform/call.ts';
import { loadTexts, platformText, textOf } from '../../../platform/i18n.ts';
import { session } from '../../../platform/sessions.ts';
import type { UploadEntry } from '../upload-entries.ts';
import type { HashMessage, HashRequest } from './hash-worker.ts';

/** Waits before the next attempt after a network error; the `online` event ends the wait. */
export function waitForNetwork(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
  });
}

/** Delay in milliseconds before the next attempt: doubles each time, up to 15 s. */
export const retryDelayOf = (attempt: number): number => Math.min(1000 * 2 ** attempt, 15_000);

interface PendingHash {
  resolve(sha256: string): void;
  reject(reason: Error): void;
  told(done: number): void;
}

const waiting = new Map<string, PendingHash>();
let worker: Worker | undefined;
let nextId = 0;

function hashWorker(): Worker {
  if (worker !== undefined) return worker;
  worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<HashMessage>) => {
    const shown = event.data;
    const pending = waiting.get(shown.id);
    if (pending === undefined) return;
    if ('done' in shown) return pending.told(shown.done);
    waiting.delete(shown.id);
    if ('sha256' in shown) pending.resolve(shown.sha256);
    else pending.reject(new Error(shown.failed));
  });
  worker.addEventListener('error', () => {
    for (const pending of waiting.values()) pending.reject(new Error('hash'));
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  });
  return worker;
}

/** The sha256 of a file, computed in a worker piece by piece, so that neither the main thread nor memory is loaded. */
function hashFile(file: File, shown: (done: number) => void): Promise<string> {
  const id = String(++nextId);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, told: shown });
    hashWorker().postMessage({ id, file } satisfies HashRequest);
  });
}

/** Below this size a transfer is cheaper than asking whether it is needed. */
const instantFrom = 1024 * 1024;
/** Short retries of tus itself; longer failures are retried from `run`, without a limit. */
const retryDelays = [500, 1000, 2000, 4000];

/** Result of an upload: stored or not, and whether only the network is to blame. */
export type SendEnd =
  | { done: true; instant: boolean; documentId?: string | undefined }
  | { done: false; reason: string; code?: number; network: boolean };

/** A running upload. */
interface Sending {
  readonly end: Promise<SendEnd>;
  /** Aborts silently; `drop` also makes the server discard the received part. */
  stop(drop: boolean): void;
}

interface SendListener {
  hashing(done: number): void;
  sending(sent: number): void;
  /** The server is unreachable; the upload continues by itself. */
  waiting(): void;
}

/** A running upload over several attempts. */
interface FileRun {
  readonly entry: UploadEntry;
  readonly told: SendListener;
  stopped: boolean;
  upload?: Upload;
  hash?: string | undefined;
  /** Failed attempts since the last bytes were sent. */
  attempt: number;
}

/** Sends one file: asks whether the storage has it already, creates or resumes the upload, transfers. */
export function sendFile(entry: UploadEntry, shown: SendListener): Sending {
  const run: FileRun = { entry, told: shown, stopped: false, attempt: 0 };
  return {
    end: sendWithRetries(run).then(settle(entry)),
    stop(drop) {
      run.stopped = true;
      run.upload?.abort(drop).catch(() => undefined);
      if (drop) forgetOpenUpload(entry);
    },
  };
}

/** Retries until the file is stored or refused; waits for an unreachable server. */
async function sendWithRetries(run: FileRun): Promise<SendEnd> {
  for (;;) {
    const end = await sendOnce(run).catch(failure);
    if (end.done || run.stopped || !isAway(end)) return end;
    if (!(await isReadable(run.entry.file))) return { done: false, reason: await unreadable(), network: false };
    if (!run.stopped) {
      run.told.waiting();
      await waitForNetwork(retryDelayOf(run.attempt++));
    }
    if (run.stopped) return quietEnd;
  }
}

async function sendOnce(run: FileRun): Promise<SendEnd> {
  const { entry } = run;
  const opened = findOpenUpload(entry);
  if (opened !== undefined) return transfer(run, opened.uploadUrl, true);
  // Without the hash everything is transferred.
  if (entry.file.size >= instantFrom) run.hash ??= await hashFile(entry.file, (done) => run.told.hashing(done)).catch(() => undefined);
  if (run.stopped) return quietEnd;
  const known = run.hash === undefined || entry.extract || entry.isAttachment === true ? undefined : await passed(entry, run.hash);
  if (known?.done === true) return { done: true, instant: true, documentId: known.id };
  if (run.stopped) return quietEnd;
  const uploadUrl = await open(entry, run.hash);
  return run.stopped ? quietEnd : transfer(run, uploadUrl, false);
}

function transfer(run: FileRun, uploadUrl: string, again: boolean): Promise<SendEnd> {
  return new Promise((resolve) => {
    run.upload = new Upload(run.entry.file, {
      uploadUrl,
      retryDelays,
      storeFingerprintForResuming: false,
      // read for every request: an upload outlives the session in which it began
      onBeforeRequest: (request) => {
        const token = session.token();
        if (token !== null) request.setHeader('Authorization', token);
      },
      onProgress: (sent) => {
        if (sent > 0) run.attempt = 0;
        run.told.sending(sent);
      },
      onShouldRetry: (error) => {
        const isWorth = isPassing(statusOf(error)) && navigator.onLine;
        if (isWorth) run.told.waiting();
        return isWorth;
      },
      onSuccess: ({ lastResponse }) => {
        endDoubleClick();
        resolve({ done: true, instant: false, documentId: lastResponse.getHeader('dossier-document') });
      },
      onError: (error) => {
        // A resumed upload may be swept or its ticket expired: then it starts anew, once.
        if (again && isGone(statusOf(error))) resolve(reopen(run));
        else resolve(failure(error));
      },
    });
    run.upload.start();
  });
}

const signedOut = 401;

/** Whether an error may be temporary: no answer, a failing server, or an earlier attempt that still locks the upload. */
const isPassing = (status: number): boolean => status < 400 || status >= 500 || [408, 409, 423].includes(status);

const isGone = (status: number): boolean => status >= 400 && status !== signedOut && !away.has(status);

/** Statuses of proxies in front of an unreachable server. */
const away = new Set([0, 502, 503, 504]);

const isAway = (end: SendEnd): boolean => !end.done && end.network && (end.code === undefined || end.code === noAnswer);

/** Whether a picked file can still be read: one that was changed or deleted fails a transfer like a network error. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export async function unreadable(): Promise<string> {
  await loadTexts().catch(() => undefined);
  return textOf('documents.content')('fileUnreadable');
}

const quietEnd: SendEnd = { done: false, reason: '', network: false };

/** A finished or refused upload must not be resumed; one interrupted by the network or the end of the session must. */
const settle =
  (entry: UploadEntry) =>
  (end: SendEnd): SendEnd => {
    if (end.done || (!end.network && end.reason !== '' && end.code !== codes.notSignedIn.code)) forgetOpenUpload(entry);
    return end;
  };

async function reopen(run: FileRun): Promise<SendEnd> {
  forgetOpenUpload(run.entry);
  try {
    return await transfer(run, await open(run.entry, undefined), false);
  } catch (error) {
    return failure(error);
  }
}

const passed = (entry: UploadEntry, sha256: string) => call(content.apass, { ...wanted(entry), sha256 }, { quiet: true });

async function open(entry: UploadEntry, sha256: string | undefined): Promise<string> {
  const { uploadUrl } =
    entry.isAttachment === true
      ? await call(attachments.preUpload, { ...holderOf(entry), name: entry.file.name, size: entry.file.size, sha256 }, { quiet: true })
      : await call(content.preUpload, { ...wanted(entry), sha256 }, { quiet: true });
  keepOpenUpload(entry, uploadUrl);
  return uploadUrl;
}

const holderOf = ({ parentId, isOfFlow }: UploadEntry) => (isOfFlow === true ? { flowId: parentId } : { objId: parentId });

function wanted({ file, parentId, folderPath, onSameName, extract }: UploadEntry) {
  return { parentId, name: file.name, size: file.size, folderPath: folderPath === '' ? undefined : folderPath, onSameName, extract };
}

function statusOf(error: unknown): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

function failure(error: unknown): SendEnd {
  if (error instanceof CallError) return { done: false, reason: error.message, code: error.code, network: error.code === noAnswer };
  if (error instanceof DetailedError && away.has(statusOf(error))) return { done: false, reason: '', network: true };
  if (error instanceof DetailedError && error.originalResponse !== null) {
    // an answer to HEAD has no body
    if (statusOf(error) === signedOut)
      return { done: false, reason: platformText('signedOut'), code: codes.notSignedIn.code, network: false };
    const shown = refusalIn(error.originalResponse.getBody());
    return {
      done: false,
      reason: shown?.message ?? `HTTP ${statusOf(error)}`,
      code: shown?.code ?? codes.uploadFailed.code,
      network: statusOf(error) >= 500,
    };
  }
  return { done: false, reason: platformText('systemError'), network: false };
}

function refusalIn(body: string): { code: number; message: string } | undefined {
  try {
    const shown = JSON.parse(body) as { code?: unknown; message?: unknown };
    return typeof shown.code === 'number' && typeof shown.message === 'string' ? { code: shown.code, message: shown.message } : undefined;
  } catch {
    return undefined;
  }
}

/** An unfinished upload, stored so that picking the same file again resumes it. */
interface OpenUpload {
  readonly uploadUrl: string;
  readonly time: number;
}

const prefix = 'dossier-upload:';
/** The server sweeps unfinished uploads; older records are useless. */
const keepMilliseconds = 3 * 24 * 60 * 60 * 1000;

type Sent = Pick<UploadEntry, 'file' | 'parentId' | 'folderPath' | 'onSameName' | 'extract'>;

const keyOf = ({ file, parentId, folderPath, onSameName, extract }: Sent): string =>
  prefix + JSON.stringify([parentId, folderPath, file.name, file.size, file.lastModified, onSameName, extract]);

function findOpenUpload(entry: Sent): OpenUpload | undefined {
  const text = localStorage.getItem(keyOf(entry));
  return text === null ? undefined : read(text);
}

function keepOpenUpload(entry: Sent, uploadUrl: string): void {
  try {
    localStorage.setItem(keyOf(entry), JSON.stringify({ uploadUrl, time: Date.now() } satisfies OpenUpload));
  } catch {
    // A full or forbidden storage only prevents resuming after the browser was closed.
  }
}

export function forgetOpenUpload(entry: Sent): void {
  localStorage.removeItem(keyOf(entry));
}

/** Removes expired records. */
export function sweepOpenUploads(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && read(localStorage.getItem(key) ?? '') === undefined) localStorage.removeItem(key);
  }
}

function read(text: string): OpenUpload | undefined {
  try {
    const stored = JSON.parse(text) as OpenUpload;
    return Date.now() - stored.time < keepMilliseconds ? stored : undefined;
  } catch {
    return undefined;
  }
}
