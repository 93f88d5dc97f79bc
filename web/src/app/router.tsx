import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router';
import { onSessionEnd } from '../ground/call.ts';
import type { RoomRoute } from '../ground/room-route.ts';
import { guard, toStart } from './guard.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageError } from './page-error.tsx';
import { Root } from './root.tsx';
import { pages, redirects } from './rooms.ts';

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(async () => ({ default: (await import('./shell/shell.tsx')).Shell })),
});

// The tree is built from lists, so the router's own path types know nothing of it.
function pageRoute(page: RoomRoute): AnyRoute {
  const inShell = page.place === 'shell';
  return createRoute({
    getParentRoute: () => (inShell ? shell : root) as typeof root,
    path: page.path,
    beforeLoad: ({ location }) => guard(page, location.href),
    component: lazyRouteComponent(async () => ({ default: await page.load() })),
  });
}

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toStart });
const detours = [...redirects, { path: '/dashboard', to: '/home' }].map(({ path, to }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ href: to + location.searchStr, replace: true });
    },
  }),
);

const inShell = pages.filter((page) => page.place === 'shell').map(pageRoute);
const alone = pages.filter((page) => page.place === 'bare').map(pageRoute);

/** The router of the client: every page of every room, each its own chunk. Queries stay plain text; pages read them by schema. */
export const router = createRouter({
  routeTree: root.addChildren([start, ...detours, ...alone, shell.addChildren(inShell)] as AnyRoute[]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultErrorComponent: PageError,
  defaultPendingMs: 400,
  scrollRestoration: false,
});

onSessionEnd((path) => router.history.push(path));
