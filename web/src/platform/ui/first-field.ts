const fields = 'input:not([type=hidden], :disabled, [readonly]), textarea:not(:disabled), [contenteditable=true]';

/** Where the focus belongs in a dialog that has just opened: its first field, or else its button, unless that destroys something. */
function firstIn(dialog: Element): HTMLElement | null {
  const shown = [...dialog.querySelectorAll<HTMLElement>(`.ant-modal-body :is(${fields})`)].filter((field) => field.checkVisibility());
  const foot = '.ant-modal-footer .ant-btn';
  return (
    shown.find((field) => !field.matches('[type=radio], [type=checkbox]')) ??
    shown[0] ??
    dialog.querySelector<HTMLElement>(`${foot}-primary:not(.ant-btn-dangerous, :disabled)`) ??
    dialog.querySelector(foot)
  );
}

/**
 * Ant Design gives the focus of a new dialog to its cross: a field with `autoFocus` is not yet visible when React focuses it. The focus moves on
 * from there, but not into a field on a phone, whose keyboard would cover the dialog.
 */
export function focusFirstFields(): () => void {
  const move = ({ target, relatedTarget }: FocusEvent): void => {
    const dialog = target instanceof Element ? target.closest('.ant-modal-close')?.closest('.ant-modal') : undefined;
    if (!dialog || (relatedTarget instanceof Node && dialog.contains(relatedTarget))) return;
    const first = firstIn(dialog);
    if (matchMedia('(pointer: coarse)').matches && first?.matches(fields)) return;
    first?.focus();
  };
  document.addEventListener('focusin', move);
  return () => document.removeEventListener('focusin', move);
}
