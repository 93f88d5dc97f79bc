import { type RefObject, useSyncExternalStore } from 'react';

function subscribe(tell: () => void): () => void {
  document.addEventListener('fullscreenchange', tell);
  return () => document.removeEventListener('fullscreenchange', tell);
}

export interface FullScreen {
  full: boolean;
  /** Absent where the browser has none (telephones). */
  toggle?: () => void;
}

/** Full screen for an element. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return { full: false };
  const toggle = (): void => {
    // A refusal leaves things as they are, which is what the person sees.
    const change = document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return { full, toggle };
}
