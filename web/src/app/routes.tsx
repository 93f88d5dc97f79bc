import { type RoomRedirect, type RoomRoute, roomRoutes } from '../ground/room-route.ts';

/** The app's own pages. */
export const appRoutes: RoomRoute[] = roomRoutes('app', [
  {
    path: '/401',
    title: 'deniedTitle',
    place: 'shell',
    hidden: true,
    inView: true,
    load: () => import('./denied-page.tsx').then((m) => m.DeniedPage),
  },
  // Draws a page anew: leaving for here takes it down, and from here the way leads back.
  {
    path: '/redirect/$',
    title: 'tabRefresh',
    place: 'shell',
    hidden: true,
    inView: true,
    load: () => import('./redirect-page.tsx').then((m) => m.RedirectPage),
  },
]);

export const appRedirects: RoomRedirect[] = [
  { path: '/dashboard', to: '/home' },
  { path: '/knowledge', to: '/knowledge/index' },
  { path: '/doc-my', to: '/doc-my/index' },
  { path: '/recycle', to: '/recycle/index' },
  { path: '/admin', to: '/admin/index/userManger/partment' },
  { path: '/admin/index', to: '/admin/index/userManger/partment' },
  { path: '/site-admin', to: '/site-admin/index/site-userManger/site-user' },
  { path: '/site-admin/index', to: '/site-admin/index/site-userManger/site-user' },
];
