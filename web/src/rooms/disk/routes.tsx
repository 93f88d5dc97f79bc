import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('disk', [
  {
    path: '/admin/index/userManger/syncdisk',
    title: 'syncDisk',
    place: 'shell',
    roles: ['disk.edit'],
    load: () => import('./devices-page.tsx').then((m) => m.DevicesPage),
  },
]);
