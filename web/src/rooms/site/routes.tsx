import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('site', [
  {
    path: '/site-admin/index/site-userManger/site-configuration',
    title: 'configuration',
    place: 'shell',
    roles: ['settings.edit'],
    load: () => import('./configuration-page.tsx').then((m) => m.ConfigurationPage),
  },
]);
