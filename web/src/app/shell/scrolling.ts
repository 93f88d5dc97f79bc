import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useAppearance } from '../../platform/appearance.ts';

const tops = new Map<string, number>();
const keptPaths = new Set<string>();

/** The next time one comes to this path, its page stands where it was left. */
export function keepScrollPosition(path: string): void {
  keptPaths.add(path);
}

/** Every navigation begins at the top, but a tab that is shown again. */
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

/** Steps smaller than this are no wish to see more, or less. */
const minScrollStep = 24;

/** Whether the top bar makes room, where it is not fixed: while one scrolls down, until one scrolls up or goes elsewhere. */
export function useHeaderHidden(path: string): boolean {
  const fixed = useAppearance((look) => look.fixedHeader);
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
      // The room that the bar gave or took moves what stands at the end of a page.
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
