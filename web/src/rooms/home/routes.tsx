import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('home', [
  { path: '/home', title: 'home', place: 'shell', affix: true, load: () => import('./home-page.tsx').then((m) => m.HomePage) },
]);
