import { type PageRedirect, type PageRoute, definePages } from '../../platform/navigation.ts';
import { organisationSharesPath, receivedPath, sharePath, sharesPath } from './links/paths.ts';

export const routes: PageRoute[] = definePages('sharing.links', [
  { path: sharesPath, title: 'myShares', place: 'shell', load: () => import('./links/my-shares-page.tsx').then((m) => m.MySharesPage) },
  {
    path: sharePath,
    title: 'share',
    place: 'shell',
    hidden: true,
    activeMenu: sharesPath,
    load: () => import('./links/share-page.tsx').then((m) => m.SharePage),
  },
  { path: receivedPath, title: 'received', place: 'shell', load: () => import('./links/received-page.tsx').then((m) => m.ReceivedPage) },
  {
    path: organisationSharesPath,
    title: 'shares',
    place: 'shell',
    roles: ['shares.edit'],
    load: () => import('./links/organisation-shares-page.tsx').then((m) => m.OrganisationSharesPage),
  },
]);

export const redirects: PageRedirect[] = [{ path: '/share', to: sharesPath }];
