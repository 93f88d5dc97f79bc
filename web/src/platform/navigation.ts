import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ComponentType, useCallback, useMemo } from 'react';
import { withQuery } from './call.ts';
import type { TextKey, TextNamespace } from './i18n.ts';
import { type QueryOf, type QueryShape, parseQuery } from './page-query.ts';
import type { RoleName } from './roles.ts';

export type NavigationQuery = Record<string, string | number | boolean | undefined>;

/** Goes to a path of the client: `go('/knowledge/index', { id })`; absent values are left out. */
export function useNavigate(): (path: string, query?: NavigationQuery, how?: { replace?: boolean }) => void {
  const router = useRouter();
  return useCallback(
    (path, query, how) => {
      const href = query ? withQuery(path, query) : path;
      if (how?.replace) router.history.replace(href);
      else router.history.push(href);
    },
    [router],
  );
}

/** The query of the page, read by its shape; a value that the shape refuses is left out. */
export function usePageQuery<S extends QueryShape>(shape: S): QueryOf<S> {
  // While another page is on its way, its query is none of this one's: it would ask for what the other one shows.
  const text = useRouterState({
    select: ({ location, matches }) => {
      const shown = matches.at(-1);
      const isLeft = shown !== undefined && shown.pathname !== location.pathname;
      return isLeft ? new URLSearchParams(shown.search as Record<string, string>).toString() : location.searchStr;
    },
  });
  return useMemo(() => parseQuery(shape, text), [shape, text]);
}

/** A page of a room: its path, the key of its title in the room's words, and its chunk. */
export interface PageRoute<R extends TextNamespace = TextNamespace> {
  path: string;
  room: R;
  title: TextKey<R>;
  /** `() => import('./home-page.tsx').then((m) => m.HomePage)` */
  load: () => Promise<ComponentType>;
  /** Asks the server for what the page will show first, before it is drawn; gets the query of its address. */
  ask?: (query: string) => void;
  /** Inside the shell, or alone in the window. */
  place: 'shell' | 'bare';
  /** Reachable without signing in. */
  open?: boolean;
  /** Stands in no theme of Ant Design, so that its first visit loads none; what needs one there stands in `Dress`. */
  plain?: boolean;
  /** Who may come in; without it, everybody. */
  roles?: readonly RoleName[];
  /** Stands also for who views as somebody else; without it the page is closed to them. */
  inView?: boolean;
  /** In no menu and no breadcrumb. */
  hidden?: boolean;
  /** The path that menus mark while this page is shown, where it is not its own. */
  activeMenu?: string;
  /** Its tab cannot be closed. */
  affix?: boolean;
}

/** Goes to another path at once. */
export interface PageRedirect {
  path: string;
  to: string;
}

/** Declares a room's pages with checked title keys. */
export function definePages<R extends TextNamespace>(room: R, pages: Omit<PageRoute<R>, 'room'>[]): PageRoute[] {
  return pages.map((page) => ({ ...page, room }));
}
