import { landed } from './landed.ts';
import { forgetOpenUpload, sweepOpenUploads } from './resume-urls.ts';
import { type Sending, sendFile } from './send-file.ts';
import { isEnded, isRunning, isSilent, smoothSpeed, startable, type UploadEntry } from './upload-entry.ts';
import { useUploads } from './upload-store.ts';

const atOnce = 3;
const tellEach = 250;
const listenEach = 500;
const sendings = new Map<string, Sending>();
const measures = new Map<string, { at: number; sent: number }>();

let next = 1;
let listening: ReturnType<typeof setInterval> | undefined;

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
  change(id, () => ({ state: 'hashing', speed: 0, stalled: false }));
  measures.set(id, { at: performance.now(), sent: 0 });
  listening ??= setInterval(listen, listenEach);
  const sending = sendFile(entry, {
    hashing: (done) => progress(id, 'hashing', done),
    sending: (sent) => progress(id, 'sending', sent),
    waiting: () => stall(id),
  });
  sendings.set(id, sending);
  void sending.end.then((end) => {
    // Paused or cancelled meanwhile: whoever stopped it has said so.
    if (sendings.get(id) !== sending) return;
    sendings.delete(id);
    measures.delete(id);
    if (end.done) {
      change(id, () => ({ state: 'done', sent: entry.file.size, instant: end.instant, speed: 0 }));
      landed();
    } else {
      change(id, () => ({ state: 'failed', reason: end.reason, speed: 0 }));
    }
    pump();
  });
}

function progress(id: string, state: 'hashing' | 'sending', sent: number): void {
  const now = performance.now();
  const last = measures.get(id);
  const entry = find(id);
  if (entry === undefined || !isRunning(entry.state)) return;
  // A new try tells where it begins; only bytes that go are a sign of life.
  if (entry.stalled && entry.state === state && sent === last?.sent) return;
  if (last !== undefined && !entry.stalled && entry.state === state && now - last.at < tellEach && sent < entry.file.size) return;
  measures.set(id, { at: now, sent });
  const begun = last === undefined || entry.stalled === true || entry.state !== state || sent < last.sent;
  const speed = begun ? 0 : smoothSpeed(entry.speed, sent - last.sent, now - last.at);
  change(id, () => ({ state, sent: state === 'sending' ? sent : 0, speed: state === 'sending' ? speed : 0, stalled: false }));
}

function stall(id: string): void {
  change(id, (entry) => (isRunning(entry.state) ? { stalled: true, speed: 0 } : {}));
}

/** A connection that is gone often says nothing for minutes. */
function listen(): void {
  const { entries } = useUploads.getState();
  const now = performance.now();
  for (const entry of entries) if (isSilent(entry, now - (measures.get(entry.id)?.at ?? now))) stall(entry.id);
  if (entries.some((entry) => isRunning(entry.state))) return;
  clearInterval(listening);
  listening = undefined;
}

addEventListener('beforeunload', (event) => {
  if (useUploads.getState().entries.some((entry) => !isEnded(entry.state))) event.preventDefault();
});
