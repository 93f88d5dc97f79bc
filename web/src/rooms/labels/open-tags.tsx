import type { Item } from '@dossier/contract/library';
import { openDialog } from '../../ground/dialogs.ts';
import { TagDialog } from './tag-dialog.tsx';

/** Asks which tags items bear. */
export function openTags(items: readonly Item[]): void {
  openDialog((close) => <TagDialog items={items} close={close} />);
}
