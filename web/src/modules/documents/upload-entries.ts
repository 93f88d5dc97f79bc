import { create } from 'zustand';

/** A file with its folders. */
export interface PickedFile {
  readonly file: File;
  /** Folders above it within the picked one, joined by "/". */
  readonly folderPath: string;
}

/** System files that are never uploaded. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX']);

/** Files from an input, with their folders when a folder was picked. */
export function pickedFiles(list: FileList): PickedFile[] {
  return Array.from(list)
    .map((file) => ({ file, folderPath: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
    .filter((picked) => !isLitter(picked));
}

/** All dropped files, with folders read recursively. Must be called in the drop event itself: the browser empties the list after it. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = Array.from(transfer.items)
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry());
  const loose = Array.from(transfer.files);
  if (entries.every((entry) => entry === null)) return loose.map((file) => ({ file, folderPath: '' }));
  const picked: PickedFile[] = [];
  for (const entry of entries) if (entry !== null) await walk(entry, '', picked);
  return picked.filter((candidate) => !isLitter(candidate));
}

async function walk(entry: FileSystemEntry, folderPath: string, picked: PickedFile[]): Promise<void> {
  if (entry.isFile) {
    picked.push({ file: await fileOf(entry as FileSystemFileEntry), folderPath });
    return;
  }
  const path = folderPath === '' ? entry.name : `${folderPath}/${entry.name}`;
  for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child, path, picked);
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // The reader returns up to a hundred entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isLitter({ file, folderPath }: PickedFile): boolean {
  return litter.has(file.name) || folderPath.split('/').some((part) => litter.has(part));
}

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
  /** It becomes an attachment of the document `parentId`. */
  readonly isAttachment?: boolean;
  /** That is no document but a flow. */
  readonly isOfFlow?: boolean;
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

interface Uploads {
  readonly entries: readonly UploadEntry[];
  /** Whether the tray is open. */
  readonly open: boolean;
  /** Stored files are not in the lists yet. */
  readonly listing: boolean;
}

/** All uploads of this window. */
export const useUploads = create<Uploads>(() => ({ entries: [], open: true, listing: false }));

/** Changes several entries in one update. */
export function changeEntries(ids: Iterable<string>, make: (entry: UploadEntry) => Partial<UploadEntry>): void {
  const changed = new Set(ids);
  useUploads.setState(({ entries }) => ({
    entries: entries.map((entry) => (changed.has(entry.id) ? { ...entry, ...make(entry) } : entry)),
  }));
}
