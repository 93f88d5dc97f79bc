import { useEffect, useRef } from 'react';
import { focusListIfLost } from './focus-list.ts';

/** The buttons of a selection go with it: who had the focus on one of them is in the list again. */
export function useFocusKept(some: boolean): void {
  const before = useRef(some);
  useEffect(() => {
    if (before.current && !some) focusListIfLost();
    before.current = some;
  }, [some]);
}
