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
  /** The item being renamed. */
  id: string | undefined;
  start: (id: string) => void;
  /**
   * Ends the renaming: saves the name, or cancels without one. Returns why the name was refused, which keeps the field open. Ended by a
   * key, the row keeps the focus, wherever its new name sorts.
   */
  finish: (item: Item, name: string | undefined, byKey: boolean) => Promise<string | undefined>;
}

/** The row being renamed in place. */
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
    // Another row may be in renaming meanwhile.
    if (get().id === item.id) {
      set({ id: undefined });
      // The list had the focus before the field.
      requestAnimationFrame(focusListIfLost);
    }
    if (isNew) void renamed(item, wanted, byKey).catch(() => undefined);
    return undefined;
  },
}));

async function renamed(item: Item, name: string, byKey: boolean): Promise<void> {
  // who has gone on in the list meanwhile is not taken back to the renamed item
  const goneOn = new AbortController();
  const watched = new AbortController();
  for (const kind of ['keydown', 'pointerdown'])
    addEventListener(kind, () => goneOn.abort(), { capture: true, once: true, signal: watched.signal });
  await Promise.all([refreshLists(), loadTexts()]).finally(() => watched.abort());
  if (byKey && !goneOn.signal.aborted) highlight(item.id);
  const t = textOf('documents.library');
  const run = (): void => void call(library.update, { id: item.id, name: item.name }).then(refreshLists, () => undefined);
  notice.undo(t('renamed', { name }), { label: t('undo'), about: [item.id], run });
}
