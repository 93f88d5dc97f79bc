import type { ReactNode } from 'react';
import { create } from 'zustand';

interface OpenDialog {
  id: number;
  node: ReactNode;
}

/** The open dialogs, rendered by the app's host. */
export const useDialogs = create<{ list: OpenDialog[] }>(() => ({ list: [] }));
let next = 1;

/** Opens a dialog from anywhere; `close` removes it, after its animation where the dialog calls it in `afterClose`. */
export function openDialog(draw: (close: () => void) => ReactNode): void {
  const id = next++;
  const from = opener();
  // the key that chose a menu entry must not press the element focused next, in the dialog
  if (globalThis.event instanceof KeyboardEvent) globalThis.event.preventDefault();
  const close = (): void => {
    useDialogs.setState(({ list }) => ({ list: list.filter((dialog) => dialog.id !== id) }));
    requestAnimationFrame(() => restoreFocus(from));
  };
  useDialogs.setState(({ list }) => ({ list: [...list, { id, node: draw(close) }] }));
}

/** The focused element; for a menu, which closes, the button that opened it, or its list. */
function opener(): Element | null {
  const active = document.activeElement;
  if (active !== null && active !== document.body && active.closest('.ant-dropdown') === null) return active;
  const open = document.querySelector('.ant-dropdown-open');
  return open?.querySelector('[data-list]') ?? open ?? document.querySelector('[data-list]');
}

/** Restores the focus, unless another element has it; if its element was removed, to the list. */
function restoreFocus(from: Element | null): void {
  if (document.activeElement !== document.body) return;
  const to = from?.isConnected === true ? from : document.querySelector('[data-list]');
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
}
