import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './overlay-dialog.module.css';

/** Opens a native modal: it traps the focus, restores it at the end, and makes the page behind inert. */
function useModal(close: () => void): RefObject<HTMLDialogElement | null> {
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

interface OverlayDialogProps {
  label: string;
  /** Called by Escape, and by a click beside the content. */
  close: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A dialog over the whole page that shows one thing in its middle, without the frame of other dialogs. */
export function OverlayDialog({ label, close, onKeyDown, children }: OverlayDialogProps): ReactNode {
  const dialog = useModal(close);
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      onKeyDown={onKeyDown}
      // The backdrop is the dialog itself.
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {children}
    </dialog>
  );
}
