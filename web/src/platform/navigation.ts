import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ComponentType, useCallback, useMemo } from 'react';
import { withQuery } from './call.ts';
import { type TextKey, type TextNamespace, textOf } from './i18n.ts';
import { type QueryOf, type QueryShape, parseQuery } from './page-query.ts';
import type { RoleName } from './permissions.ts';

export type NavigationQuery = Record<string, string | number | boolean | undefined>;

interface NavigationTerms {
  replace?: boolean;
  /** Where the new page leads back to when it is closed, if not to the page before it. */
  backTo?: string;
}

/** Where this page leads back to when it is closed; kept by the browser when it is reloaded. */
export function backAddress(): string | undefined {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'backTo' in state && typeof state.backTo === 'string' ? state.backTo : undefined;
}

/** Navigates to a path of the client: `go('/knowledge/index', { id })`; absent values are left out. */
export function useNavigate(): (path: string, query?: NavigationQuery, how?: NavigationTerms) => void {
  const router = useRouter();
  return useCallback(
    (path, query, how) => {
      const href = query ? withQuery(path, query) : path;
      const state = how?.backTo === undefined ? undefined : { backTo: how.backTo };
      if (how?.replace) router.history.replace(href, state);
      else router.history.push(href, state);
    },
    [router],
  );
}

/** The page's query string, parsed by its shape; invalid values are left out. */
export function usePageQuery<S extends QueryShape>(shape: S): QueryOf<S> {
  // During a navigation the new query does not belong to this page, which would request the other page's data.
  const text = useRouterState({
    select: ({ location, matches }) => {
      const shown = matches.at(-1);
      const isLeft = shown !== undefined && shown.pathname !== location.pathname;
      return isLeft ? new URLSearchParams(shown.search as Record<string, string>).toString() : location.searchStr;
    },
  });
  return useMemo(() => parseQuery(shape, text), [shape, text]);
}

/** A page of a module: its path, its title and its chunk. */
export interface PageRoute {
  path: string;
  /** In the current language. */
  title: () => string;
  /** `() => import('./home-page.tsx').then((m) => m.HomePage)` */
  load: () => Promise<ComponentType>;
  /** Requests the page's first data before it is rendered; gets its query string. */
  ask?: (query: string) => void;
  /** Inside the shell, or alone in the window. */
  place: 'shell' | 'bare';
  /** Accessible without signing in. */
  open?: boolean;
  /** Rendered without Ant Design's theme, so that its first visit does not load it; parts that need the theme use `LazyTheme`. */
  plain?: boolean;
  /** Who may open it; without it, everyone. */
  roles?: readonly RoleName[];
  /** Available in view-as sessions. */
  inView?: boolean;
  /** Not listed in menus and breadcrumbs. */
  hidden?: boolean;
  /** The path that menus mark for this page, if not its own. */
  activeMenu?: string;
  /** Its tab cannot be closed. */
  affix?: boolean;
}

/** A redirect to another path. */
export interface PageRedirect {
  path: string;
  to: string;
  /** Where it leads instead of `to`, by what is so at present; asked of signed-in users only. */
  choose?: () => Promise<string>;
}

/** Declares a module's pages; their titles are keys of its texts. */
export function definePages<N extends TextNamespace>(
  namespace: N,
  pages: (Omit<PageRoute, 'title'> & { title: TextKey<N> })[],
): PageRoute[] {
  return pages.map((page) => ({ ...page, title: () => textOf(namespace)(page.title) }));
}
