import { useEffect, useRef } from 'react';

/** Focuses the list of the page. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-list]')?.focus({ preventScroll: true });
}

/** Focuses the list if nothing has the focus, as after a button was removed. */
export function focusListIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusList();
}

/** The buttons of a selection vanish with it: a focus on one of them moves to the list. */
export function useKeepListFocus(some: boolean): void {
  const before = useRef(some);
  useEffect(() => {
    if (before.current && !some) focusListIfLost();
    before.current = some;
  }, [some]);
}
