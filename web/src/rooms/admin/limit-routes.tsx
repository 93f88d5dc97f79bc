import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

/** The pages of what is limited. */
export const limitRoutes: RoomRoute[] = roomRoutes('limits', [
  {
    path: '/admin/index/userManger/quotas',
    title: 'quotas',
    place: 'shell',
    roles: ['quotas.edit'],
    load: () => import('./quotas-page.tsx').then((m) => m.QuotasPage),
  },
  {
    path: '/site-admin/index/site-userManger/site-license',
    title: 'licence',
    place: 'shell',
    roles: ['licence.edit'],
    load: () => import('./licence-page.tsx').then((m) => m.LicencePage),
  },
]);
