import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { findsPath, groupsPath } from './paths.ts';

export const routes: RoomRoute[] = roomRoutes('screening', [
  {
    path: groupsPath,
    title: 'sensitiveWords',
    place: 'shell',
    roles: ['words.edit'],
    load: () => import('./groups-page.tsx').then((m) => m.GroupsPage),
  },
  {
    path: findsPath,
    title: 'wordReport',
    place: 'shell',
    roles: ['words.judge'],
    load: () => import('./finds-page.tsx').then((m) => m.FindsPage),
  },
]);
