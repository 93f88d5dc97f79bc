import { type BinEntry, library } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { placePath, refreshLists } from './area.ts';
import { nameOf, withinLimit } from './deeds.ts';

/** Brings entries of the recycle bin back to where they were, and offers the way there. */
export async function restoreEntries(entries: readonly BinEntry[], go: (path: string) => void): Promise<void> {
  if (!(await withinLimit(entries))) return;
  const t = textOf('library');
  const objIds = entries.map((entry) => entry.id);
  const { list } = await call(library.restore, { objIds });
  notice.endUndo(objIds);
  await refreshLists();
  const [first] = entries;
  const what = nameOf(t, entries);
  const way = wayTo(entries, list);
  const text = entries.length === 1 && first !== undefined ? t('restoredTo', { what, where: first.path }) : t('restored', { what });
  notice.success(text, way === undefined ? undefined : { label: t('showInFolder'), run: () => go(way) });
}

/** The one place to which everything was brought back; undefined where there are several, or it is closed to the person. */
function wayTo(entries: readonly BinEntry[], restored: readonly { objId: string; parentId?: string | undefined }[]): string | undefined {
  const [entry] = entries;
  const [first] = restored;
  if (entry === undefined || first === undefined || restored.some((one) => one.parentId !== first.parentId)) return undefined;
  if (first.parentId !== undefined) return placePath(entry.moduleType, first.parentId, { select: first.objId });
  return entry.objType === objType.cabinet && restored.length === 1 ? placePath(entry.moduleType, first.objId) : undefined;
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
