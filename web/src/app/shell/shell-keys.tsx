import { lazy, useEffect } from 'react';
import { openDialog } from '../../platform/dialogs.ts';
import { notice } from '../../platform/notices.ts';
import { describeKey, useHotkeys } from '../../platform/ui/hotkeys.ts';
import { openShortcuts } from './shell-actions.tsx';

const CommandDialog = lazy(() => import('../command/command-dialog.tsx').then((m) => ({ default: m.CommandDialog })));

let open = false;

/** Opens the command palette, once. */
export function openCommands(): void {
  if (open) return;
  open = true;
  const done = (close: () => void) => (): void => {
    open = false;
    close();
  };
  openDialog((close) => <CommandDialog close={done(close)} />);
}

/** Global keyboard shortcuts. Undo is not tied to the list in which something was changed. The palette opens from an input too; `?` belongs to the list where there is one. */
export function ShellKeys(): null {
  useHotkeys({
    '?': () => (document.querySelector('[data-list]') ? false : openShortcuts()),
    'mod+z': () => (notice.undoLast() ? undefined : false),
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || describeKey(event) !== 'mod+k') return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) openCommands();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return null;
}
