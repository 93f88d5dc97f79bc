import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('reports', [
  {
    path: '/admin/index/reportManger/logs',
    title: 'operationLog',
    place: 'shell',
    roles: ['log.see'],
    load: () => import('./log-page.tsx').then((m) => m.LogPage),
  },
]);
