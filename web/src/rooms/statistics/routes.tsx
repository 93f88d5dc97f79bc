import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { officePath } from '../permissions/paths.ts';
import { reportPaths } from './paths.ts';

const reader = { place: 'shell', roles: ['reports.see', 'branch reports.see'] } as const;

export const routes: RoomRoute[] = roomRoutes('statistics', [
  {
    ...reader,
    path: reportPaths.userBehavior,
    title: 'userBehavior',
    load: () => import('./report-page.tsx').then((m) => m.BehaviourPage),
  },
  { ...reader, path: reportPaths.document, title: 'document', load: () => import('./report-page.tsx').then((m) => m.DocumentsPage) },
  { ...reader, path: reportPaths.userOnline, title: 'userOnline', load: () => import('./report-page.tsx').then((m) => m.OnlinePage) },
  { ...reader, path: reportPaths.fileTotal, title: 'fileTotal', load: () => import('./report-page.tsx').then((m) => m.StoragePage) },
  {
    path: officePath,
    title: 'permissions',
    place: 'shell',
    roles: ['rights.see'],
    load: () => import('./rights-page.tsx').then((m) => m.RightsPage),
  },
]);
