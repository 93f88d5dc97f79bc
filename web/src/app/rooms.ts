import type { RoomRedirect, RoomRoute } from '../ground/room-route.ts';
import { routes as adminRoutes } from '../rooms/admin/routes.tsx';
import { routes as cardRoutes } from '../rooms/cards/routes.tsx';
import { routes as compareRoutes } from '../rooms/compare/routes.tsx';
import { routes as diskRoutes } from '../rooms/disk/routes.tsx';
import { routes as doorRoutes } from '../rooms/doors/routes.tsx';
import { limitRoutes } from '../rooms/admin/limit-routes.tsx';
import { redirects as flowRedirects, routes as flowRoutes } from '../rooms/flows/routes.tsx';
import { routes as homeRoutes } from '../rooms/home/routes.tsx';
import { redirects as labelRedirects, routes as labelRoutes } from '../rooms/labels/routes.tsx';
import { routes as libraryRoutes } from '../rooms/library/routes.tsx';
import { redirects as meetingRedirects, routes as meetingRoutes } from '../rooms/minutes/routes.tsx';
import { routes as peopleRoutes } from '../rooms/people/routes.tsx';
import { routes as permissionRoutes } from '../rooms/permissions/routes.tsx';
import { routes as previewRoutes } from '../rooms/preview/routes.tsx';
import { routes as reportRoutes } from '../rooms/reports/routes.tsx';
import { routes as searchRoutes } from '../rooms/search/routes.tsx';
import { routes as screeningRoutes } from '../rooms/screening/routes.tsx';
import { redirects as sessionRedirects, routes as sessionRoutes } from '../rooms/session/routes.tsx';
import { redirects as shareRedirects, routes as shareRoutes } from '../rooms/shares/routes.tsx';
import { routes as statisticRoutes } from '../rooms/statistics/routes.tsx';
import { routes as siteRoutes } from '../rooms/site/routes.tsx';
import { routes as templateRoutes } from '../rooms/templates/routes.tsx';
import { routes as voteRoutes } from '../rooms/votes/routes.tsx';
import { routes as watermarkRoutes } from '../rooms/watermarks/routes.tsx';
import { appRedirects, appRoutes } from './routes.tsx';

/** All pages of the product. */
export const pages: RoomRoute[] = [
  ...appRoutes,
  ...peopleRoutes,
  ...limitRoutes,
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

/** Paths that only lead on. */
export const redirects: RoomRedirect[] = [
  ...appRedirects,
  ...sessionRedirects,
  ...labelRedirects,
  ...flowRedirects,
  ...shareRedirects,
  ...meetingRedirects,
];

/** The page that stands at a path. */
export function findPage(path: string): RoomRoute | undefined {
  return pages.find((page) => page.path === path);
}

/** Whether a page, or the way to one, stands at a path. */
export function leadsSomewhere(path: string): boolean {
  return findPage(path) !== undefined || redirects.some((redirect) => redirect.path === path);
}
