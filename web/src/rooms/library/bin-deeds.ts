import { type BinEntry, library } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import { inBatches } from '../../ground/batches.ts';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { placePath, refreshLists } from './area.ts';
import { nameOf } from './deeds.ts';

const idsOf = (entries: readonly BinEntry[]): string[] => entries.map((entry) => entry.id);

/** Brings entries of the recycle bin back to where they were, and offers the way there. */
export async function restoreEntries(entries: readonly BinEntry[], go: (path: string) => void): Promise<void> {
  const t = textOf('library');
  const { answers, done } = await inBatches(entries, (batch) => call(library.restore, { objIds: idsOf(batch) }));
  const restored = entries.slice(0, done);
  notice.endUndo(idsOf(restored));
  await refreshLists();
  const [first] = entries;
  const what = nameOf(t, restored);
  const way = wayTo(
    restored,
    answers.flatMap(({ list }) => list),
  );
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
  const t = textOf('library');
  const what = nameOf(t, entries);
  if (!(await confirm({ title: t('removeTitle', { what }), text: t('removeText'), ok: t('removeForGood'), danger: true }))) return;
  const { done } = await inBatches(entries, (batch) => call(library.remove, { objIds: idsOf(batch) }));
  const removed = entries.slice(0, done);
  notice.endUndo(idsOf(removed));
  await refreshLists();
  notice.success(t('removed', { what: nameOf(t, removed) }));
}
