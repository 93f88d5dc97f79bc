import { content } from '@dossier/contract/content';
import { codes } from '@dossier/contract/codes';
import { DetailedError, Upload } from 'tus-js-client';
import { CallError, call, noAnswer } from '../../../ground/call.ts';
import { session } from '../../../ground/session.ts';
import { groundText } from '../../../ground/text.ts';
import { hashFile } from './hash-file.ts';
import { findOpenUpload, forgetOpenUpload, keepOpenUpload } from './resume-urls.ts';
import type { UploadEntry } from './upload-entry.ts';

/** Below this a transfer is cheaper than asking whether it is needed. */
const instantFrom = 1024 * 1024;
const retryDelays = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];

/** How an upload ended: the bytes stand, or they do not, and whether the network alone is to blame. */
export type SendEnd = { done: true; instant: boolean } | { done: false; reason: string; code?: number; network: boolean };

/** An upload under way. */
export interface Sending {
  readonly end: Promise<SendEnd>;
  /** Stops without a word; `drop` also tells the server to forget what it has. */
  stop(drop: boolean): void;
}

export interface SendTold {
  hashing(done: number): void;
  sending(sent: number): void;
}

/** Sends one file: asks whether the store has it already, opens the upload or takes up an open one, transfers. */
export function sendFile(entry: UploadEntry, told: SendTold): Sending {
  let stopped = false;
  let upload: Upload | undefined;
  const run = async (): Promise<SendEnd> => {
    const opened = findOpenUpload(entry);
    const sha256 =
      opened === undefined && entry.file.size >= instantFrom ? await hashFile(entry.file, (done) => told.hashing(done)) : undefined;
    if (stopped) return quietEnd;
    if (sha256 !== undefined && !entry.extract && (await passed(entry, sha256))) return { done: true, instant: true };
    if (stopped) return quietEnd;
    const uploadUrl = opened?.uploadUrl ?? (await open(entry, sha256));
    if (stopped) return quietEnd;
    return transfer(uploadUrl, opened !== undefined);
  };
  const transfer = (uploadUrl: string, again: boolean): Promise<SendEnd> =>
    new Promise((resolve) => {
      upload = new Upload(entry.file, {
        uploadUrl,
        retryDelays,
        storeFingerprintForResuming: false,
        // asked at every request: an upload outlives the session it was opened in
        onBeforeRequest: (request) => {
          const token = session.token();
          if (token !== null) request.setHeader('Authorization', token);
        },
        onProgress: (sent) => told.sending(sent),
        onSuccess: () => resolve({ done: true, instant: false }),
        onError: (error) => {
          // What was opened earlier may be swept or its ticket run out: then from the start, once.
          if (again && statusOf(error) >= 400 && statusOf(error) !== signedOut) resolve(reopen(entry, transfer));
          else resolve(failure(error));
        },
      });
      upload.start();
    });
  return {
    end: run().then(settle(entry), (error: unknown) => failure(error)),
    stop(drop) {
      stopped = true;
      upload?.abort(drop).catch(() => undefined);
      if (drop) forgetOpenUpload(entry);
    },
  };
}

const signedOut = 401;

const quietEnd: SendEnd = { done: false, reason: '', network: false };

/** A finished or refused upload must not be taken up again; one that the network or the end of the session broke must. */
const settle =
  (entry: UploadEntry) =>
  (end: SendEnd): SendEnd => {
    if (end.done || (!end.network && end.reason !== '' && end.code !== codes.notSignedIn.code)) forgetOpenUpload(entry);
    return end;
  };

async function reopen(entry: UploadEntry, transfer: (url: string, again: boolean) => Promise<SendEnd>): Promise<SendEnd> {
  forgetOpenUpload(entry);
  try {
    return await transfer(await open(entry, undefined), false);
  } catch (error) {
    return failure(error);
  }
}

async function passed(entry: UploadEntry, sha256: string): Promise<boolean> {
  return (await call(content.apass, { ...wanted(entry), sha256 }, { quiet: true })).done;
}

async function open(entry: UploadEntry, sha256: string | undefined): Promise<string> {
  const { uploadUrl } = await call(content.preUpload, { ...wanted(entry), sha256 }, { quiet: true });
  keepOpenUpload(entry, uploadUrl);
  return uploadUrl;
}

function wanted({ file, parentId, folderPath, onSameName, extract }: UploadEntry) {
  return { parentId, name: file.name, size: file.size, folderPath: folderPath === '' ? undefined : folderPath, onSameName, extract };
}

function statusOf(error: unknown): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

function failure(error: unknown): SendEnd {
  if (error instanceof CallError) return { done: false, reason: error.message, code: error.code, network: error.code === noAnswer };
  if (error instanceof DetailedError && error.originalResponse !== null) {
    // an answer to HEAD has no body
    if (statusOf(error) === signedOut)
      return { done: false, reason: groundText('signedOut'), code: codes.notSignedIn.code, network: false };
    const told = refusalIn(error.originalResponse.getBody());
    return {
      done: false,
      reason: told?.message ?? `HTTP ${statusOf(error)}`,
      code: told?.code ?? codes.uploadFailed.code,
      network: statusOf(error) >= 500,
    };
  }
  return { done: false, reason: '', network: true };
}

function refusalIn(body: string): { code: number; message: string } | undefined {
  try {
    const told = JSON.parse(body) as { code?: unknown; message?: unknown };
    return typeof told.code === 'number' && typeof told.message === 'string' ? { code: told.code, message: told.message } : undefined;
  } catch {
    return undefined;
  }
}
