import { type Item, library } from '@dossier/contract/library';
import { batchLimit, objType } from '@dossier/contract/rights';
import { inBatches } from '../../ground/batches.ts';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { loadWords, type TextOf, textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { refreshLists } from './area.ts';
import { agreesToReach } from './ask-forecast.ts';
import { bringIn } from './bring-in.ts';
import { type Clip, emptyClipboard, useClipboard } from './clipboard.ts';
import { presentNew } from './list/highlight.ts';
import { forgetAhead } from './prefetch.ts';

async function words(): Promise<TextOf<'library'>> {
  await loadWords();
  return textOf('library');
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map((item) => item.id);
const undone = (deed: Promise<unknown>): void => void deed.then(refreshLists, () => undefined);

/** Says what many or one are called: the name of one, the number of several. */
export function nameOf(t: TextOf<'library'>, items: readonly { name: string }[]): string {
  const [first] = items;
  return items.length === 1 && first !== undefined ? t('quoted', { name: first.name }) : t('nItems', { n: items.length });
}

const hold = (items: readonly { id: string }[], mode: 'copy' | 'cut', quiet = false) =>
  call(mode === 'copy' ? library.copy : library.cut, { objIds: idsOf(items) }, { quiet });

/** Copies or cuts to the clipboard. */
export async function toClipboard(items: readonly Item[], mode: 'copy' | 'cut'): Promise<void> {
  const { done } = await inBatches(items, (batch) => hold(batch, mode));
  // The server holds one batch now, of a whole that was refused.
  if (done < items.length) return emptyClipboard();
  useClipboard.setState({
    mode,
    items: items.map(({ id, name, parentId }) => ({ id, name, ...(parentId !== undefined && { parentId }) })),
  });
  const t = await words();
  notice.info(t(mode === 'copy' ? 'copied' : 'wasCut', { what: nameOf(t, items) }));
}

/** Pastes the clipboard into a folder; asks what to do where a name is taken. */
export async function paste(parentId: string): Promise<void> {
  const { mode, items } = useClipboard.getState();
  const leaving = items.filter((item) => item.parentId !== parentId);
  if (mode === 'cut' && !(await agreesToReach(leaving, parentId))) return;
  const { answers } = await bringIn({ items, parentId }, async (batch, onSameName) => {
    // The server's clipboard holds one batch.
    if (items.length > batchLimit) await hold(batch, mode, true);
    return call(library.paste, { parentId, onSameName }, { quiet: true });
  });
  if (answers.length === 0) return;
  const { ids, skipped } = summed(answers);
  const moved = answers.some((answer) => answer.moved);
  const t = await words();
  await refreshLists();
  presentNew(ids);
  if (moved) emptyClipboard();
  const what = skipped === 0 && ids.length === items.length ? nameOf(t, items) : t('nItems', { n: ids.length });
  if (!moved) notice.success(skipped > 0 ? t('pastedSome', { what, n: skipped }) : t('pasted', { what }));
  else
    offerBack(
      t('moved', { what }),
      items.filter((item) => ids.includes(item.id)),
    );
}

function summed(answers: readonly { ids: string[]; skipped: number }[]): { ids: string[]; skipped: number } {
  return { ids: answers.flatMap((answer) => answer.ids), skipped: answers.reduce((sum, answer) => sum + answer.skipped, 0) };
}

/** Moves items into a folder at once; can be taken back. */
export async function moveItems(items: readonly Clip[], target: { id: string; name: string }): Promise<void> {
  const moving = items.filter((item) => item.parentId !== target.id && item.id !== target.id);
  if (moving.length === 0 || !(await agreesToReach(moving, target.id))) return;
  const { answers } = await bringIn({ items: moving, parentId: target.id }, (batch, onSameName) =>
    call(library.move, { objIds: idsOf(batch), parentId: target.id, onSameName }, { quiet: true }),
  );
  if (answers.length === 0) return;
  const { ids } = summed(answers);
  const t = await words();
  await refreshLists();
  if (ids.length === 0) return;
  const what = ids.length === moving.length ? nameOf(t, moving) : t('nItems', { n: ids.length });
  offerBack(
    t('movedTo', { what, where: target.name }),
    moving.filter((item) => ids.includes(item.id)),
  );
}

function offerBack(text: string, items: readonly Clip[]): void {
  const run = (): void => undone(moveBack(items));
  notice.undo(text, { label: textOf('library')('undo'), about: idsOf(items), run });
}

async function moveBack(items: readonly Clip[]): Promise<void> {
  const byParent = Map.groupBy(items, (item) => item.parentId);
  for (const [parentId, group] of byParent) {
    if (parentId !== undefined)
      await inBatches(group, (batch) => call(library.move, { objIds: idsOf(batch), parentId, onSameName: 'rename' }));
  }
}

/** Deletes into the recycle bin after asking; can be taken back. Answers whether it was done. */
export async function deleteItems(items: readonly Item[]): Promise<boolean> {
  const t = await words();
  const what = nameOf(t, items);
  const full = items.some((item) => item.objType !== objType.document);
  const yes = await confirm({
    title: t('deleteTitle', { what }),
    text: t(full ? 'deleteFolderText' : 'deleteText'),
    ok: t('delete'),
    danger: true,
  });
  if (!yes) return false;
  const { answers, done } = await inBatches(items, (batch) => call(library.delete, { objIds: idsOf(batch) }));
  const deleted = items.slice(0, done);
  forgetAhead(idsOf(deleted));
  await refreshLists();
  const gone = answers.flatMap(({ entries }) => entries.map((entry) => entry.objId));
  // What was renamed or moved before cannot be taken back in the bin.
  notice.endUndo(gone);
  const run = (): void => undone(inBatches(gone, (objIds) => call(library.restore, { objIds })));
  notice.undo(t('deleted', { what: nameOf(t, deleted) }), { label: t('undo'), about: gone, run });
  return true;
}
