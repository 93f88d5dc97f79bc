/**
 * Moves keyboard focus from a button into the menu it opened, at once: Ant Design's menus take arrow keys only after Tab, and move a frame
 * late, so that Enter after a quick arrow would choose the previous entry.
 */
export function listenForMenuKeys(): void {
  addEventListener('keydown', handleKey, { capture: true });
  addEventListener('pointerdown', () => void (menuKeyWasLast = false), { capture: true });
  addEventListener('contextmenu', () => menuKeyWasLast && focusWhenOpen(30));
}

/** Whether the last input was a key: then an opening menu takes the focus. */
let menuKeyWasLast = false;
/** Frames until an opening menu can take the focus; keys pressed meanwhile must not reach the page below. */
let framesLeft = 0;
/** The focused element before a menu took the focus. */
let focusBefore: HTMLElement | undefined;

function handleKey(event: KeyboardEvent): void {
  menuKeyWasLast = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  const menu = event.target.closest<HTMLElement>('.ant-dropdown [role=menu]');
  if (menu !== null && event.key === 'Escape') requestAnimationFrame(restoreFocus);
  else if (framesLeft > 0 && (event.key === 'Enter' || event.key === ' ')) stop(event);
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const items = menu !== null ? itemsOf(menu) : event.target.closest('.ant-dropdown-open') ? itemsOf(openMenu()) : [];
    const at = items.findIndex((item) => item === document.activeElement);
    const next = event.key === 'ArrowDown' ? items[(at + 1) % items.length] : items.at(at < 0 ? -1 : at - 1);
    if (next === undefined) return;
    stop(event);
    focusItem(next);
  }
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The open menu; one that is closing does not count. */
const openMenu = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('.ant-dropdown:not(.ant-dropdown-hidden, [class*="-leave"]) [role=menu]')].at(-1);

const itemsOf = (menu: HTMLElement | undefined): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])') ?? []),
];

const isInMenu = (element: Element | null): boolean => element?.closest('.ant-dropdown') != null;

function focusItem(item: HTMLElement): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && !isInMenu(focused)) focusBefore = focused;
  item.focus();
}

/** Focuses the first entry as soon as the menu is positioned; before that it cannot be focused. */
function focusWhenOpen(frames: number): void {
  framesLeft = isInMenu(document.activeElement) ? 0 : frames;
  if (framesLeft === 0) return;
  const [first] = itemsOf(openMenu());
  if (first !== undefined) focusItem(first);
  requestAnimationFrame(() => focusWhenOpen(framesLeft - 1));
}

/** Closing a menu without a choice restores the focus. */
function restoreFocus(): void {
  const focused = document.activeElement;
  if (focusBefore?.isConnected && (focused === document.body || isInMenu(focused))) focusBefore.focus();
}
