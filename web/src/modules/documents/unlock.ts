import type { Item } from '@dossier/contract/documents/library';
import { joinedNames, loadTexts, textOf } from '../../platform/i18n.ts';
import { confirm } from '../../platform/ui/confirm.tsx';

type Locked = Pick<Item, 'name' | 'editors' | 'lockUserName' | 'lockedByMe'>;

/** Whether to unlock documents: asked where others hold the locks. `ok` names what is done. */
export async function confirmUnlock(items: readonly Locked[], ok?: string): Promise<boolean> {
  const others = items.filter((item) => item.lockedByMe !== true);
  const [item, ...more] = others;
  if (item === undefined) return true;
  await loadTexts();
  const t = textOf('documents.content');
  const names = joinedNames(new Set(others.map(({ lockUserName }) => lockUserName ?? '')));
  const text = more.length > 0 ? 'unlockSeveralText' : (item.editors ?? []).length > 0 ? 'unlockEdited' : 'unlockHeld';
  return confirm({
    title: more.length > 0 ? t('unlockSeveral', { n: others.length }) : t('unlockOne', { name: item.name }),
    text: t(text, { names }),
    ok: ok ?? t('unlock'),
  });
}
