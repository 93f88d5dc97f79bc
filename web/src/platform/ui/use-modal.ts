import { type RefObject, useEffect, useRef } from 'react';

/** A native modal over the whole page: traps the focus, restores it at the end, and makes the page behind inert. */
export function useModal(close: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const box = dialog.current;
    if (!box) return;
    const before = document.activeElement;
    const cancel = (event: Event): void => {
      event.preventDefault();
      latest.current();
    };
    box.addEventListener('cancel', cancel);
    if (!box.open) box.showModal();
    return () => {
      box.removeEventListener('cancel', cancel);
      box.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
