import { create } from 'zustand';
import type { UploadEntry } from './upload-entry.ts';

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
