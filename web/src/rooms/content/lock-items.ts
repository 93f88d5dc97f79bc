import { content } from '@dossier/contract/content';
import type { Item } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import { can, refreshLists } from '../library/area.ts';
import { knownPerson } from '../session/current-user.ts';

/** The client locks by hand only; 1 is the kind of lock that an editor and a person take. */
const lockType = 1;

/** Whether all of them can be locked by this person. */
export function areLockable(items: Item[]): boolean {
  return items.every((item) => item.objType === objType.document && item.lockUserName === undefined && can(item.rights, 'modify'));
}

/** Whether all of them are locked, by this person or in a place that they manage. */
export function areUnlockable(items: Item[]): boolean {
  const own = knownPerson()?.fullName;
  return items.every((item) => item.lockUserName !== undefined && (item.lockUserName === own || can(item.rights, 'manage')));
}

export async function lockItems(items: Item[]): Promise<void> {
  await eachThenRefresh(items, (item) => call(content.lock, { id: item.id, lockType }));
  notice.success(textOf('content')('locked', { n: items.length }));
}

export async function unlockItems(items: Item[]): Promise<void> {
  await eachThenRefresh(items, (item) => call(content.unlock, { id: item.id, lockType }));
  notice.success(textOf('content')('unlocked', { n: items.length }));
}

async function eachThenRefresh(items: Item[], deed: (item: Item) => Promise<unknown>): Promise<void> {
  try {
    for (const item of items) await deed(item);
  } finally {
    await refreshLists();
  }
}
