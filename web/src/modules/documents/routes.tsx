import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { duePath, templatePath, templatesPath } from './areas.ts';
import { prefetchFromAddress } from './list/prefetch-folder.ts';

const areas = () => import('./list/area-page.tsx');

/** The pages of the areas and of the recycle bin. */
export const libraryRoutes = definePages('documents.library', [
  { path: '/doc-my/index', title: 'areaMy', place: 'shell', load: () => areas().then((m) => m.MyPage), ask: prefetchFromAddress },
  {
    path: '/knowledge/index',
    title: 'areaEnterprise',
    place: 'shell',
    inView: true,
    load: () => areas().then((m) => m.EnterprisePage),
    ask: prefetchFromAddress,
  },
  {
    path: '/knowledge/tabledata',
    title: 'areaEnterprise',
    place: 'shell',
    inView: true,
    load: () => areas().then((m) => m.EnterprisePage),
    ask: prefetchFromAddress,
  },
  {
    path: '/system',
    title: 'areaSystem',
    place: 'shell',
    inView: true,
    load: () => areas().then((m) => m.SystemPage),
    ask: prefetchFromAddress,
  },
  {
    path: '/system/tabledata',
    title: 'areaSystem',
    place: 'shell',
    inView: true,
    load: () => areas().then((m) => m.SystemPage),
    ask: prefetchFromAddress,
  },
  { path: '/recycle/index', title: 'recycleBin', place: 'shell', load: () => import('./bin/bin-page.tsx').then((m) => m.BinPage) },
]);

export const validityRoutes: PageRoute[] = definePages('documents.validity', [
  { path: duePath, title: 'due', place: 'shell', load: () => import('./validity/due-page.tsx').then((m) => m.DuePage) },
]);

export const templateRoutes: PageRoute[] = definePages('documents.folder-templates', [
  {
    path: templatesPath,
    title: 'templates',
    place: 'shell',
    roles: ['templates.edit'],
    load: () => import('./folder-templates/templates-page.tsx').then((m) => m.TemplatesPage),
  },
  {
    path: templatePath,
    title: 'template',
    place: 'shell',
    roles: ['templates.edit'],
    hidden: true,
    activeMenu: templatesPath,
    load: () => import('./folder-templates/template-page.tsx').then((m) => m.TemplatePage),
  },
]);
