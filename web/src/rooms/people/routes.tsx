import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('people', [
  {
    path: '/admin/index/userManger/partment',
    title: 'departments',
    place: 'shell',
    roles: ['people.see', 'branch people.see'],
    load: () => import('./departments-page.tsx').then((m) => m.DepartmentsPage),
  },
  {
    path: '/admin/index/userManger/userrole',
    title: 'rolesAndGroups',
    place: 'shell',
    roles: ['people.see'],
    load: () => import('./roles-page.tsx').then((m) => m.RolesPage),
  },
  {
    path: '/admin/index/userManger/onliner',
    title: 'onliner',
    place: 'shell',
    roles: ['sessions.see'],
    load: () => import('./sessions-page.tsx').then((m) => m.SessionsPage),
  },
  {
    path: '/admin/index/userManger/ipmanagement',
    title: 'ipmanagement',
    place: 'shell',
    roles: ['addresses.see'],
    load: () => import('./addresses-page.tsx').then((m) => m.AddressesPage),
  },
  {
    path: '/site-admin/index/site-userManger/site-user',
    title: 'users',
    place: 'shell',
    roles: ['people.see'],
    load: () => import('./users-page.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/site-admin/index/site-userManger/site-organization',
    title: 'organisations',
    place: 'shell',
    roles: ['organisations.edit'],
    load: () => import('./organisations-page.tsx').then((m) => m.OrganisationsPage),
  },
]);
