import { create } from 'zustand';

/** State of one file: waiting, hashing, sending, paused by the user, or final. */
export type UploadState = 'waiting' | 'hashing' | 'sending' | 'paused' | 'done' | 'failed' | 'skipped';

/** How to resolve a name conflict. */
export type SameName = 'refuse' | 'rename' | 'revision';

/** An upload of one file into a folder. */
export interface UploadEntry {
  readonly id: string;
  readonly file: File;
  /** Number of the drop or pick that it came with. */
  readonly drop: number;
  readonly parentId: string;
  readonly parentName: string;
  /** Folders below the parent, joined by "/"; empty for a single file. */
  readonly folderPath: string;
  readonly onSameName: SameName;
  readonly extract: boolean;
  readonly state: UploadState;
  readonly sent: number;
  /** Bytes a second, smoothed; 0 until measured. */
  readonly speed: number;
  /** Why it failed, as text. */
  readonly reason?: string | undefined;
  /** Sending, but without progress; it continues by itself. */
  readonly stalled?: boolean;
  /** The created document, once it is done; an extracted archive has many. */
  readonly documentId?: string | undefined;
  /** Done without a transfer: the storage had the bytes. */
  readonly instant?: boolean;
  /** When it was first sent in a bundle, by the window's clock: it may be stored although no answer arrived. */
  readonly triedAt?: number | undefined;
}

export interface UploadTotals {
  readonly count: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly active: number;
  /** Active entries without progress. */
  readonly stalled: number;
  readonly paused: number;
  readonly waiting: number;
  readonly bytes: number;
  readonly sent: number;
  readonly speed: number;
}

const running = new Set<UploadState>(['hashing', 'sending']);
const ended = new Set<UploadState>(['done', 'failed', 'skipped']);

export const isRunning = (state: UploadState): boolean => running.has(state);
export const isEnded = (state: UploadState): boolean => ended.has(state);

/** Sums over all entries; skipped files count neither as bytes to send nor as sent. */
export function totalsOf(entries: readonly UploadEntry[]): UploadTotals {
  const totals = {
    count: entries.length,
    done: 0,
    failed: 0,
    skipped: 0,
    active: 0,
    stalled: 0,
    paused: 0,
    waiting: 0,
    bytes: 0,
    sent: 0,
    speed: 0,
  };
  for (const entry of entries) {
    if (entry.state === 'done') totals.done++;
    else if (entry.state === 'failed') totals.failed++;
    else if (entry.state === 'skipped') totals.skipped++;
    else if (entry.state === 'paused') totals.paused++;
    else if (entry.state === 'waiting') totals.waiting++;
    else totals.active++;
    if (isRunning(entry.state) && entry.stalled) totals.stalled++;
    if (entry.state === 'skipped' || entry.state === 'failed') continue;
    totals.bytes += entry.file.size;
    totals.sent += entry.state === 'done' ? entry.file.size : entry.sent;
    if (entry.state === 'sending') totals.speed += entry.speed;
  }
  return totals;
}

/** Whether a sending entry has been silent for too long. After the last byte the server is working, and silence is no network failure. */
export function isSilent({ state, sent, file, stalled }: UploadEntry, milliseconds: number): boolean {
  return isRunning(state) && !stalled && sent < file.size && milliseconds > 2000;
}

/** Seconds until `left` bytes are sent; undefined while no speed is measured. */
export function secondsLeft(left: number, speed: number): number | undefined {
  return speed > 0 ? Math.ceil(left / speed) : undefined;
}

/** A smoothed speed: one third of the newest measurement, two thirds of the previous speed. */
export function smoothSpeed(known: number, bytes: number, milliseconds: number): number {
  if (milliseconds <= 0) return known;
  const now = (bytes * 1000) / milliseconds;
  return known === 0 ? now : known * (2 / 3) + now / 3;
}

/** The path of a file below the target folder, as `checkNames` takes it. */
export function pathBelow(folderPath: string, name: string): string {
  return folderPath === '' ? name : `${folderPath}/${name}`;
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

export function findOpenUpload(entry: Sent): OpenUpload | undefined {
  const text = localStorage.getItem(keyOf(entry));
  return text === null ? undefined : read(text);
}

export function keepOpenUpload(entry: Sent, uploadUrl: string): void {
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

interface Uploads {
  readonly entries: readonly UploadEntry[];
  /** Whether the tray is open. */
  readonly open: boolean;
}

/** All uploads of this window. */
export const useUploads = create<Uploads>(() => ({ entries: [], open: true }));

/** Changes several entries in one update. */
export function changeEntries(ids: Iterable<string>, make: (entry: UploadEntry) => Partial<UploadEntry>): void {
  const changed = new Set(ids);
  useUploads.setState(({ entries }) => ({
    entries: entries.map((entry) => (changed.has(entry.id) ? { ...entry, ...make(entry) } : entry)),
  }));
}
