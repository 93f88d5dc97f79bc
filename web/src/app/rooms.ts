import type { RoomRedirect, RoomRoute } from '../ground/room-route.ts';

interface Routes {
  routes: RoomRoute[];
  redirects?: RoomRedirect[];
}

const files = import.meta.glob<Routes>('../rooms/*/routes.tsx', { eager: true });

/** All pages of the product. */
export const pages: RoomRoute[] = Object.values(files).flatMap((file) => file.routes);

/** Paths that only lead on. */
export const redirects: RoomRedirect[] = Object.values(files).flatMap((file) => file.redirects ?? []);

/** The page that stands at a path. */
export function findPage(path: string): RoomRoute | undefined {
  return pages.find((page) => page.path === path);
}
