import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect } from 'react';

const tops = new Map<string, number>();
const kept = new Set<string>();

/** The next time one comes to this path, its page stands where it was left. */
export function keepScroll(path: string): void {
  kept.add(path);
}

/** Every navigation begins at the top, but a tab that is shown again. */
export function useMainScroll(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  useLayoutEffect(() => {
    const element = main.current;
    if (element === null) return;
    element.scrollTo(0, kept.delete(path) ? (tops.get(path) ?? 0) : 0);
    const remember = (): void => void tops.set(path, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [main, path]);
}
