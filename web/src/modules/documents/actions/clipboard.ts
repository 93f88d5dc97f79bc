import type { Item } from '@dossier/contract/documents/library';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

export type Clip = Pick<Item, 'id' | 'name' | 'parentId' | 'attachments' | 'openComments'>;

interface Clipboard {
  mode: 'copy' | 'cut';
  items: Clip[];
}

/** The items copied or cut in this window; the clipboard itself is on the server. */
export const useClipboard = create<Clipboard>()(
  persist((): Clipboard => ({ mode: 'copy', items: [] }), { name: 'dossier-clipboard', storage: createJSONStorage(() => sessionStorage) }),
);

export function emptyClipboard(): void {
  useClipboard.setState({ items: [] });
}
