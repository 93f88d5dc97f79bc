import { accessRoutes } from '../../modules/access/routes.tsx';
import { routes as activityRoutes } from '../../modules/activity/routes.tsx';
import { configurationRoutes, quotaRoutes, setupRoutes } from '../../modules/administration/routes.tsx';
import { cardRoutes, tagRedirects, tagRoutes } from '../../modules/classification/routes.tsx';
import { libraryRoutes, templateRoutes, validityRoutes } from '../../modules/documents/routes.tsx';
import { officeServerRoutes } from '../../modules/editing/office-server.routes.tsx';
import { routes as governanceRoutes } from '../../modules/governance/routes.tsx';
import { importRoutes, structureRoutes } from '../../modules/identity/organisation-structure.routes.tsx';
import { providerRoutes, sessionRedirects, sessionRoutes } from '../../modules/identity/sign-in.routes.tsx';
import { meetingRedirects, meetingRoutes, voteRoutes } from '../../modules/meetings/routes.tsx';
import { editingRoutes } from '../../modules/editing/routes.tsx';
import { compareRoutes, offlineRoutes, viewerRoutes, watermarkRoutes } from '../../modules/preview/routes.tsx';
import { operationLogRoutes, statisticsRoutes } from '../../modules/reporting/routes.tsx';
import { routes as searchRoutes } from '../../modules/search/routes.tsx';
import { redirects as sharingRedirects, routes as sharingRoutes } from '../../modules/sharing/routes.tsx';
import { routes as webdavRoutes } from '../../modules/webdav/routes.tsx';
import { redirects as workflowRedirects, routes as workflowRoutes } from '../../modules/workflows/routes.tsx';
import { type PageRedirect, type PageRoute, definePages } from '../../platform/navigation.ts';
import { helpRoutes } from '../help/routes.tsx';
import { routes as homeRoutes } from '../home/routes.tsx';
import { routes as phoneRoutes } from '../phone/routes.tsx';
import { routes as settingsRoutes } from '../settings/routes.tsx';

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
  { path: '/admin/index/userManger', to: '/admin/index/userManger/partment' },
  { path: '/admin/index/dataManger', to: '/admin/index/dataManger/flow' },
  { path: '/admin/index/reportManger', to: '/admin/index/reportManger/userBehavior' },
  { path: '/admin/index/otherSettings', to: '/admin/index/otherSettings/watermark' },
  { path: '/knowledge/index/tabledata', to: '/knowledge/tabledata' },
  { path: '/knowledge/index/search', to: '/knowledge/search' },
  { path: '/site-admin/index/site-userManger', to: '/site-admin/index/site-userManger/site-user' },
  { path: '/site-admin', to: '/site-admin/index/site-userManger/site-user' },
  { path: '/site-admin/index', to: '/site-admin/index/site-userManger/site-user' },
];

export const pages: PageRoute[] = [
  ...appRoutes,
  ...structureRoutes,
  ...quotaRoutes,
  ...configurationRoutes,
  ...setupRoutes,
  ...sessionRoutes,
  ...providerRoutes,
  ...settingsRoutes,
  ...accessRoutes,
  ...libraryRoutes,
  ...validityRoutes,
  ...templateRoutes,
  ...watermarkRoutes,
  ...offlineRoutes,
  ...viewerRoutes,
  ...compareRoutes,
  ...editingRoutes,
  ...officeServerRoutes,
  ...cardRoutes,
  ...tagRoutes,
  ...searchRoutes,
  ...activityRoutes,
  ...governanceRoutes,
  ...sharingRoutes,
  ...workflowRoutes,
  ...voteRoutes,
  ...meetingRoutes,
  ...webdavRoutes,
  ...operationLogRoutes,
  ...statisticsRoutes,
  ...importRoutes,
  ...homeRoutes,
  ...helpRoutes,
  ...phoneRoutes,
];

/** Paths that only redirect. */
export const redirects: PageRedirect[] = [
  ...appRedirects,
  ...sessionRedirects,
  ...tagRedirects,
  ...workflowRedirects,
  ...sharingRedirects,
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
