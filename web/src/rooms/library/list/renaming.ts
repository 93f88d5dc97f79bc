import { type Item, library } from '@dossier/contract/library';
import { create } from 'zustand';
import { call } from '../../../ground/call.ts';
import { notice } from '../../../ground/notice.ts';
import { loadWords, textOf } from '../../../ground/text.ts';
import { refreshLists } from '../area.ts';

interface Renaming {
  /** The item whose name is a field now. */
  id: string | undefined;
  start: (id: string) => void;
  /** Ends the renaming: with a name it is sent, without it nothing happens. */
  finish: (item: Item, name: string | undefined) => void;
}

/** Which row is being renamed in place. */
export const useRenaming = create<Renaming>()((set) => ({
  id: undefined,
  start: (id) => set({ id }),
  finish(item, name) {
    set({ id: undefined });
    // The list had the focus before the field took it.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-list]')?.focus({ preventScroll: true }));
    const wanted = name?.trim();
    if (wanted !== undefined && wanted !== '' && wanted !== item.name) void rename(item, wanted).catch(() => undefined);
  },
}));

async function rename(item: Item, name: string): Promise<void> {
  await call(library.update, { id: item.id, name });
  await Promise.all([refreshLists(), loadWords()]);
  const t = textOf('library');
  const run = (): void => void call(library.update, { id: item.id, name: item.name }).then(refreshLists, () => undefined);
  notice.undo(t('renamed', { name }), { label: t('undo'), about: [item.id], run });
}
