import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { batchLimit, objType } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { type Item, library } from '@dossier/contract/documents/library';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { type BatchResult, inBatches } from '../../../platform/batches.ts';
import { CallError, call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { type TextOf, joinedNames, loadTexts, textOf, useText } from '../../../platform/i18n.ts';
import { type NoticeAction, notice } from '../../../platform/notices.ts';
import { stopPrefetching } from '../../../platform/prefetch.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Card } from '../../../platform/ui/layout.tsx';
import { can, refreshLists } from '../areas.ts';
import styles from '../dialogs/dialogs.module.css';
import { type TakenToo, askTakenToo } from '../dialogs/taken-too-dialog.tsx';
import { presentNew } from '../highlight.ts';
import { otherEditors } from '../holdings.ts';
import { type Clip, emptyClipboard, useClipboard } from './clipboard.ts';

type ForecastNames = OutputOf<typeof permissions.forecast>;

function listed(t: TextOf<'documents.library'>, names: readonly string[], all: number): string {
  const shown = names.join(t('nameComma'));
  return names.length < all ? t('namesAndMore', { names: shown, count: all - names.length }) : shown;
}

/** The server's forecast of changed rights, which has a limit on items. Other reasons against a move are reported by the move itself. */
async function forecast(objIds: string[], parentId: string): Promise<ForecastNames | 'tooMany' | undefined> {
  try {
    return await call(permissions.forecast, { objIds, parentId }, { quiet: true });
  } catch (error) {
    return error instanceof CallError && error.code === codes.tooManyItems.code ? 'tooMany' : undefined;
  }
}

/** Asks for confirmation before a move that gives or takes access; names the users, where the caller may see them. */
async function confirmRightsChange(items: readonly { id: string }[], parentId: string): Promise<boolean> {
  if (items.length === 0) return true;
  const objIds = items.map((item) => item.id);
  const t = textOf('documents.library');
  const foreseen = await forecast(objIds, parentId);
  if (foreseen === 'tooMany') return confirm({ title: t('reachMayChange'), text: t('reachUnknown'), ok: t('moveAnyway') });
  if (foreseen === undefined || (!foreseen.widens && !foreseen.narrows)) return true;
  const { people } = foreseen;
  const gained = people === undefined ? t('othersGain') : t('theseGain', { names: listed(t, people.gaining, people.gainers) });
  const lost = people === undefined ? t('othersLose') : t('theseLose', { names: listed(t, people.losing, people.losers) });
  const text = [...(foreseen.widens ? [gained] : []), ...(foreseen.narrows ? [lost] : [])].join(' ');
  return confirm({ title: t('reachChanges'), text, ok: t('moveAnyway') });
}

const takenCodes = new Set([codes.pasteNameExists.code, codes.documentNameExists.code, codes.folderNameExists.code]);

type Attempt = 'refuse' | SameNameChoice;

interface Transfer {
  items: readonly Clip[];
  parentId: string;
}

const namesAtOnce = 1000;

/** The names that the target already contains; the refusal's text where they cannot be read. */
async function takenNames({ items, parentId }: Transfer, refusal: string): Promise<string[]> {
  // An item that stays in its folder does not conflict with itself.
  const names = items.filter((item) => item.parentId !== parentId).map((item) => item.name);
  const request = call(library.checkNames, { parentId, names: names.slice(0, namesAtOnce) }, { quiet: true });
  const taken = await request.then((answer) => answer.taken.map((conflict) => conflict.name)).catch(() => []);
  return taken.length > 0 ? [...new Set(taken)] : [refusal];
}

/** Calls `attempt`; on a name conflict asks for a resolution and calls it again. Undefined where the user cancels. */
async function withChoice<T>(going: Transfer, first: Attempt, attempt: (onSameName: Attempt) => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt(first);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!takenCodes.has(error.code)) {
      notice.error(error.message);
      throw error;
    }
    const choice = await askSameName(await takenNames(going, error.message));
    if (choice === undefined) return undefined;
    return attempt(choice).catch((again: unknown) => {
      if (again instanceof CallError) notice.error(again.message);
      throw again;
    });
  }
}

/** Transfers items batch by batch; the resolution of the first name conflict applies to all further batches. */
function transferItems<T>(going: Transfer, attempt: (batch: Clip[], onSameName: Attempt) => Promise<T>): Promise<BatchResult<T>> {
  let chosen: Attempt = 'refuse';
  return inBatches(going.items, (batch, rest) =>
    withChoice({ ...going, items: rest }, chosen, (onSameName) => {
      chosen = onSameName;
      return attempt(batch, onSameName);
    }),
  );
}

async function words(): Promise<TextOf<'documents.library'>> {
  await loadTexts();
  return textOf('documents.library');
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map((item) => item.id);
const undone = (operation: Promise<unknown>): void => void operation.then(refreshLists, () => undefined);

/** The name of one item, or the number of several. */
export function nameOf(t: TextOf<'documents.library'>, items: readonly { name: string }[]): string {
  const [first] = items;
  return items.length === 1 && first !== undefined ? t('quoted', { name: first.name }) : t('nItems', { count: items.length });
}

const hold = (items: readonly { id: string }[], mode: 'copy' | 'cut', quiet = false) =>
  call(mode === 'copy' ? library.copy : library.cut, { objIds: idsOf(items) }, { quiet });

/** Copies or cuts to the clipboard. */
export async function toClipboard(items: readonly Item[], mode: 'copy' | 'cut'): Promise<void> {
  const { done } = await inBatches(items, (batch) => hold(batch, mode));
  // A batch was refused: the server now holds only a part, so the clipboard is emptied.
  if (done < items.length) return emptyClipboard();
  useClipboard.setState({
    mode,
    items: items.map(({ id, name, parentId, attachments, openComments }) => ({
      id,
      name,
      ...(parentId !== undefined && { parentId }),
      ...(attachments !== undefined && { attachments }),
      ...(openComments !== undefined && { openComments }),
    })),
  });
  const t = await words();
  notice.info(t(mode === 'copy' ? 'copied' : 'wasCut', { what: nameOf(t, items) }));
}

/** What is copied with documents, asked where some have any of it; undefined cancels. */
async function choiceOfCopied(mode: 'copy' | 'cut', items: readonly Clip[]): Promise<TakenToo | undefined> {
  const attachments = items.reduce((sum, item) => sum + (item.attachments ?? 0), 0);
  const comments = items.some(({ openComments = 0 }) => openComments > 0);
  if (mode === 'cut' || !(attachments > 0 || comments)) return { attachments: false, comments: false };
  const t = await words();
  return askTakenToo({ purpose: 'copy', title: t('copyToo'), ok: t('copyTooOk'), attachments, comments });
}

/** Pastes the clipboard into a folder; asks on name conflicts, and what is copied with documents. */
export async function paste(parentId: string): Promise<void> {
  const { mode, items } = useClipboard.getState();
  const leaving = items.filter((item) => item.parentId !== parentId);
  if (mode === 'cut' && !(await confirmRightsChange(leaving, parentId))) return;
  const copied = await choiceOfCopied(mode, items);
  if (copied === undefined) return;
  const { answers } = await transferItems({ items, parentId }, async (batch, onSameName) => {
    // The server's clipboard holds one batch.
    if (items.length > batchLimit) await hold(batch, mode, true);
    return call(library.paste, { parentId, onSameName, ...copied }, { quiet: true });
  });
  if (answers.length === 0) return;
  const { ids, skipped } = summed(answers);
  const moved = answers.some((answer) => answer.moved);
  const t = await words();
  await refreshLists();
  presentNew(ids);
  if (moved) emptyClipboard();
  const what = skipped === 0 && ids.length === items.length ? nameOf(t, items) : t('nItems', { count: ids.length });
  if (!moved) notice.success(skipped > 0 ? t('pastedSome', { what, count: skipped }) : t('pasted', { what }));
  else
    offerBack(
      t('moved', { what }),
      items.filter((item) => ids.includes(item.id)),
    );
}

function summed(answers: readonly { ids: string[]; skipped: number }[]): { ids: string[]; skipped: number } {
  return { ids: answers.flatMap((answer) => answer.ids), skipped: answers.reduce((sum, answer) => sum + answer.skipped, 0) };
}

interface TransferTarget {
  id: string;
  name: string;
  /** Goes there, with one of the items selected. */
  show?: ((itemId: string) => void) | undefined;
}

/** Moves items into a folder, with undo. Returns whether it was done. */
export async function moveItems(items: readonly Clip[], target: TransferTarget): Promise<boolean> {
  const moving = items.filter((item) => item.parentId !== target.id && item.id !== target.id);
  if (moving.length === 0 || !(await confirmRightsChange(moving, target.id))) return false;
  const { answers } = await transferItems({ items: moving, parentId: target.id }, (batch, onSameName) =>
    call(library.move, { objIds: idsOf(batch), parentId: target.id, onSameName }, { quiet: true }),
  );
  if (answers.length === 0) return false;
  const { ids } = summed(answers);
  const t = await words();
  await refreshLists();
  if (ids.length === 0) return true;
  const what = ids.length === moving.length ? nameOf(t, moving) : t('nItems', { count: ids.length });
  offerBack(
    t('movedTo', { what, where: target.name }),
    moving.filter((item) => ids.includes(item.id)),
    target,
  );
  return true;
}

function offerBack(text: string, items: readonly Clip[], target?: TransferTarget): void {
  const t = textOf('documents.library');
  const run = (): void => undone(moveBack(items));
  notice.undo(text, { label: t('undo'), about: idsOf(items), also: showAction(t, idsOf(items), target), run });
}

/** Leads to what was moved or copied, where the page can go there. */
function showAction(t: TextOf<'documents.library'>, [first]: string[], target?: TransferTarget): NoticeAction | undefined {
  const show = target?.show;
  return show === undefined || first === undefined ? undefined : { label: t('show'), run: () => show(first) };
}

/** Copies items into a folder, with undo; the clipboard stays as it is. Returns whether it was done. */
export async function copyItems(items: readonly Clip[], target: TransferTarget): Promise<boolean> {
  const copied = await choiceOfCopied('copy', items);
  if (copied === undefined) return false;
  const { answers } = await transferItems({ items, parentId: target.id }, (batch, onSameName) =>
    call(library.paste, { objIds: idsOf(batch), parentId: target.id, onSameName, ...copied }, { quiet: true }),
  );
  if (answers.length === 0) return false;
  const { ids } = summed(answers);
  const t = await words();
  await refreshLists();
  if (ids.length === 0) return true;
  const isHere = items.every(({ parentId }) => parentId === target.id);
  if (isHere) presentNew(ids);
  const what = ids.length === items.length ? nameOf(t, items) : t('nItems', { count: ids.length });
  const run = (): void => undone(inBatches(ids, (objIds) => call(library.delete, { objIds })));
  notice.undo(isHere ? t('duplicated', { what }) : t('copiedTo', { what, where: target.name }), {
    label: t('undo'),
    about: ids,
    also: isHere ? undefined : showAction(t, ids, target),
    run,
  });
  return true;
}

async function moveBack(items: readonly Clip[]): Promise<void> {
  const byParent = Map.groupBy(items, (item) => item.parentId);
  for (const [parentId, group] of byParent) {
    if (parentId !== undefined)
      await inBatches(group, (batch) => call(library.move, { objIds: idsOf(batch), parentId, onSameName: 'rename' }));
  }
}

/** Who keeps a document from being deleted: others who write in it, or another user who has locked it. Who manages may have ended the lock before. */
function usersOf(item: Item): string[] {
  const isOfOther = item.lockUserName !== undefined && item.lockedByMe !== true;
  const isFreed = item.lockUserName === undefined && can(item.rights, 'manage');
  const writers = item.lockStays === true || isFreed ? [] : otherEditors(item);
  return writers.length === 0 && isOfOther ? [item.lockUserName ?? ''] : writers;
}

/**
 * Moves items to the recycle bin after a confirmation, with undo. Returns whether it was done. Documents that were swiped away are not asked about;
 * a folder takes its contents along.
 */
export async function deleteItems(items: readonly Item[], swiped = false): Promise<boolean> {
  const t = await words();
  const used = items.find((item) => usersOf(item).length > 0);
  if (used !== undefined) {
    const names = usersOf(used);
    notice.warning(t('deleteInUse', { name: used.name, count: names.length, names: joinedNames(names) }));
    // they may be done, and the list not have heard of it
    await refreshLists();
    return false;
  }
  const what = nameOf(t, items);
  const full = items.some((item) => item.objType !== objType.document);
  const question = {
    title: t('deleteTitle', { what }),
    text: t(full ? 'deleteFolderText' : 'deleteText'),
    ok: t('delete'),
    danger: true,
  };
  if ((full || !swiped) && !(await confirm(question))) return false;
  const { answers, done } = await inBatches(items, (batch) => call(library.delete, { objIds: idsOf(batch) }));
  const deleted = items.slice(0, done);
  stopPrefetching(idsOf(deleted));
  await refreshLists();
  const gone = answers.flatMap(({ entries }) => entries.map((entry) => entry.objId));
  // An earlier rename or move cannot be undone while the item is in the bin.
  notice.endUndo(gone);
  const run = (): void => undone(inBatches(gone, (objIds) => call(library.restore, { objIds })));
  notice.undo(t('deleted', { what: nameOf(t, deleted) }), { label: t('undo'), about: gone, run });
  return true;
}

type SameNameChoice = 'rename' | 'skip';

interface SameNameProps {
  names: readonly string[];
  answer: (choice: SameNameChoice | undefined) => void;
  close: () => void;
}

const shownNames = 20;

function SameNameDialog({ names, answer, close }: SameNameProps): ReactNode {
  const t = useText('documents.library');
  const [open, setOpen] = useState(true);
  const respond = (choice: SameNameChoice | undefined) => {
    answer(choice);
    setOpen(false);
  };
  const title = t('sameNameTitle', { count: names.length });
  return (
    <Modal
      open={open}
      width={460}
      title={title}
      onCancel={() => respond(undefined)}
      afterClose={close}
      footer={
        <>
          <Button onClick={() => respond(undefined)}>{t('cancel')}</Button>
          <Button onClick={() => respond('skip')}>{t('skipThese')}</Button>
          <Button type="primary" autoFocus onClick={() => respond('rename')}>
            {t('keepBoth')}
          </Button>
        </>
      }
    >
      <Card as="ul" pad={2} scroll className={styles.names} tabIndex={0} aria-label={title}>
        {names.slice(0, shownNames).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {names.length > shownNames && <li>{t('andMore', { count: names.length - shownNames })}</li>}
      </Card>
      <p>{t('sameNameText', { count: names.length })}</p>
    </Modal>
  );
}

/** Asks how to resolve name conflicts; undefined cancels. */
function askSameName(names: readonly string[]): Promise<SameNameChoice | undefined> {
  return new Promise((answer) => openDialog((close) => <SameNameDialog names={names} answer={answer} close={close} />));
}
