import type { Item } from '@dossier/contract/documents/library';
import { lazy, use, useEffect } from 'react';
import { openDialog } from '../../platform/dialogs.ts';
import { textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { type ItemContext, ItemExtensionsContext, type ReadyAction, useSelectionActions } from '../../platform/item-actions.ts';
import { type Hotkeys, useHotkeys } from '../../platform/ui/hotkeys.ts';
import { isFolder } from './areas.ts';

const ShortcutSheet = lazy(async () => ({ default: (await import('./list/shortcut-sheet.tsx')).ShortcutSheet }));

interface KeysOf {
  itemActions: ReadyAction[];
  placeActions: ReadyAction[];
  ctx: ItemContext;
  rows: Item[];
  up?: () => void;
}

/** The shortcuts of the actions, anywhere on the page, and those of the page itself. */
export function useListKeys({ itemActions, placeActions, ctx, rows, up }: KeysOf): void {
  const { quickLook } = use(ItemExtensionsContext);
  const keys: Hotkeys = {
    '?': () => openDialog((close) => <ShortcutSheet actions={[...placeActions, ...itemActions]} close={close} />),
    i: () => ctx.showDetails?.(),
    Space: () => {
      const [item] = rows;
      if (rows.length !== 1 || item === undefined) return false;
      if (isFolder(item)) ctx.showDetails?.('facts');
      else quickLook(item, ctx);
    },
    ...Object.fromEntries(listKeys.map((key) => [key, handToList])),
    ...(rows.length === 0 && Object.fromEntries(selectionKeys.map((key) => [key, sayNothingSelected]))),
  };
  if (up !== undefined) Object.assign(keys, { Backspace: up, 'alt+ArrowUp': up });
  // Actions on the selection take precedence over those of the folder.
  for (const action of [...placeActions, ...itemActions]) {
    if (action.key !== undefined && action.key !== 'Enter')
      keys[action.key] = (event) => (hasText(event, action.key) ? false : action.run());
  }
  useHotkeys(keys);
  const about = rows.length === 1 ? (rows[0]?.name ?? '') : textOf('documents.library')('nSelected', { count: rows.length });
  useEffect(() => {
    useSelectionActions.setState(rows.length === 0 ? nothing : { about, actions: itemActions });
  });
  useEffect(() => () => useSelectionActions.setState(nothing), []);
}

const nothing = { about: '', actions: [] };

/** With selected text on the page, Ctrl+C copies that text. */
function hasText(event: KeyboardEvent, key: string | undefined): boolean {
  return key === 'mod+c' && event.type === 'keydown' && (getSelection()?.toString() ?? '') !== '';
}

/** Keys of actions that need a selection: what is open is no part of it. */
const selectionKeys = ['F2', 'Delete', 'mod+c', 'mod+x', 'mod+s'];

/** An action that does nothing would look as if it had been done. */
function sayNothingSelected(event: KeyboardEvent): void | false {
  if (hasText(event, 'mod+c')) return false;
  notice.info(textOf('documents.library')('nothingSelected'));
}

/** Keys handled by the list itself. */
const listKeys = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp', 'Enter', 'Escape', 'mod+a'];

/** A key pressed without a focused element is passed to the list. */
function handToList(event: KeyboardEvent): void | false {
  const list = document.querySelector<HTMLElement>('[data-list]');
  if (list === null || document.activeElement !== document.body) return false;
  const { key, ctrlKey, metaKey } = event;
  list.focus({ preventScroll: true });
  list.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true, cancelable: true }));
}
