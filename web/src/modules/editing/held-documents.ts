import { objType, right } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import type { Item } from '@dossier/contract/documents/library';
import { editing, editType } from '@dossier/contract/editing/editing';
import { call } from '../../platform/call.ts';
import { textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { holdingOf } from '../documents/holdings.ts';
import { confirmUnlock } from '../documents/unlock.ts';
import { editsTogether, isFollowed } from '../preview/viewer-address.ts';

/** The lock type of the lock that editors and users share. */
const lockType = 1;

/** The editors that open a document, the one that the site prefers first. */
export const editorsOf = (item: Item): readonly number[] => item.editTypes ?? [item.editType];

/** Whether a document may be opened in an editor now: where others are in it, in theirs alone, if it lets several in. */
export function isOpenTo(item: Item, editor: number): boolean {
  if (item.lockUserName === undefined || item.lockedByMe === true) return true;
  return item.editedIn === editor && (editor === editType.officeServer || editsTogether(item.ext ?? ''));
}

/** Whether another user keeps a document from who may modify it: none of its editors can be joined. */
const isHeldByOther = (item: Item): boolean =>
  item.objType === objType.document &&
  item.lockUserName !== undefined &&
  item.lockedByMe !== true &&
  (item.rights & right.modify) !== 0 &&
  !(item.canEdit && editorsOf(item).some((editor) => isOpenTo(item, editor)));

/** What can be done about a document that another user holds. */
export type WayOut = 'ask' | 'follow' | 'takeOver';

/** Of a document that an editor has refused: by what rows carry. */
export function waysOutOf(item: Item): WayOut[] {
  const isWritten = (item.editors ?? []).length > 0 && item.editedIn === editType.own && item.editedByMe !== true;
  return [
    ...(isWritten && item.canEdit && isFollowed(item.ext ?? '') ? (['follow'] as const) : []),
    'ask',
    ...(item.mayUnlock === true && item.canEdit ? (['takeOver'] as const) : []),
  ];
}

/** Whether others write in a document whose editor can be joined: who manages may end that to delete the document, or to lock it. */
export const isJoinable = (item: Item): boolean =>
  item.canEdit && item.lockedByMe !== true && holdingOf(item) === 'editing' && editorsOf(item).some((editor) => isOpenTo(item, editor));

/** Of a document in a list, in its details or in a viewer: none where nobody else holds it. */
export function waysToFree(item: Item): WayOut[] {
  if (isHeldByOther(item)) return waysOutOf(item);
  return isJoinable(item) && item.lockUserName !== undefined && item.mayUnlock === true ? ['takeOver'] : [];
}

/** Tells the holder of a document that the user waits for it. */
export async function askForRelease({ id, lockUserName }: Pick<Item, 'id' | 'lockUserName'>): Promise<void> {
  const t = textOf('editing.editor');
  await call(editing.askRelease, { id });
  notice.success(t('asked', { name: lockUserName ?? t('holder') }));
}

/** Ends the lock of a document to edit it oneself: asked first. Answers whether it was done. */
export async function endHolding(item: Item): Promise<boolean> {
  if (!(await confirmUnlock([item], textOf('editing.editor')('takeOver')))) return false;
  await call(content.unlock, { id: item.id, lockType });
  return true;
}
