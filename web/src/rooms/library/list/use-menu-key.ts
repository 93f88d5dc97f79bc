import { type KeyboardEvent, type MouseEvent, useRef } from 'react';

/** The event of a menu follows its key within so long a time. */
const followsMs = 2000;

/** The row that the keyboard is on, or the first selected one in sight. */
const selectedRow = (list: Element, focus: number): Element | null =>
  list.querySelector(`[data-index="${focus}"][aria-selected="true"]`) ?? list.querySelector('[data-index][aria-selected="true"]');

/** Opens the menu of a row at its name, as a right click there does. */
function askMenuAt(row: Element): void {
  const { left, top, height } = row.getBoundingClientRect();
  const at = { clientX: left + 56, clientY: top + height / 2, button: 2 };
  row.dispatchEvent(new PointerEvent('contextmenu', { bubbles: true, cancelable: true, view: window, ...at }));
}

/**
 * The menu key and Shift+F10 in a list. Their event is of the whole list, which has the keyboard, so that without this the menu would be
 * that of the place, and in its middle.
 */
export function useMenuKey() {
  const pressedAt = useRef(-Infinity);
  const note = (event: KeyboardEvent): void => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) pressedAt.current = event.timeStamp;
  };
  /** Opens the menu of the selection where a key asks for it; answers whether it did. */
  const opensMenu = (event: MouseEvent, { ids, focus }: { ids: ReadonlySet<string>; focus: number }): boolean => {
    const isByKey = event.target === event.currentTarget && event.timeStamp - pressedAt.current < followsMs;
    const row = isByKey && ids.size > 0 ? selectedRow(event.currentTarget, focus) : null;
    if (row === null) return false;
    event.preventDefault();
    event.stopPropagation();
    askMenuAt(row);
    return true;
  };
  return { note, opensMenu };
}
