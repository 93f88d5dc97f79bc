import { library } from '@dossier/contract/documents/library';
import { invalidateRoutes } from '../../../platform/query.ts';
import { type UploadEntry, forgetOpenUpload, isEnded, isRunning, isSilent, smoothSpeed, sweepOpenUploads } from '../upload-entry.ts';
import { changeEntries, useUploads } from '../upload-store.ts';
import { sendBundle } from './send-bundle.ts';
import { type SendEnd, sendFile } from './send-file.ts';
import { isBundle, nextTransfers } from './transfers.ts';

/** Lists are read anew as files land, but not for each of a thousand. */
const refreshDelayMs = 800;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A file stands: the lists that may show it are read anew soon. */
function refreshListsSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    void invalidateRoutes(library.items, library.tree, library.folderDetail, library.cabinetDetail);
  }, refreshDelayMs);
}

const maxConcurrent = 3;
const tellEach = 250;
const listenEach = 500;

/** What goes to the server in one transfer: a large file, or several small ones. */
interface Transfer {
  readonly ids: readonly string[];
  /** Begins anew where it was stopped. */
  readonly shared: boolean;
  stop(drop: boolean): void;
  /** When bytes were last heard to go, and how many were out then. */
  at: number;
  sent: number;
}

const transfers = new Map<string, Transfer>();
/** Bytes a second of one way of small files, over many of them: each alone is too short to be measured. */
let pace = 0;
let listening: ReturnType<typeof setInterval> | undefined;

/** Starts as many as may be under way. */
function pump(): void {
  const free = maxConcurrent - new Set(transfers.values()).size;
  if (free <= 0) return;
  for (const entries of nextTransfers(useUploads.getState().entries, free)) {
    if (isBundle(entries)) startBundle(entries);
    else for (const entry of entries) startFile(entry);
  }
}

/** Stops a file; what shared its way waits to be sent again. */
function stop(id: string, drop: boolean): void {
  const way = transfers.get(id);
  if (way !== undefined) stopTransfer(way, drop);
}

/** Stops everything that is under way. */
function stopAll(drop: boolean): void {
  for (const way of new Set(transfers.values())) stopTransfer(way, drop);
}

function stopTransfer(way: Transfer, drop: boolean): void {
  forget(way);
  way.stop(drop);
  if (way.shared) changeEntries(way.ids, () => ({ state: 'waiting', sent: 0, speed: 0, stalled: false }));
}

function begin(way: Transfer): void {
  for (const id of way.ids) transfers.set(id, way);
  listening ??= setInterval(listen, listenEach);
}

function forget(way: Transfer): void {
  for (const id of way.ids) transfers.delete(id);
}

const isGoing = (way: Transfer): boolean => way.ids.some((id) => transfers.get(id) === way);

function startFile(entry: UploadEntry): void {
  const { id } = entry;
  changeEntries([id], () => ({ state: 'hashing', speed: 0, stalled: false }));
  const sending = sendFile(entry, {
    hashing: (done) => progress(way, 'hashing', done),
    sending: (sent) => progress(way, 'sending', sent),
    waiting: () => isGoing(way) && stall(way.ids),
  });
  const way: Transfer = { ids: [id], shared: false, stop: (drop) => sending.stop(drop), at: performance.now(), sent: 0 };
  begin(way);
  void sending.end.then((end) => finish(way, [end]));
}

function startBundle(entries: readonly UploadEntry[]): void {
  const ids = entries.map(({ id }) => id);
  const begun = performance.now();
  changeEntries(ids, ({ id, triedAt = begun }) => ({
    state: 'sending',
    sent: 0,
    speed: id === ids[0] ? pace : 0,
    stalled: false,
    triedAt,
  }));
  const sending = sendBundle(entries, {
    sending: (sent, isAll) => progressAll(way, sent, isAll),
    waiting: () => isGoing(way) && stall(ids),
  });
  const way: Transfer = { ids, shared: true, stop: () => sending.stop(), at: begun, sent: 0 };
  begin(way);
  void sending.end.then((ends) => {
    const bytes = entries.reduce((sum, { file }, at) => sum + (ends[at]?.done === true ? file.size : 0), 0);
    if (isGoing(way)) pace = smoothSpeed(pace, bytes, performance.now() - begun);
    finish(way, ends);
  });
}

/** Paused or cancelled meanwhile: whoever stopped it has said so. */
function finish(way: Transfer, ends: readonly SendEnd[]): void {
  if (!isGoing(way)) return;
  forget(way);
  const endOf = new Map(way.ids.map((id, at) => [id, ends[at]]));
  changeEntries(way.ids, ({ id, file }) => {
    const end = endOf.get(id);
    if (end?.done === true) return { state: 'done', sent: file.size, instant: end.instant, documentId: end.documentId, speed: 0 };
    return { state: 'failed', reason: end?.reason ?? '', speed: 0 };
  });
  if (ends.some((end) => end.done)) refreshListsSoon();
  pump();
}

function find(id: string | undefined): UploadEntry | undefined {
  return useUploads.getState().entries.find((entry) => entry.id === id);
}

function progress(way: Transfer, state: 'hashing' | 'sending', sent: number): void {
  const now = performance.now();
  const entry = find(way.ids[0]);
  if (entry === undefined || !isGoing(way) || !isRunning(entry.state)) return;
  // A new try tells where it begins; only bytes that go are a sign of life.
  if (entry.stalled && entry.state === state && sent === way.sent) return;
  if (!entry.stalled && entry.state === state && now - way.at < tellEach && sent < entry.file.size) return;
  const begun = entry.stalled === true || entry.state !== state || sent < way.sent;
  const speed = begun ? 0 : smoothSpeed(entry.speed, sent - way.sent, now - way.at);
  Object.assign(way, { at: now, sent });
  changeEntries(way.ids, () => ({ state, sent: state === 'sending' ? sent : 0, speed: state === 'sending' ? speed : 0, stalled: false }));
}

function progressAll(way: Transfer, sent: readonly number[], isAll: boolean): void {
  const now = performance.now();
  const all = sent.reduce((sum, one) => sum + one, 0);
  const stalled = find(way.ids[0])?.stalled === true;
  if (!isGoing(way) || (stalled ? all === way.sent : !isAll && now - way.at < tellEach)) return;
  if (!stalled && all > way.sent) pace = smoothSpeed(pace, all - way.sent, now - way.at);
  Object.assign(way, { at: now, sent: all });
  const sentOf = new Map(way.ids.map((id, at) => [id, sent[at] ?? 0]));
  let left = pace;
  changeEntries(way.ids, ({ id, file }) => {
    const out = sentOf.get(id) ?? 0;
    // the line belongs to the first that is not out yet
    const speed = out < file.size ? left : 0;
    if (speed > 0) left = 0;
    return { sent: out, speed, stalled: false };
  });
}

function stall(ids: readonly string[]): void {
  changeEntries(ids, (entry) => (isRunning(entry.state) ? { stalled: true, speed: 0 } : {}));
}

/** A connection that is gone often says nothing for minutes. */
function listen(): void {
  const { entries } = useUploads.getState();
  const now = performance.now();
  const silent = entries.filter((entry) => isSilent(entry, now - (transfers.get(entry.id)?.at ?? now)));
  if (silent.length > 0) stall(silent.map(({ id }) => id));
  if (entries.some((entry) => isRunning(entry.state))) return;
  clearInterval(listening);
  listening = undefined;
}

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
