/** Gives the keyboard to the list of the page. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-list]')?.focus({ preventScroll: true });
}

/** Gives it to the list where nothing has it, as after a button has gone. */
export function focusListIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusList();
}
