import { looks } from '@dossier/contract/looks';
import { useEffect } from 'react';
import { call } from '../../ground/call.ts';

const tellEvery = 15_000;

/**
 * Tells the server how long a page was in sight: now and then, when another one comes, and when the window is hidden or closed, in the
 * last moment too. Time in which nobody can see it does not count. Page 0 is none.
 */
export function useSeen(look: string, page: number, tells: boolean): void {
  useEffect(() => {
    if (!tells || page < 1) return;
    let since = document.hidden ? undefined : performance.now();
    let unsaid = 0;
    const add = (): void => {
      if (since !== undefined) unsaid += performance.now() - since;
      since = document.hidden ? undefined : performance.now();
    };
    const tell = (): void => {
      add();
      const seconds = Math.floor(unsaid / 1000);
      if (seconds < 1) return;
      unsaid -= seconds * 1000;
      // What is lost on the way is lost: nobody is kept from reading by it.
      call(looks.seen, { look, page, seconds }, { quiet: true, keepalive: true }).catch(() => undefined);
    };
    const change = (): void => (document.hidden ? tell() : add());
    const timer = setInterval(tell, tellEvery);
    document.addEventListener('visibilitychange', change);
    addEventListener('pagehide', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', change);
      removeEventListener('pagehide', tell);
      tell();
    };
  }, [look, page, tells]);
}
