import { roomRoutes } from '../../ground/room-route.ts';
import { askAhead } from './ask-folder.ts';

const areas = () => import('./area-page.tsx');

/** The pages of the areas and of the recycle bin. */
export const routes = roomRoutes('library', [
  { path: '/doc-my/index', title: 'areaMy', place: 'shell', load: () => areas().then((m) => m.MyPage), ask: askAhead },
  {
    path: '/knowledge/index',
    title: 'areaEnterprise',
    place: 'shell',
    inView: true,
    load: () => areas().then((m) => m.EnterprisePage),
    ask: askAhead,
  },
  {
    path: '/knowledge/tabledata',
    title: 'areaEnterprise',
    place: 'shell',
    inView: true,
    load: () => areas().then((m) => m.EnterprisePage),
    ask: askAhead,
  },
  { path: '/system', title: 'areaSystem', place: 'shell', inView: true, load: () => areas().then((m) => m.SystemPage), ask: askAhead },
  {
    path: '/system/tabledata',
    title: 'areaSystem',
    place: 'shell',
    inView: true,
    load: () => areas().then((m) => m.SystemPage),
    ask: askAhead,
  },
  { path: '/recycle/index', title: 'recycleBin', place: 'shell', load: () => import('./recycle-page.tsx').then((m) => m.RecyclePage) },
]);
