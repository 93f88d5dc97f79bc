/**
 * Lets the keyboard go from a button into the menu it has opened, and through it at once: the menus of the toolkit take arrows only after
 * Tab, and move a frame late, so that Enter after a quick arrow would choose the entry before.
 */
export function listenForMenuKeys(): void {
  addEventListener('keydown', handleKey, { capture: true });
  addEventListener('pointerdown', () => void (menuKeyWasLast = false), { capture: true });
  addEventListener('contextmenu', () => menuKeyWasLast && focusWhenOpen(30));
}

/** Whether a menu that opens now was asked for by a key: then it has the keyboard. */
let menuKeyWasLast = false;
/** Frames until a menu that opens can take the keyboard; keys pressed meanwhile are not for what lies below. */
let framesLeft = 0;
/** What had the keyboard before a menu took it. */
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

/** The menu that is open; one that is just closing does not count. */
const openMenu = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('.ant-dropdown:not(.ant-dropdown-hidden, [class*="-leave"]) [role=menu]')].at(-1);

const itemsOf = (menu: HTMLElement | undefined): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])') ?? []),
];

const isInMenu = (element: Element | null): boolean => element?.closest('.ant-dropdown') != null;

function focusItem(item: HTMLElement): void {
  const held = document.activeElement;
  if (held instanceof HTMLElement && !isInMenu(held)) focusBefore = held;
  item.focus();
}

/** Focuses the first entry as soon as the menu stands: until it is placed it cannot be focused. */
function focusWhenOpen(frames: number): void {
  framesLeft = isInMenu(document.activeElement) ? 0 : frames;
  if (framesLeft === 0) return;
  const [first] = itemsOf(openMenu());
  if (first !== undefined) focusItem(first);
  requestAnimationFrame(() => focusWhenOpen(framesLeft - 1));
}

/** Whoever leaves a menu without choosing is back where they were. */
function restoreFocus(): void {
  const held = document.activeElement;
  if (focusBefore?.isConnected && (held === document.body || isInMenu(held))) focusBefore.focus();
}
