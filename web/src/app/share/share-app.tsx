import { QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRoute,
  Outlet,
  RouterProvider,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, createElement, useEffect, useState } from 'react';
import { linkPathsOf } from '../../modules/sharing/visitor-paths.ts';
import { withQuery } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { hostNotices } from '../../platform/notices.ts';
import { queryClient } from '../../platform/query.ts';
import { shareSession } from '../../platform/sessions.ts';
import { usePageTitle } from '../../platform/ui/hooks.ts';
import { type UndoOffer, UndoStack } from '../../platform/ui/undo-stack.tsx';
import { PageError } from '../load-failure.tsx';
import { shareRoutes } from './share-routes.ts';

/** Shows notices to visitors, the newest only, without Ant Design. */
function ShareNotices(): ReactNode {
  const [offers, setOffers] = useState<readonly UndoOffer[]>([]);
  useEffect(() => {
    let next = 1;
    const show = (entry: UndoOffer['entry']): void => {
      const id = next++;
      setOffers([{ id, entry }]);
    };
    return hostNotices(show, () => undefined);
  }, []);
  return <UndoStack offers={offers} drop={(id) => setOffers((before) => before.filter((offer) => offer.id !== id))} />;
}

function Root(): ReactNode {
  const t = useText('sharing.visitor');
  usePageTitle(t('door'));
  return (
    <>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <ShareNotices />
    </>
  );
}

/** Document windows use Ant Design, which is loaded with the first of them. */
const themed = (load: () => Promise<ComponentType>) => async (): Promise<{ default: ComponentType }> => {
  const [Page, { ThemeProvider }] = await Promise.all([load(), import('../theme/theme-provider.tsx')]);
  return { default: () => createElement(ThemeProvider, null, createElement(Page)) };
};

const root = createRootRoute({ component: Root });
const pages = shareRoutes.map(({ path, load, shows }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(shows ? themed(load) : async () => ({ default: await load() })),
  }),
);

/** The routes of the share client. */
const shareRouter = createRouter({
  routeTree: root.addChildren(pages as AnyRoute[]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultErrorComponent: PageError,
  defaultPendingMs: 400,
  scrollRestoration: false,
});

shareSession.onEnd(() => {
  const query = new URLSearchParams(location.search);
  queryClient.clear();
  // the current location is kept, so that opening the link again leads back to it
  const at = Object.fromEntries(['token', 'id', 'parentId'].map((name) => [name, query.get(name)]));
  shareRouter.history.replace(withQuery(linkPathsOf(location.pathname).door, { ...at, ended: 1 }));
});

/** The application for visitors of share links. */
export function ShareApp(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={shareRouter} />
    </QueryClientProvider>
  );
}
