import type { ReactNode } from 'react';
import { create } from 'zustand';

interface OpenDialog {
  id: number;
  node: ReactNode;
}

/** The dialogs that were opened from actions, drawn by the app's host. */
export const useDialogs = create<{ list: OpenDialog[] }>(() => ({ list: [] }));
let next = 1;

/** Shows a dialog from anywhere; `close` removes it, after its closing motion where the dialog calls it in `afterClose`. */
export function openDialog(draw: (close: () => void) => ReactNode): void {
  const id = next++;
  const from = opener();
  // the key that chose it from a menu would press what has the focus next: the dialog would answer itself
  if (globalThis.event instanceof KeyboardEvent) globalThis.event.preventDefault();
  const close = (): void => {
    useDialogs.setState(({ list }) => ({ list: list.filter((dialog) => dialog.id !== id) }));
    requestAnimationFrame(() => restoreFocus(from));
  };
  useDialogs.setState(({ list }) => ({ list: [...list, { id, node: draw(close) }] }));
}

/** What had the focus; of a menu, which is gone by then or before, the button that opened it, or the list that it is of. */
function opener(): Element | null {
  const active = document.activeElement;
  if (active !== null && active !== document.body && active.closest('.ant-dropdown') === null) return active;
  const open = document.querySelector('.ant-dropdown-open');
  return open?.querySelector('[data-list]') ?? open ?? document.querySelector('[data-list]');
}

/** The focus comes back to where it was, unless it has found another place; from what has gone meanwhile to the list. */
function restoreFocus(from: Element | null): void {
  if (document.activeElement !== document.body) return;
  const to = from?.isConnected === true ? from : document.querySelector('[data-list]');
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
}
