import type { UploadEntry } from './upload-entry.ts';

/** An upload that was opened and not finished, kept so that the same file chosen again goes on where it stopped. */
export interface OpenUpload {
  readonly uploadUrl: string;
  readonly time: number;
}

const prefix = 'dossier-upload:';
/** The server sweeps what nobody finished; older records lead nowhere. */
const keepMilliseconds = 3 * 24 * 60 * 60 * 1000;

type Sent = Pick<UploadEntry, 'file' | 'parentId' | 'folderPath' | 'onSameName' | 'extract'>;

const keyOf = ({ file, parentId, folderPath, onSameName, extract }: Sent): string =>
  prefix + JSON.stringify([parentId, folderPath, file.name, file.size, file.lastModified, onSameName, extract]);

export function findOpenUpload(entry: Sent): OpenUpload | undefined {
  const text = localStorage.getItem(keyOf(entry));
  return text === null ? undefined : read(text);
}

export function keepOpenUpload(entry: Sent, uploadUrl: string): void {
  try {
    localStorage.setItem(keyOf(entry), JSON.stringify({ uploadUrl, time: Date.now() } satisfies OpenUpload));
  } catch {
    // A full or forbidden storage only costs the resume after a closed browser.
  }
}

export function forgetOpenUpload(entry: Sent): void {
  localStorage.removeItem(keyOf(entry));
}

/** Drops the records that are too old to lead anywhere. */
export function sweepOpenUploads(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && read(localStorage.getItem(key) ?? '') === undefined) localStorage.removeItem(key);
  }
}

function read(text: string): OpenUpload | undefined {
  try {
    const kept = JSON.parse(text) as OpenUpload;
    return Date.now() - kept.time < keepMilliseconds ? kept : undefined;
  } catch {
    return undefined;
  }
}
