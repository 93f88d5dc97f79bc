import type { Item } from '@dossier/contract/documents/library';
import { type TextKey, joinedNames, loadTexts, textOf } from '../../platform/i18n.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { type Holding, holdingOf } from './holdings.ts';

type Locked = Pick<Item, 'name' | 'editors' | 'lockUserName' | 'lockedByMe' | 'checkedOut' | 'lockStays'>;

interface ReleaseWords {
  /** The verb. */
  ends: TextKey<'documents.content'>;
  question: TextKey<'documents.content'>;
  text: TextKey<'documents.content'>;
  done: 'undoneCheckOuts' | 'released' | 'unlocked';
}

const wordsOf: Record<Holding, ReleaseWords> = {
  checkOut: { ends: 'undoCheckOut', question: 'undoCheckOutOne', text: 'undoCheckOutText', done: 'undoneCheckOuts' },
  editing: { ends: 'endEditing', question: 'endEditingOne', text: 'unlockEdited', done: 'released' },
  lock: { ends: 'unlock', question: 'unlockOne', text: 'unlockHeld', done: 'unlocked' },
};

const ofSeveralKinds: ReleaseWords = { ends: 'release', question: 'unlockSeveral', text: 'unlockSeveralText', done: 'released' };

/** The words for the release of locked documents, by how they are held. */
export function releaseWords(items: readonly Locked[]): ReleaseWords {
  const [kind, ...more] = new Set(items.map(holdingOf));
  return kind === undefined || more.length > 0 ? ofSeveralKinds : wordsOf[kind];
}

/** Whether to release documents: asked where others hold the locks. `ok` names what is done. */
export async function confirmUnlock(items: readonly Locked[], ok?: string): Promise<boolean> {
  const others = items.filter((item) => item.lockedByMe !== true);
  const [item, ...more] = others;
  if (item === undefined) return true;
  await loadTexts();
  const t = textOf('documents.content');
  const names = joinedNames(new Set(others.map(({ lockUserName }) => lockUserName ?? '')));
  const { question, text } = more.length > 0 ? ofSeveralKinds : releaseWords(others);
  return confirm({
    title: t(question, { n: others.length, name: item.name }),
    text: t(text, { names }),
    ok: ok ?? t(releaseWords(items).ends),
  });
}
