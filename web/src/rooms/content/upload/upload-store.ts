import { create } from 'zustand';
import type { UploadEntry } from './upload-entry.ts';

interface Uploads {
  readonly entries: readonly UploadEntry[];
  /** The tray stands open. */
  readonly open: boolean;
}

/** All uploads of this window. */
export const useUploads = create<Uploads>(() => ({ entries: [], open: true }));
