import { loadWords, textOf } from '../../../ground/text.ts';
import { landed } from './landed.ts';
import { forgetOpenUpload, sweepOpenUploads } from './resume-urls.ts';
import { type Sending, sendFile } from './send-file.ts';
import { isEnded, isRunning, smoothSpeed, startable, type UploadEntry } from './upload-entry.ts';
import { useUploads } from './upload-store.ts';

const atOnce = 3;
const tellEach = 250;
const sendings = new Map<string, Sending>();
const measures = new Map<string, { at: number; sent: number }>();

let next = 1;

/** Puts files on their way. */
export function enqueue(files: readonly Omit<UploadEntry, 'id' | 'sent' | 'speed'>[]): void {
  sweepOpenUploads();
  const added = files.map((file) => ({ ...file, id: String(next++), sent: 0, speed: 0 }));
  useUploads.setState(({ entries }) => ({ entries: [...entries, ...added], open: true }));
  pump();
}

export function pause(id: string): void {
  stop(id, false);
  change(id, (entry) => (isRunning(entry.state) || entry.state === 'waiting' ? { state: 'paused', speed: 0 } : {}));
  pump();
}

/** Goes on with a paused or failed file; what the server has already is not sent again. */
export function resume(id: string): void {
  change(id, (entry) => (entry.state === 'paused' || entry.state === 'failed' ? { state: 'waiting', reason: undefined, speed: 0 } : {}));
  pump();
}

/** Takes a file out of the tray; what was sent of it is dropped. */
export function cancel(id: string): void {
  const entry = find(id);
  if (entry !== undefined && !isEnded(entry.state)) {
    stop(id, true);
    forgetOpenUpload(entry);
  }
  useUploads.setState(({ entries }) => ({ entries: entries.filter((one) => one.id !== id) }));
  pump();
}

export function pauseAll(): void {
  for (const { id, state } of useUploads.getState().entries) if (!isEnded(state)) pause(id);
}

export function resumeAll(): void {
  for (const { id, state } of useUploads.getState().entries) if (state === 'paused' || state === 'failed') resume(id);
}

export function cancelAll(): void {
  for (const { id, state } of useUploads.getState().entries) if (!isEnded(state)) cancel(id);
}

/** Clears the tray of everything that has ended. */
export function clearEnded(): void {
  useUploads.setState(({ entries }) => ({ entries: entries.filter((entry) => !isEnded(entry.state)) }));
}

function find(id: string): UploadEntry | undefined {
  return useUploads.getState().entries.find((entry) => entry.id === id);
}

function change(id: string, make: (entry: UploadEntry) => Partial<UploadEntry>): void {
  useUploads.setState(({ entries }) => ({ entries: entries.map((entry) => (entry.id === id ? { ...entry, ...make(entry) } : entry)) }));
}

function stop(id: string, drop: boolean): void {
  sendings.get(id)?.stop(drop);
  sendings.delete(id);
  measures.delete(id);
}

function pump(): void {
  for (const entry of startable(useUploads.getState().entries, atOnce)) start(entry);
}

function start(entry: UploadEntry): void {
  const { id } = entry;
  change(id, () => ({ state: 'hashing', speed: 0 }));
  const sending = sendFile(entry, {
    hashing: (done) => progress(id, 'hashing', done),
    sending: (sent) => progress(id, 'sending', sent),
  });
  sendings.set(id, sending);
  void sending.end.then(async (end) => {
    // Paused or cancelled meanwhile: whoever stopped it has said so.
    if (sendings.get(id) !== sending) return;
    sendings.delete(id);
    measures.delete(id);
    if (end.done) {
      change(id, () => ({ state: 'done', sent: entry.file.size, instant: end.instant, speed: 0 }));
      landed();
    } else {
      await loadWords();
      const reason = end.network && end.reason === '' ? textOf('content')('lostConnection') : end.reason;
      change(id, () => ({ state: 'failed', reason, offline: end.network, speed: 0 }));
    }
    pump();
  });
}

function progress(id: string, state: 'hashing' | 'sending', sent: number): void {
  const now = performance.now();
  const last = measures.get(id);
  const entry = find(id);
  if (entry === undefined || !isRunning(entry.state)) return;
  if (last !== undefined && entry.state === state && now - last.at < tellEach && sent < entry.file.size) return;
  measures.set(id, { at: now, sent });
  const begun = last === undefined || entry.state !== state || sent < last.sent;
  const speed = begun ? 0 : smoothSpeed(entry.speed, sent - last.sent, now - last.at);
  change(id, () => ({ state, sent: state === 'sending' ? sent : 0, speed: state === 'sending' ? speed : 0 }));
}

// What the network broke goes on by itself when it is back.
addEventListener('online', () => {
  for (const { id, state, offline } of useUploads.getState().entries) if (state === 'failed' && offline) resume(id);
});

addEventListener('beforeunload', (event) => {
  if (useUploads.getState().entries.some((entry) => !isEnded(entry.state))) event.preventDefault();
});
