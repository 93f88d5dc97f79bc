import { codes } from '@dossier/contract/codes';
import { type Item, library } from '@dossier/contract/library';
import { batchLimit, objType } from '@dossier/contract/rights';
import { CallError, call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { loadWords, type TextOf, textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { refreshLists } from './area.ts';
import { type Clip, emptyClipboard, useClipboard } from './clipboard.ts';
import type { SameNameChoice } from './dialogs/same-name-dialog.tsx';
import { presentNew } from './list/highlight.ts';
import { forgetAhead } from './prefetch.ts';

async function words(): Promise<TextOf<'library'>> {
  await loadWords();
  return textOf('library');
}

/** Whether so many items may go in one batch; says so where they may not. */
export async function withinLimit(items: readonly unknown[]): Promise<boolean> {
  if (items.length <= batchLimit) return true;
  notice.warning((await words())('tooMany', { n: batchLimit }));
  return false;
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map((item) => item.id);
const undone = (deed: Promise<unknown>): void => void deed.then(refreshLists, () => undefined);

/** Says what many or one are called: the name of one, the number of several. */
export function nameOf(t: TextOf<'library'>, items: readonly { name: string }[]): string {
  const [first] = items;
  return items.length === 1 && first !== undefined ? t('quoted', { name: first.name }) : t('nItems', { n: items.length });
}

/** Copies or cuts to the clipboard. */
export async function toClipboard(items: readonly Item[], mode: 'copy' | 'cut'): Promise<void> {
  if (!(await withinLimit(items))) return;
  await call(mode === 'copy' ? library.copy : library.cut, { objIds: idsOf(items) });
  useClipboard.setState({
    mode,
    items: items.map(({ id, name, parentId }) => ({ id, name, ...(parentId !== undefined && { parentId }) })),
  });
  const t = await words();
  notice.info(t(mode === 'copy' ? 'copied' : 'wasCut', { what: nameOf(t, items) }));
}

/** Pastes the clipboard into a folder; asks what to do where a name is taken. */
export async function paste(parentId: string): Promise<void> {
  const { items } = useClipboard.getState();
  const done = await withChoice({ items, parentId }, (onSameName) => call(library.paste, { parentId, onSameName }, { quiet: true }));
  if (done === undefined) return;
  const t = await words();
  await refreshLists();
  presentNew(done.ids);
  if (done.moved) emptyClipboard();
  const what = items.length > 0 && done.skipped === 0 ? nameOf(t, items) : t('nItems', { n: done.ids.length });
  if (!done.moved) notice.success(done.skipped > 0 ? t('pastedSome', { what, n: done.skipped }) : t('pasted', { what }));
  else
    offerBack(
      t('moved', { what }),
      items.filter((item) => done.ids.includes(item.id)),
    );
}

/** Moves items into a folder at once; can be taken back. */
export async function moveItems(items: readonly Clip[], target: { id: string; name: string }): Promise<void> {
  const moving = items.filter((item) => item.parentId !== target.id && item.id !== target.id);
  if (moving.length === 0 || !(await withinLimit(moving))) return;
  const objIds = idsOf(moving);
  const done = await withChoice({ items: moving, parentId: target.id }, (onSameName) =>
    call(library.move, { objIds, parentId: target.id, onSameName }, { quiet: true }),
  );
  if (done === undefined) return;
  const t = await words();
  await refreshLists();
  if (done.ids.length === 0) return;
  const what = done.skipped === 0 ? nameOf(t, moving) : t('nItems', { n: done.ids.length });
  offerBack(
    t('movedTo', { what, where: target.name }),
    moving.filter((item) => done.ids.includes(item.id)),
  );
}

function offerBack(text: string, items: readonly Clip[]): void {
  const run = (): void => undone(moveBack(items));
  notice.undo(text, { label: textOf('library')('undo'), about: idsOf(items), run });
}

async function moveBack(items: readonly Clip[]): Promise<void> {
  const byParent = Map.groupBy(items, (item) => item.parentId);
  for (const [parentId, group] of byParent) {
    if (parentId !== undefined) await call(library.move, { objIds: idsOf(group), parentId, onSameName: 'rename' });
  }
}

/** Deletes into the recycle bin after asking; can be taken back. Answers whether it was done. */
export async function deleteItems(items: readonly Item[]): Promise<boolean> {
  if (!(await withinLimit(items))) return false;
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
  const { entries } = await call(library.delete, { objIds: idsOf(items) });
  forgetAhead(idsOf(items));
  await refreshLists();
  const gone = entries.map((entry) => entry.objId);
  // What was renamed or moved before cannot be taken back in the bin.
  notice.endUndo(gone);
  const run = (): void => undone(call(library.restore, { objIds: gone }));
  notice.undo(t('deleted', { what }), { label: t('undo'), about: gone, run });
  return true;
}

const takenCodes = new Set([codes.pasteNameExists.code, codes.documentNameExists.code, codes.folderNameExists.code]);

type Attempt = 'refuse' | SameNameChoice;

interface Going {
  items: readonly Clip[];
  parentId: string;
}

const namesAtOnce = 1000;

/** The names that the place holds already; the refusal itself where they cannot be told. */
async function takenNames({ items, parentId }: Going, refusal: string): Promise<string[]> {
  // What stays in its place does not collide with itself.
  const names = items.filter((item) => item.parentId !== parentId).map((item) => item.name);
  const asked = call(library.checkNames, { parentId, names: names.slice(0, namesAtOnce) }, { quiet: true });
  const taken = await asked.then((answer) => answer.taken.map((one) => one.name)).catch(() => []);
  return taken.length > 0 ? [...new Set(taken)] : [refusal];
}

/** Tries, and where names are taken asks what to do with them and tries again. Undefined when the person let it be. */
async function withChoice<T>(going: Going, attempt: (onSameName: Attempt) => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt('refuse');
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!takenCodes.has(error.code)) {
      notice.error(error.message);
      throw error;
    }
    const { askSameName } = await import('./dialogs/same-name-dialog.tsx');
    const choice = await askSameName(await takenNames(going, error.message));
    if (choice === undefined) return undefined;
    return attempt(choice).catch((again: unknown) => {
      if (again instanceof CallError) notice.error(again.message);
      throw again;
    });
  }
}
