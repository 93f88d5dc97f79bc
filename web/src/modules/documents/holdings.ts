import type { Item } from '@dossier/contract/documents/library';
import { joinedNames, useText } from '../../platform/i18n.ts';
import { useSince } from '../../platform/ui/formatted-values.tsx';

/** By what others are kept from a document: somebody has checked it out, has it open in an editor, or has locked it by hand. */
export type Holding = 'checkOut' | 'editing' | 'lock';

type Held = Pick<Item, 'editors' | 'lockUserName' | 'lockTime' | 'checkedOut' | 'lockStays'>;

/** What ends when a locked document is released. A check-out, or a lock by hand, outlives the editor in which its holder opens the document. */
export function holdingOf(item: Held): Holding {
  if (item.checkedOut === true) return 'checkOut';
  return (item.editors ?? []).length > 0 && item.lockStays !== true ? 'editing' : 'lock';
}

/** Who holds a document, how, and since when; undefined where nobody does. Who has it open in an editor is named before the lock. */
export function useHolder(item: Held | undefined): string | undefined {
  const t = useText('documents.library');
  const time = useSince(item?.lockTime);
  const { editors = [], lockUserName: name, checkedOut } = item ?? {};
  if (editors.length > 0) return t('editedBy', { names: joinedNames(editors) });
  if (name === undefined) return undefined;
  return t(checkedOut === true ? 'checkedOutBy' : 'lockedBy', { name, time });
}

/** Who else than the user writes in a document: the names of editors begin with that of the user, if that is among them. */
export const otherEditors = ({ editors = [], editedByMe }: Pick<Item, 'editors' | 'editedByMe'>): string[] =>
  editedByMe === true ? editors.slice(1) : editors;
