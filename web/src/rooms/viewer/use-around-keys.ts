import { useEffect, useRef } from 'react';
import { describeKey, isTyping } from '../../ground/hooks/use-hotkeys.ts';
import type { View } from './ask-view.ts';

interface Ways {
  rendition: View['rendition'];
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
  leave?: (() => void) | undefined;
}

/** Where nothing can be scrolled by a page. */
const pageless: ReadonlySet<string> = new Set<View['rendition']>(['image', 'audio', 'video', 'none']);
/** Where arrows go over what is shown. */
const byArrows: ReadonlySet<string> = new Set<View['rendition']>(['sheet', 'drawing']);
const walked = '[role="tablist"], [role="tree"], [role="treegrid"], [role="grid"], [role="listbox"], [role="slider"], [role="menu"]';
const open = '[role="dialog"], .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)';

/** The keys from document to document: what the document's own window takes no notice of. */
export function useAroundKeys(ways: Ways): void {
  const latest = useRef(ways);
  latest.current = ways;
  useEffect(() => {
    // Seen first, as what a key closes is gone afterwards; done last, when it is known that nobody else wanted the key.
    const listen = (event: KeyboardEvent): void => {
      if (event.isComposing || isTyping(event.target)) return;
      if (document.fullscreenElement !== null || document.querySelector(open) !== null) return;
      const isWalking = event.target instanceof Element && event.target.closest(walked) !== null;
      setTimeout(() => {
        if (event.defaultPrevented) return;
        const { rendition, previous, next, leave } = latest.current;
        const byPage = pageless.has(rendition);
        const byArrow = !isWalking && !byArrows.has(rendition);
        const key = describeKey(event);
        if (key === 'Escape') leave?.();
        else if ((byArrow && key === 'ArrowLeft') || (byPage && key === 'PageUp')) previous?.();
        else if ((byArrow && key === 'ArrowRight') || (byPage && key === 'PageDown')) next?.();
      });
    };
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, []);
}
