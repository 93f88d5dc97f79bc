import { codes } from '@dossier/contract/core/codes';
import { type Item, library } from '@dossier/contract/documents/library';
import { create } from 'zustand';
import { CallError, call } from '../../platform/call.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { focusListIfLost } from '../../platform/ui/data-table/list-focus.ts';
import { refreshLists } from './areas.ts';
import { highlight } from './highlight.ts';

interface Renaming {
  /** The item whose name is a field now. */
  id: string | undefined;
  start: (id: string) => void;
  /**
   * Ends the renaming: with a name it is sent, without it nothing happens. Answers in words why the name was refused; the field stays then.
   * Who ends it by a key stays on the row, wherever its new name puts it.
   */
  finish: (item: Item, name: string | undefined, byKey: boolean) => Promise<string | undefined>;
}

/** Which row is being renamed in place. */
export const useRenaming = create<Renaming>()((set, get) => ({
  id: undefined,
  start: (id) => set({ id }),
  async finish(item, name, byKey) {
    const wanted = name?.trim();
    const isNew = wanted !== undefined && wanted !== '' && wanted !== item.name;
    try {
      if (isNew) await call(library.update, { id: item.id, name: wanted }, { quiet: true });
    } catch (error) {
      if (error instanceof CallError && error.code !== codes.notSignedIn.code) return error.message;
      set({ id: undefined });
      return undefined;
    }
    // Another name may have become a field meanwhile.
    if (get().id === item.id) {
      set({ id: undefined });
      // The list had the focus before the field took it.
      requestAnimationFrame(focusListIfLost);
    }
    if (isNew) void renamed(item, wanted, byKey).catch(() => undefined);
    return undefined;
  },
}));

async function renamed(item: Item, name: string, byKey: boolean): Promise<void> {
  await Promise.all([refreshLists(), loadTexts()]);
  if (byKey) highlight(item.id);
  const t = textOf('documents.library');
  const run = (): void => void call(library.update, { id: item.id, name: item.name }).then(refreshLists, () => undefined);
  notice.undo(t('renamed', { name }), { label: t('undo'), about: [item.id], run });
}
