import { accessRoutes as permissionRoutes } from '../../modules/access/routes.tsx';
import { configurationRoutes as siteRoutes, quotaRoutes } from '../../modules/administration/routes.tsx';
import { cardRoutes, tagRedirects as labelRedirects, tagRoutes as labelRoutes } from '../../modules/classification/routes.tsx';
import { libraryRoutes, templateRoutes } from '../../modules/documents/routes.tsx';
import { routes as screeningRoutes } from '../../modules/governance/routes.tsx';
import { importRoutes as adminRoutes, structureRoutes as peopleRoutes } from '../../modules/identity/organisation-structure.routes.tsx';
import { providerRoutes as doorRoutes, sessionRedirects, sessionRoutes } from '../../modules/identity/sign-in.routes.tsx';
import { meetingRedirects, meetingRoutes, voteRoutes } from '../../modules/meetings/routes.tsx';
import { routes as compareRoutes } from '../../modules/preview/compare.routes.tsx';
import { viewerRoutes as previewRoutes, watermarkRoutes } from '../../modules/preview/viewer.routes.tsx';
import { operationLogRoutes as reportRoutes, statisticsRoutes as statisticRoutes } from '../../modules/reporting/routes.tsx';
import { routes as searchRoutes } from '../../modules/search/routes.tsx';
import { redirects as shareRedirects, routes as shareRoutes } from '../../modules/sharing/routes.tsx';
import { routes as diskRoutes } from '../../modules/webdav/routes.tsx';
import { redirects as flowRedirects, routes as flowRoutes } from '../../modules/workflows/routes.tsx';
import { type PageRedirect, type PageRoute, definePages } from '../../platform/navigation.ts';
import { routes as homeRoutes } from '../home/routes.tsx';

/** The app's own pages. */
const appRoutes: PageRoute[] = definePages('app.shell', [
  {
    path: '/401',
    title: 'deniedTitle',
    place: 'shell',
    hidden: true,
    inView: true,
    load: () => import('./system-pages.tsx').then((m) => m.DeniedPage),
  },
  // Renders a page anew: navigating here unmounts it, and this page leads back to it.
  {
    path: '/redirect/$',
    title: 'tabRefresh',
    place: 'shell',
    hidden: true,
    inView: true,
    load: () => import('./system-pages.tsx').then((m) => m.RedirectPage),
  },
]);

const appRedirects: PageRedirect[] = [
  { path: '/dashboard', to: '/home' },
  { path: '/knowledge', to: '/knowledge/index' },
  { path: '/doc-my', to: '/doc-my/index' },
  { path: '/recycle', to: '/recycle/index' },
  { path: '/admin', to: '/admin/index/userManger/partment' },
  { path: '/admin/index', to: '/admin/index/userManger/partment' },
  { path: '/site-admin', to: '/site-admin/index/site-userManger/site-user' },
  { path: '/site-admin/index', to: '/site-admin/index/site-userManger/site-user' },
];

export const pages: PageRoute[] = [
  ...appRoutes,
  ...peopleRoutes,
  ...quotaRoutes,
  ...siteRoutes,
  ...sessionRoutes,
  ...doorRoutes,
  ...permissionRoutes,
  ...libraryRoutes,
  ...templateRoutes,
  ...watermarkRoutes,
  ...previewRoutes,
  ...compareRoutes,
  ...cardRoutes,
  ...labelRoutes,
  ...searchRoutes,
  ...screeningRoutes,
  ...shareRoutes,
  ...flowRoutes,
  ...voteRoutes,
  ...meetingRoutes,
  ...diskRoutes,
  ...reportRoutes,
  ...statisticRoutes,
  ...adminRoutes,
  ...homeRoutes,
];

/** Paths that only redirect. */
export const redirects: PageRedirect[] = [
  ...appRedirects,
  ...sessionRedirects,
  ...labelRedirects,
  ...flowRedirects,
  ...shareRedirects,
  ...meetingRedirects,
];

/** The page at a path. */
export function findPage(path: string): PageRoute | undefined {
  return pages.find((page) => page.path === path);
}

/** Whether there is a page or a redirect at a path. */
export function isKnownPath(path: string): boolean {
  return findPage(path) !== undefined || redirects.some((redirect) => redirect.path === path);
}
