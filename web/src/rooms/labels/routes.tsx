import { type RoomRedirect, type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('labels', [
  { path: '/favorite/index', title: 'favorites', place: 'shell', load: () => import('./favorites-page.tsx').then((m) => m.FavoritesPage) },
]);

export const redirects: RoomRedirect[] = [{ path: '/favorite', to: '/favorite/index' }];
