import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { importPath, usersPath } from './users/user-pages.ts';

export const structureRoutes: PageRoute[] = definePages('identity.users', [
  {
    path: '/admin/index/userManger/partment',
    title: 'departments',
    place: 'shell',
    roles: ['people.see', 'branch people.see'],
    load: () => import('./departments/departments-page.tsx').then((m) => m.DepartmentsPage),
  },
  {
    path: '/admin/index/userManger/userrole',
    title: 'rolesAndGroups',
    place: 'shell',
    roles: ['people.see'],
    load: () => import('./groups-roles/roles-page.tsx').then((m) => m.RolesPage),
  },
  {
    path: '/admin/index/userManger/onliner',
    title: 'onliner',
    place: 'shell',
    roles: ['sessions.see'],
    load: () => import('./sessions/active-sessions-page.tsx').then((m) => m.SessionsPage),
  },
  {
    path: '/admin/index/userManger/ipmanagement',
    title: 'ipmanagement',
    place: 'shell',
    roles: ['addresses.see'],
    load: () => import('./address-restrictions/address-restrictions-page.tsx').then((m) => m.AddressesPage),
  },
  {
    path: '/site-admin/index/site-userManger/site-user',
    title: 'users',
    place: 'shell',
    roles: ['people.see'],
    load: () => import('./users/users-page.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/site-admin/index/site-userManger/site-organization',
    title: 'organisations',
    place: 'shell',
    roles: ['organisations.edit'],
    load: () => import('./organisations/organisations-page.tsx').then((m) => m.OrganisationsPage),
  },
]);

export const importRoutes: PageRoute[] = definePages('identity.import', [
  {
    path: importPath,
    title: 'importPeople',
    place: 'shell',
    roles: ['people.edit'],
    hidden: true,
    activeMenu: usersPath,
    load: () => import('./import/import-page.tsx').then((m) => m.ImportPage),
  },
]);
