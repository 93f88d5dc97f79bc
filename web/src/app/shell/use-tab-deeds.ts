import { useRouter } from '@tanstack/react-router';
import { useGo } from '../../ground/go.ts';
import { restQueries } from '../../ground/query.ts';
import { keepScroll } from './main-scroll.ts';
import { nextAfter, type Tab, useTabs } from './tabs.ts';

interface TabDeeds {
  /** Shows a tab as it was left, without asking the server. */
  show: (tab: Tab) => void;
  /** Draws the page of a tab anew. */
  refresh: (tab: Tab) => void;
  close: (paths: readonly string[]) => void;
}

/** What can be done with tabs while one is on a path. */
export function useTabDeeds(current: string): TabDeeds {
  const go = useGo();
  const router = useRouter();
  const show = (tab: Tab): void => {
    restQueries(true);
    keepScroll(tab.path);
    const stop = router.subscribe('onRendered', () => {
      stop();
      // Pages that come in pieces ask a moment later.
      setTimeout(() => restQueries(false), 300);
    });
    go(tab.href);
  };
  return {
    show,
    refresh: (tab) => go(`/redirect${tab.href}`, undefined, { replace: tab.path === current }),
    close: (paths) => {
      const { list, close } = useTabs.getState();
      const next = nextAfter(list, paths, current);
      close(paths);
      const tab = next === undefined ? undefined : list.find(({ href }) => href === next);
      if (tab) show(tab);
      else if (next !== undefined) go(next);
    },
  };
}
