import { useEffect, useRef } from 'react';

/**
 * Handlers by key: `F2`, `Delete`, `/`, `?`, `mod+c` (Ctrl, or ⌘ on a Mac), `mod+shift+a`, `alt+Enter`. Return false to keep the browser's
 * default.
 */
export type Hotkeys = Record<string, (event: KeyboardEvent) => void | false>;

export const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** Whether to show shortcuts: not on touch devices. */
export const hasKeys = matchMedia('(hover: hover)').matches;

/** The description of a pressed key, in the notation of `Hotkeys`. */
export function describeKey(event: KeyboardEvent | React.KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // Shift is part of a character such as "?", but not of a letter or a named key.
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key));
  return [mod && 'mod', event.altKey && 'alt', shift && 'shift', key].filter(Boolean).join('+');
}

/** Whether the focus is in a text field, which handles plain keys itself. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** A key for display: `mod+c` is ⌘C or Ctrl+C. */
export function showKey(key: string): string {
  const parts = key.split('+').map((part) => {
    if (part === 'mod') return isMac ? '⌘' : 'Ctrl';
    if (part === 'shift') return isMac ? '⇧' : 'Shift';
    if (part === 'alt') return isMac ? '⌥' : 'Alt';
    return part === 'Delete' ? 'Del' : part.length === 1 ? part.toUpperCase() : part;
  });
  return parts.join(isMac ? '' : '+');
}

/** The keys that the window handles now. */
const handled = new Set<{ readonly current: Hotkeys }>();

/** Whether a key is one of those that the window handles now. */
export const isHotkey = (event: KeyboardEvent | React.KeyboardEvent): boolean =>
  [...handled].some(({ current }) => current[describeKey(event)] !== undefined);

/** Listens for keys on the window while `enabled`; inactive in text fields and behind a dialog. */
export function useHotkeys(keys: Hotkeys, enabled = true): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"], .ant-dropdown:not(.ant-dropdown-hidden)')) return;
      const run = latest.current[describeKey(event)];
      if (run && run(event) !== false) event.preventDefault();
    };
    addEventListener('keydown', listen);
    handled.add(latest);
    return () => {
      handled.delete(latest);
      removeEventListener('keydown', listen);
    };
  }, [enabled]);
}
