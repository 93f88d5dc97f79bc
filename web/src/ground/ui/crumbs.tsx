import { type ReactNode, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';

/** The shell's place for the breadcrumb, and how many pages fill it. */
export const useCrumbSlot = create<{ element: HTMLElement | null; filled: number }>(() => ({ element: null, filled: 0 }));

/** What a page shows in the shell's breadcrumb row instead of the plain "Home / title". */
export function Crumbs({ children }: { children: ReactNode }): ReactNode {
  const element = useCrumbSlot((slot) => slot.element);
  useLayoutEffect(() => {
    useCrumbSlot.setState(({ filled }) => ({ filled: filled + 1 }));
    return () => useCrumbSlot.setState(({ filled }) => ({ filled: filled - 1 }));
  }, []);
  return element && createPortal(children, element);
}
