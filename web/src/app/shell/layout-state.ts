import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { create } from 'zustand';
import { saveLayout } from '../../platform/account-preferences.ts';
import { type Appearance, useAppearance } from '../../platform/appearance.ts';
import { readCookie, writeCookie } from '../../platform/cookies.ts';

const cookie = 'sidebarStatus';

interface SidebarState {
  /** Beside the page; remembered. */
  open: boolean;
  /** Over the page, in a narrow window. */
  over: boolean;
  /** Closed by a navigation: without animation. */
  withoutAnimation: boolean;
  toggle: () => void;
  toggleOver: () => void;
  /** Closed by the user with animation; by a navigation without. */
  closeOver: (withoutAnimation: boolean) => void;
}

/** Whether the sidebar is shown; each opening and closing is stored in the cookie sidebarStatus as 1 or 0. */
export const useSidebar = create<SidebarState>()((set, get) => ({
  open: readCookie(cookie) !== '0',
  over: false,
  withoutAnimation: false,
  toggle: () => {
    const open = !get().open;
    writeCookie(cookie, open ? '1' : '0');
    set({ open, withoutAnimation: false });
  },
  toggleOver: () => {
    const over = !get().over;
    writeCookie(cookie, over ? '1' : '0');
    set({ over, withoutAnimation: false });
  },
  closeOver: (withoutAnimation) => {
    if (!get().over) return;
    writeCookie(cookie, '0');
    set({ over: false, withoutAnimation });
  },
}));

/** Changes the appearance at once, and keeps it with the account. */
export function saveAppearance(changes: Partial<Appearance>): void {
  useAppearance.setState(changes);
  saveLayout('look', useAppearance.getState());
}

const tops = new Map<string, number>();
const keptPaths = new Set<string>();

/** The next visit to this path restores its scroll position. */
export function keepScrollPosition(path: string): void {
  keptPaths.add(path);
}

/** Scrolls to the top on navigation, except when an open tab is shown again. */
export function useMainScroll(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  useLayoutEffect(() => {
    const element = main.current;
    if (element === null) return;
    element.scrollTo(0, keptPaths.delete(path) ? (tops.get(path) ?? 0) : 0);
    const remember = (): void => void tops.set(path, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [main, path]);
}

/** Smaller scroll steps in pixels do not count as a change of direction. */
const minScrollStep = 24;

/** Whether the top bar is hidden, where it is not fixed: from scrolling down until scrolling up or a navigation. */
export function useHeaderHidden(path: string): boolean {
  const fixed = useAppearance((appearance) => appearance.fixedHeader);
  const [away, setAway] = useState(false);
  useEffect(() => {
    setAway(false);
    if (fixed) return;
    const elementTops = new WeakMap<Element, number>();
    let settled = 0;
    const listen = ({ target, timeStamp }: Event): void => {
      if (!(target instanceof Element) || target.closest('[data-sidebar], [role=dialog]')) return;
      const before = elementTops.get(target) ?? 0;
      const moved = target.scrollTop - before;
      // Hiding or showing the bar itself scrolls a page at its end.
      if (Math.abs(moved) < minScrollStep || timeStamp < settled) return;
      elementTops.set(target, target.scrollTop);
      settled = timeStamp + 250;
      setAway(moved > 0);
    };
    addEventListener('scroll', listen, { capture: true, passive: true });
    return () => removeEventListener('scroll', listen, { capture: true });
  }, [fixed, path]);
  return away && !fixed;
}
