import { type RoomRedirect, type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { meetingsPath } from '../meetings/paths.ts';

export const routes: RoomRoute[] = roomRoutes('minutes', [
  { path: meetingsPath, title: 'pageTitle', place: 'shell', load: () => import('./index-page.tsx').then((m) => m.IndexPage) },
]);

export const redirects: RoomRedirect[] = [{ path: '/meeting', to: meetingsPath }];
