import { content } from '@dossier/contract/content';
import { DetailedError, Upload } from 'tus-js-client';
import { call } from '../../../ground/call.ts';

/** A new version on its way to the server. */
export interface RevisionSending {
  done: Promise<void>;
  /** Stops, and lets the server forget what it has. */
  stop: () => void;
}

interface NewRevision {
  id: string;
  file: File;
  note: string;
  major: boolean;
  onSent: (part: number) => void;
}

const retryDelays = [500, 1000, 2000, 4000, 8000];

/** Sends a file as the newest version of a document; the version stands when the last byte is in. */
export function sendRevision({ id, file, note, major, onSent }: NewRevision): RevisionSending {
  let upload: Upload | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    const opened = await call(content.preCheckIn, { id, size: file.size, major, ...(note !== '' && { note }) }, { quiet: true });
    if (stopped) return;
    await new Promise<void>((resolve, reject) => {
      upload = new Upload(file, {
        uploadUrl: opened.uploadUrl,
        retryDelays,
        storeFingerprintForResuming: false,
        onProgress: (sent, total) => onSent(total ? sent / total : 0),
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
  };
  return {
    done: run(),
    stop: () => {
      stopped = true;
      // A server that cannot be reached sweeps the rest later by itself.
      upload?.abort(true).catch(() => undefined);
    },
  };
}

/** The server's own words in a refused transfer, where there are any. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof DetailedError)) return undefined;
  try {
    const { message } = JSON.parse(error.originalResponse?.getBody() ?? '') as { message?: string };
    return message;
  } catch {
    return undefined;
  }
}
