import type { RoomRedirect, RoomRoute } from '../ground/room-route.ts';
import { appRedirects, appRoutes } from './routes.tsx';

interface Routes {
  routes: RoomRoute[];
  redirects?: RoomRedirect[];
}

const files = import.meta.glob<Routes>('../rooms/*/routes.tsx', { eager: true });

/** All pages of the product. */
export const pages: RoomRoute[] = [...appRoutes, ...Object.values(files).flatMap((file) => file.routes)];

/** Paths that only lead on. */
export const redirects: RoomRedirect[] = [...appRedirects, ...Object.values(files).flatMap((file) => file.redirects ?? [])];

/** The page that stands at a path. */
export function findPage(path: string): RoomRoute | undefined {
  return pages.find((page) => page.path === path);
}
