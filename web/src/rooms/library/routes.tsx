import { roomRoutes } from '../../ground/room-route.ts';

const areas = () => import('./area-page.tsx');
const ask = async (query: string) => (await areas()).askAhead(query);

/** The pages of the areas and of the recycle bin. */
export const routes = roomRoutes('library', [
  { path: '/doc-my/index', title: 'areaMy', place: 'shell', load: () => areas().then((m) => m.MyPage), ask },
  { path: '/knowledge/index', title: 'areaEnterprise', place: 'shell', load: () => areas().then((m) => m.EnterprisePage), ask },
  { path: '/knowledge/tabledata', title: 'areaEnterprise', place: 'shell', load: () => areas().then((m) => m.EnterprisePage), ask },
  { path: '/system', title: 'areaSystem', place: 'shell', load: () => areas().then((m) => m.SystemPage), ask },
  { path: '/system/tabledata', title: 'areaSystem', place: 'shell', load: () => areas().then((m) => m.SystemPage), ask },
  { path: '/recycle/index', title: 'recycleBin', place: 'shell', load: () => import('./recycle-page.tsx').then((m) => m.RecyclePage) },
]);
