import { isSharePage } from '@dossier/contract/share-pages';
import { type AnyRoute, createRootRoute, createRoute, createRouter, notFound, redirect, rootRouteId } from '@tanstack/react-router';
import { onSessionEnd } from '../ground/call.ts';
import type { RoomRoute } from '../ground/room-route.ts';
import { session } from '../ground/session.ts';
import { ahead } from './ahead.ts';
import { guard, guardFrame, toAllowed, toStart } from './guard.ts';
import { dressedPage, plainPage } from './lazy-page.ts';
import { PageError } from './page-error.tsx';
import { pages, redirects } from './rooms.ts';
import { Root } from './root.tsx';

/** The pages of links are another client: a way that leads there from within this one, as after signing in, loads them anew. */
async function leaveForLink({ location: to }: { location: { href: string; pathname: string; searchStr: string } }): Promise<void> {
  if (!isSharePage(to.pathname, new URLSearchParams(to.searchStr))) return;
  location.replace(to.href);
  // until the other page is there, this one shows what it did
  await new Promise(() => undefined);
}

const root = createRootRoute({
  component: Root,
  beforeLoad: leaveForLink,
  notFoundComponent: dressedPage(async () => (await import('./not-found-page.tsx')).NotFoundPage),
});
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: dressedPage(async () => (await import('./shell/shell.tsx')).Shell),
});

// The tree is built from lists, so the router's own path types know nothing of it.
function pageRoute(page: RoomRoute): AnyRoute {
  const isPlain = page.place === 'shell' || page.plain === true;
  return createRoute({
    getParentRoute: () => (page.place === 'shell' ? shell : root) as typeof root,
    path: page.path,
    beforeLoad: ({ location }: { location: { href: string; searchStr: string } }) => {
      ahead(page, location.searchStr);
      return guard(page, location.href);
    },
    component: (isPlain ? plainPage : dressedPage)(page.load),
  });
}

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toStart });
const detours = redirects.map(({ path, to }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ location }) => {
      throw redirect({ href: (await toAllowed(to)) + location.searchStr, replace: true });
    },
  }),
);

// Who is signed in keeps the frame where nothing stands.
const nowhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  beforeLoad: async ({ location }) => {
    if (session.token() === null) throw notFound({ routeId: rootRouteId });
    await guardFrame(location.href);
  },
  component: dressedPage(async () => (await import('./not-found-page.tsx')).NothingHere),
});

const inShell = pages.filter((page) => page.place === 'shell').map(pageRoute);
const alone = pages.filter((page) => page.place === 'bare').map(pageRoute);

/** The router of the client: every page of every room, each its own chunk. Queries stay plain text; pages read them by schema. */
export const router = createRouter({
  routeTree: root.addChildren([start, ...detours, ...alone, shell.addChildren([...inShell, nowhere])] as AnyRoute[]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
  // Not loaded when needed: then it could be what is missing.
  defaultErrorComponent: PageError,
  defaultPendingMs: 400,
  scrollRestoration: false,
});

onSessionEnd((path) => router.history.push(path));
// Nothing that the person before could see may stay in memory; the guard decides anew.
session.onChangeElsewhere(() => location.reload());
