import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('permissions', [
  { path: '/rights/ending', title: 'endingTitle', place: 'shell', load: () => import('./ending-page.tsx').then((m) => m.EndingPage) },
]);
