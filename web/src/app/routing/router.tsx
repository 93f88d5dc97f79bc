import { isSharePage } from '@dossier/contract/sharing/share-pages';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRoute,
  Outlet,
  RouterProvider,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
  useLocation,
} from '@tanstack/react-router';
import { type ComponentType, type FunctionComponent, type ReactNode, Suspense, createElement, lazy, useEffect, useState } from 'react';
import { loadCurrentUser } from '../../modules/identity/current-user.ts';
import { useBuild } from '../../platform/build.ts';
import { onSessionEnd } from '../../platform/call.ts';
import { useDialogs } from '../../platform/dialogs.ts';
import { whenIdle } from '../../platform/first-paint.ts';
import { currentLanguage, loadTexts, platformText, savedLanguage, useLanguage } from '../../platform/i18n.ts';
import type { PageRoute } from '../../platform/navigation.ts';
import { notice, onWaitingNotice } from '../../platform/notices.ts';
import { queryClient } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';
import { usePageTitle } from '../../platform/ui/hooks.ts';
import { setThemeLoader } from '../../platform/ui/lazy-theme.tsx';
import controls from '../../platform/ui/native-controls.module.css';
import styles from '../load-failure.module.css';
import { PageError } from '../load-failure.tsx';
import { loadAntdLocale } from '../locale.ts';
import { firstAllowedPath, guardFrame, guardPage, redirectToStart } from './guard.ts';
import { findPage, pages, redirects } from './all-pages.tsx';
import { followSessionChange } from './session-changes.ts';

/** Notifies of a newer build on the server, or of a chunk that failed to load, unless the page itself does. */
function BuildBar(): ReactNode {
  useLanguage();
  const { state, onPage } = useBuild();
  useEffect(() => {
    if (onPage || (state !== 'unreachable' && state !== 'incomplete')) return;
    // A page that fails to load reports that itself after a moment.
    const timer = setTimeout(() => notice.error(platformText(state === 'incomplete' ? 'partMissing' : 'noConnection')), 400);
    return () => clearTimeout(timer);
  }, [state, onPage]);
  if (state !== 'updated' || onPage) return null;
  return (
    <div className={styles.bar} role="alert">
      <span>
        <strong>{platformText('updated')}</strong> {platformText('updatedHint')}
      </span>
      <button type="button" className={controls.button} onClick={() => location.reload()}>
        {platformText('reload')}
      </button>
    </div>
  );
}

/** Requests all that a page needs while the guard is still deciding. */
function preloadPage(page: PageRoute, query: string): void {
  if (!page.open && session.token() === null) return;
  const wanted: Promise<unknown>[] = [page.load()];
  if (!page.plain) wanted.push(import('../app-providers.tsx'));
  if (page.place === 'shell') wanted.push(import('../shell/shell.tsx'));
  page.ask?.(query);
  // Failures are repeated, and reported, where the result is needed.
  for (const promise of wanted) promise.catch(() => undefined);
}

/**
 * Starts the first page: requests its chunks, the current user and the texts in parallel. Settles when the page can be rendered with texts.
 */
export async function startFirstPage(): Promise<void> {
  const page = findPage(location.pathname);
  if (page) preloadPage(page, location.search);
  const person = session.token() === null ? undefined : loadCurrentUser().catch(() => undefined);
  // A browser without a stored language waits for the user's; otherwise the texts of another language would be loaded in vain.
  if (savedLanguage() === undefined) await person;
  if (page && !page.plain) void loadAntdLocale(currentLanguage());
  await loadTexts();
}

/** A page's chunk failed to load. With the browser's own error message the router would reload by itself. */
class MissingPage extends Error {}

function throwMissingPage(cause: unknown): never {
  throw new MissingPage('A page could not be loaded', { cause });
}

/** A page's chunk, loaded when the page is opened. */
function plainPage(load: () => Promise<ComponentType>): FunctionComponent {
  return lazyRouteComponent(async () => ({ default: await load().catch(throwMissingPage) })) as FunctionComponent;
}

async function loadProviders() {
  // The locale is awaited here, not by Suspense: React delays the content of a resolved Suspense by a third of a second.
  const locale = loadAntdLocale(currentLanguage()).catch(() => undefined);
  const [{ AppProviders }] = await Promise.all([import('../app-providers.tsx'), locale]).catch(throwMissingPage);
  return AppProviders;
}

setThemeLoader(loadProviders);

/** Like `plainPage`, but inside Ant Design's theme, which stays out of the chunks of plain pages. */
function themedPage<P extends object = object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  return lazyRouteComponent(async () => {
    const [Page, Dressed] = await Promise.all([load(), loadProviders()]).catch(throwMissingPage);
    return { default: (props: P) => createElement(Dressed, null, createElement(Page, props)) };
  }) as FunctionComponent<P>;
}

const ViewBar = lazy(() => import('../../modules/identity/view-as-bar.tsx').then((m) => ({ default: m.ViewAsBar })));
const Hosts = lazy(() => import('../window-hosts.tsx').then((m) => ({ default: m.WindowHosts })));

/** The root of every page: its title, its scroll position, and the hosts of notices and dialogs. */
function Root(): ReactNode {
  const path = useLocation({ select: (location) => location.pathname });
  const [hosted, setHosted] = useState(false);
  const plain = findPage(path)?.plain === true;
  useEffect(() => onWaitingNotice(() => setHosted(true)), []);
  useEffect(() => useDialogs.subscribe(({ list }) => list.length > 0 && setHosted(true)), []);
  // The page is rendered first; notices and dialogs opened before the hosts are mounted wait for them.
  useEffect(() => (plain ? undefined : whenIdle(() => setHosted(true))), [plain]);
  useEffect(() => {
    // `scrollTo` returns a promise in newer browsers, which is no cleanup function.
    scrollTo(0, 0);
  }, [path]);
  return (
    <>
      <Suspense fallback={null}>{session.viewsAs() && <ViewBar />}</Suspense>
      <Suspense fallback={null}>
        <PageTitle path={path} />
        <Outlet />
      </Suspense>
      <Suspense fallback={null}>{hosted && <Hosts />}</Suspense>
    </>
  );
}

function PageTitle({ path }: { path: string }): ReactNode {
  const page = findPage(path);
  useLanguage();
  usePageTitle(page && page.title());
  return null;
}

/** The share pages are another client: navigation to them from this one, as after signing in, reloads the document. */
async function leaveForLink({ location: to }: { location: { href: string; pathname: string; searchStr: string } }): Promise<void> {
  if (!isSharePage(to.pathname, new URLSearchParams(to.searchStr))) return;
  location.replace(to.href);
  // keeps the current page until the other document is loaded
  await new Promise(() => undefined);
}

const root = createRootRoute({
  component: Root,
  beforeLoad: leaveForLink,
  notFoundComponent: themedPage(async () => (await import('./system-pages.tsx')).NotFoundPage),
});
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: themedPage(async () => (await import('../shell/shell.tsx')).Shell),
});

// The tree is built from lists, so the router's own path types do not apply.
function pageRoute(page: PageRoute): AnyRoute {
  const isPlain = page.place === 'shell' || page.plain === true;
  return createRoute({
    getParentRoute: () => (page.place === 'shell' ? shell : root) as typeof root,
    path: page.path,
    beforeLoad: ({ location }: { location: { href: string; searchStr: string } }) => {
      preloadPage(page, location.searchStr);
      return guardPage(page, location.href);
    },
    component: (isPlain ? plainPage : themedPage)(page.load),
  });
}

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: redirectToStart });
const redirectRoutes = redirects.map(({ path, to, choose }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ location }) => {
      const chosen = choose === undefined || session.token() === null ? to : await choose().catch(() => to);
      throw redirect({ href: (await firstAllowedPath(chosen)) + location.searchStr, replace: true });
    },
  }),
);

// Signed-in users keep the shell on an unknown path.
const notFoundRoute = createRoute({
  getParentRoute: () => shell,
  path: '$',
  beforeLoad: async ({ location }) => {
    if (session.token() === null) throw notFound({ routeId: rootRouteId });
    await guardFrame(location.href);
  },
  component: themedPage(async () => (await import('./system-pages.tsx')).NotFoundContent),
});

const shellRoutes = pages.filter((page) => page.place === 'shell').map(pageRoute);
const bareRoutes = pages.filter((page) => page.place === 'bare').map(pageRoute);

/** The router: every page of every module, each in its own chunk. Query strings stay plain text; pages parse them by schema. */
const router = createRouter({
  routeTree: root.addChildren([start, ...redirectRoutes, ...bareRoutes, shell.addChildren([...shellRoutes, notFoundRoute])] as AnyRoute[]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
  // Not lazy: its chunk could be the one that fails to load.
  defaultErrorComponent: PageError,
  defaultPendingMs: 400,
  scrollRestoration: false,
});

onSessionEnd((path) => router.history.push(path));
session.onChangeElsewhere(() => void followSessionChange());

/** The application. */
export function App(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <BuildBar />
    </QueryClientProvider>
  );
}
