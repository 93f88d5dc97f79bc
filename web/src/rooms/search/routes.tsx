import { roomRoutes } from '../../ground/room-route.ts';

const page = () => import('./search-page.tsx');

/** The search pages of the areas. */
export const routes = roomRoutes('search', [
  { path: '/knowledge/search', title: 'search', place: 'shell', inView: true, load: () => page().then((m) => m.EnterpriseSearchPage) },
  { path: '/system/search', title: 'search', place: 'shell', inView: true, load: () => page().then((m) => m.SystemSearchPage) },
  {
    path: '/dms/searchPageNum',
    title: 'search',
    place: 'bare',
    open: true,
    plain: true,
    hidden: true,
    load: () => import('./search-page-num.tsx').then((m) => m.SearchPageNum),
  },
  { path: '/doc-my/search', title: 'search', place: 'shell', load: () => page().then((m) => m.MySearchPage) },
]);
