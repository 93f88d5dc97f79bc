import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { watermarksPath } from './paths.ts';

export const routes: RoomRoute[] = roomRoutes('watermarks', [
  {
    path: watermarksPath,
    title: 'watermarks',
    place: 'shell',
    roles: ['watermarks.edit'],
    load: () => import('./watermarks-page.tsx').then((m) => m.WatermarksPage),
  },
]);
