import { type RoomRedirect, type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { officePath, receivedPath, sharePath, sharesPath } from './paths.ts';

export const routes: RoomRoute[] = roomRoutes('shares', [
  { path: sharesPath, title: 'myShares', place: 'shell', load: () => import('./my-shares-page.tsx').then((m) => m.MySharesPage) },
  {
    path: sharePath,
    title: 'share',
    place: 'shell',
    hidden: true,
    activeMenu: sharesPath,
    load: () => import('./share-page.tsx').then((m) => m.SharePage),
  },
  { path: receivedPath, title: 'received', place: 'shell', load: () => import('./received-page.tsx').then((m) => m.ReceivedPage) },
  {
    path: officePath,
    title: 'shares',
    place: 'shell',
    roles: ['shares.edit'],
    load: () => import('./office-page.tsx').then((m) => m.OfficePage),
  },
]);

export const redirects: RoomRedirect[] = [{ path: '/share', to: sharesPath }];
