import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('compare', [
  { path: '/compare-view', title: 'comparison', place: 'bare', load: () => import('./compare-page.tsx').then((m) => m.ComparePage) },
]);
