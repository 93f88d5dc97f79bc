import { create } from 'zustand';
import type { UploadEntry } from './upload-entry.ts';

interface Uploads {
  readonly entries: readonly UploadEntry[];
  /** The tray stands open. */
  readonly open: boolean;
}

/** All uploads of this window. */
export const useUploads = create<Uploads>(() => ({ entries: [], open: true }));

/** Changes some entries at once. */
export function changeEntries(ids: Iterable<string>, make: (entry: UploadEntry) => Partial<UploadEntry>): void {
  const changed = new Set(ids);
  useUploads.setState(({ entries }) => ({
    entries: entries.map((entry) => (changed.has(entry.id) ? { ...entry, ...make(entry) } : entry)),
  }));
}
