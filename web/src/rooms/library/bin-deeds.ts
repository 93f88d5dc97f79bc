import { type BinEntry, library } from '@dossier/contract/library';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { refreshLists } from './area.ts';
import { nameOf, withinLimit } from './deeds.ts';

/** Brings entries of the recycle bin back to where they were. */
export async function restoreEntries(entries: readonly BinEntry[]): Promise<void> {
  if (!(await withinLimit(entries))) return;
  const t = textOf('library');
  const objIds = entries.map((entry) => entry.id);
  await call(library.restore, { objIds });
  notice.endUndo(objIds);
  await refreshLists();
  const [first] = entries;
  const what = nameOf(t, entries);
  notice.success(entries.length === 1 && first !== undefined ? t('restoredTo', { what, where: first.path }) : t('restored', { what }));
}

/** Removes entries for good, after naming what will be lost. */
export async function removeForGood(entries: readonly BinEntry[]): Promise<void> {
  if (!(await withinLimit(entries))) return;
  const t = textOf('library');
  const what = nameOf(t, entries);
  if (!(await confirm({ title: t('removeTitle', { what }), text: t('removeText'), ok: t('removeForGood'), danger: true }))) return;
  const objIds = entries.map((entry) => entry.id);
  await call(library.remove, { objIds });
  notice.endUndo(objIds);
  await refreshLists();
  notice.success(t('removed', { what }));
}
