import { useSyncExternalStore } from 'react';

/** A keyboard takes at least so many pixels from the window; the bars of a browser take less. */
const leastHeight = 120;

/** The height of the window without a keyboard, by its width: turning the device changes both. */
const heights = new Map<number, number>();

const takesText = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || element.matches('input, textarea, select'));

function isOpen(): boolean {
  const view = globalThis.visualViewport;
  if (!view) return false;
  // a page that is enlarged by two fingers shows less of itself, without a keyboard
  const height = Math.round(view.height * view.scale);
  const width = Math.round(view.width * view.scale);
  const whole = Math.max(heights.get(width) ?? 0, height);
  heights.set(width, whole);
  return takesText(document.activeElement) && whole - height >= leastHeight;
}

function subscribe(notify: () => void): () => void {
  const view = globalThis.visualViewport;
  view?.addEventListener('resize', notify);
  document.addEventListener('focusin', notify);
  document.addEventListener('focusout', notify);
  return () => {
    view?.removeEventListener('resize', notify);
    document.removeEventListener('focusin', notify);
    document.removeEventListener('focusout', notify);
  };
}

/** Whether a keyboard on the screen takes a part of the window. */
export function useOnScreenKeyboard(): boolean {
  return useSyncExternalStore(subscribe, isOpen);
}
