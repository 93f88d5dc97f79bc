import { definePages } from '../../platform/navigation.ts';

const page = () => import('./results/search-page.tsx');

/** The search pages of the areas. */
export const routes = definePages('search', [
  { path: '/knowledge/search', title: 'search', place: 'shell', inView: true, load: () => page().then((m) => m.EnterpriseSearchPage) },
  { path: '/system/search', title: 'search', place: 'shell', inView: true, load: () => page().then((m) => m.SystemSearchPage) },
  {
    path: '/dms/searchPageNum',
    title: 'search',
    place: 'bare',
    open: true,
    plain: true,
    hidden: true,
    load: () => import('./results/search-page.tsx').then((m) => m.SearchPageRedirect),
  },
  { path: '/doc-my/search', title: 'search', place: 'shell', load: () => page().then((m) => m.MySearchPage) },
]);
