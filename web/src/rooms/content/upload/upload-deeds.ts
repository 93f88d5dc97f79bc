import { forgetOpenUpload, sweepOpenUploads } from './resume-urls.ts';
import { isEnded, isRunning, type UploadEntry } from './upload-entry.ts';
import { changeEntries, useUploads } from './upload-store.ts';
import { pump, stop, stopAll } from './ways.ts';

let next = 1;
let drops = 0;

/** Puts files on their way; answers what they are called in the tray. */
export function enqueue(files: readonly Omit<UploadEntry, 'id' | 'sent' | 'speed' | 'drop'>[]): string[] {
  sweepOpenUploads();
  const drop = ++drops;
  const added = files.map((file) => ({ ...file, id: String(next++), drop, sent: 0, speed: 0 }));
  useUploads.setState(({ entries }) => ({ entries: [...entries, ...added], open: true }));
  pump();
  return added.map(({ id }) => id);
}

const paused = (entry: UploadEntry): Partial<UploadEntry> =>
  isRunning(entry.state) || entry.state === 'waiting' ? { state: 'paused', speed: 0 } : {};

const resumed = (entry: UploadEntry): Partial<UploadEntry> =>
  entry.state === 'paused' || entry.state === 'failed' ? { state: 'waiting', reason: undefined, speed: 0 } : {};

export function pause(id: string): void {
  stop(id, false);
  changeEntries([id], paused);
  pump();
}

/** Goes on with a paused or failed file; what the server has already is not sent again. */
export function resume(id: string): void {
  changeEntries([id], resumed);
  pump();
}

/** Takes a file out of the tray; what was sent of it is dropped. */
export function cancel(id: string): void {
  const { entries } = useUploads.getState();
  const entry = entries.find((one) => one.id === id);
  if (entry !== undefined && !isEnded(entry.state)) {
    stop(id, true);
    forgetOpenUpload(entry);
  }
  useUploads.setState((now) => ({ entries: now.entries.filter((one) => one.id !== id) }));
  pump();
}

export function pauseAll(): void {
  stopAll(false);
  useUploads.setState(({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, ...paused(entry) })) }));
}

export function resumeAll(): void {
  useUploads.setState(({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, ...resumed(entry) })) }));
  pump();
}

export function cancelAll(): void {
  stopAll(true);
  const { entries } = useUploads.getState();
  for (const entry of entries) if (!isEnded(entry.state)) forgetOpenUpload(entry);
  useUploads.setState({ entries: entries.filter((entry) => isEnded(entry.state)) });
}

/** Clears the tray of everything that has ended. */
export function clearEnded(): void {
  useUploads.setState(({ entries }) => ({ entries: entries.filter((entry) => !isEnded(entry.state)) }));
}

addEventListener('beforeunload', (event) => {
  if (useUploads.getState().entries.some((entry) => !isEnded(entry.state))) event.preventDefault();
});
