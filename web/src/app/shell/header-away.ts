import { useEffect, useState } from 'react';
import { useLook } from '../../ground/look.ts';

/** Steps smaller than this are no wish to see more, or less. */
const step = 24;

/** Whether the top bar makes room, where it is not fixed: while one scrolls down, until one scrolls up or goes elsewhere. */
export function useHeaderAway(path: string): boolean {
  const fixed = useLook((look) => look.fixedHeader);
  const [away, setAway] = useState(false);
  useEffect(() => {
    setAway(false);
    if (fixed) return;
    const tops = new WeakMap<Element, number>();
    let settled = 0;
    const listen = ({ target, timeStamp }: Event): void => {
      if (!(target instanceof Element) || target.closest('[data-sidebar], [role=dialog]')) return;
      const before = tops.get(target) ?? 0;
      const moved = target.scrollTop - before;
      // The room that the bar gave or took moves what stands at the end of a page.
      if (Math.abs(moved) < step || timeStamp < settled) return;
      tops.set(target, target.scrollTop);
      settled = timeStamp + 250;
      setAway(moved > 0);
    };
    addEventListener('scroll', listen, { capture: true, passive: true });
    return () => removeEventListener('scroll', listen, { capture: true });
  }, [fixed, path]);
  return away && !fixed;
}
