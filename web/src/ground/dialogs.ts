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
  const close = (): void => useDialogs.setState(({ list }) => ({ list: list.filter((dialog) => dialog.id !== id) }));
  useDialogs.setState(({ list }) => ({ list: [...list, { id, node: draw(close) }] }));
}
