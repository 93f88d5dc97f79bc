import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { importPath, usersPath } from './paths.ts';

export const routes: RoomRoute[] = roomRoutes('admin', [
  {
    path: importPath,
    title: 'importPeople',
    place: 'shell',
    roles: ['people.edit'],
    hidden: true,
    activeMenu: usersPath,
    load: () => import('./import-page.tsx').then((m) => m.ImportPage),
  },
]);
