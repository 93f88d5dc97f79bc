import { useEffect, useRef } from 'react';

/** Gives the keyboard to the list of the page. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-list]')?.focus({ preventScroll: true });
}

/** Gives it to the list where nothing has it, as after a button has gone. */
export function focusListIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusList();
}

/** The buttons of a selection go with it: who had the focus on one of them is in the list again. */
export function useKeepListFocus(some: boolean): void {
  const before = useRef(some);
  useEffect(() => {
    if (before.current && !some) focusListIfLost();
    before.current = some;
  }, [some]);
}
