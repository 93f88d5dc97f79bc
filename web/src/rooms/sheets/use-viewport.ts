import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Browsers end their scales somewhere beyond ten million pixels: a longer sheet is scrolled by parts of itself. */
const longest = 8_000_000;

export interface Viewport {
  width: number;
  height: number;
  /** How far the sheet is scrolled, in its own pixels. */
  left: number;
  top: number;
}

/** Watches a box that scrolls: its size, and where it is scrolled to. */
export function useViewport(box: RefObject<HTMLElement | null>, total: number) {
  const [view, setView] = useState<Viewport>({ width: 0, height: 0, left: 0, top: 0 });
  const extent = Math.min(total, longest);
  const scale = useCallback(
    (height: number): number => (total > longest && extent > height ? (total - height) / (extent - height) : 1),
    [total, extent],
  );
  const read = useCallback((): void => {
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = box.current ?? document.body;
    setView({ width, height, left: Math.abs(scrollLeft), top: scrollTop * scale(height) });
  }, [box, scale]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    read();
    const watch = new ResizeObserver(read);
    // What was scrolled to is drawn before the browser shows it.
    const scrolled = (): void => flushSync(read);
    watch.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [box, read]);
  const scrollTo = useCallback(
    (to: { left?: number; top?: number }): void => {
      const element = box.current;
      if (!element) return;
      if (to.top !== undefined) element.scrollTop = to.top / scale(element.clientHeight);
      if (to.left !== undefined) element.scrollLeft = to.left;
    },
    [box, scale],
  );
  return { view, extent, scrollTo };
}
