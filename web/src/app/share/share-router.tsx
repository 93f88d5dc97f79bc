import { type AnyRoute, createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { type ComponentType, createElement, type ReactNode, Suspense } from 'react';
import { withQuery } from '../../ground/call.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { queryClient } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { visit } from '../../ground/visit.ts';
import { wayOf } from '../../rooms/visits/addresses.ts';
import { visitRoutes } from '../../rooms/visits/routes.tsx';
import { PageError } from '../page-error.tsx';
import { ShareNotices } from './share-notices.tsx';

function Root(): ReactNode {
  const t = useText('visits');
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

/** Windows of documents stand in Ant Design, which is loaded with the first of them. */
const themed = (load: () => Promise<ComponentType>) => async (): Promise<{ default: ComponentType }> => {
  const [Page, { Themed }] = await Promise.all([load(), import('../themed.tsx')]);
  return { default: () => createElement(Themed, null, createElement(Page)) };
};

const root = createRootRoute({ component: Root });
const pages = visitRoutes.map(({ path, load, shows }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(shows ? themed(load) : async () => ({ default: await load() })),
  }),
);

/** The pages of visitors, each at its address. */
export const shareRouter = createRouter({
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

visit.onEnd(() => {
  const query = new URLSearchParams(location.search);
  queryClient.clear();
  // where they were goes along, so that opening the link again leads back there
  const at = Object.fromEntries(['token', 'id', 'parentId'].map((name) => [name, query.get(name)]));
  shareRouter.history.replace(withQuery(wayOf(location.pathname).door, { ...at, ended: 1 }));
});
