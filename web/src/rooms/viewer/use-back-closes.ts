import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

let opened = 0;

/** What lies over the page is a step of the browser's history: the way back closes it, and leaves the page below where it is. */
export function useBackCloses(close: () => void): void {
  const { history } = useRouter();
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const over = ++opened;
    const isOver = (): boolean => (window.history.state as { over?: number } | null)?.over === over;
    history.push(location.href.slice(location.origin.length), { over });
    const listen = (): void => {
      if (!isOver()) latest.current();
    };
    addEventListener('popstate', listen);
    return () => {
      removeEventListener('popstate', listen);
      // closed by other means: its step goes with it
      if (isOver()) history.back();
    };
  }, [history]);
}
