import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { templatePath, templatesPath } from './paths.ts';

export const routes: RoomRoute[] = roomRoutes('templates', [
  {
    path: templatesPath,
    title: 'templates',
    place: 'shell',
    roles: ['templates.edit'],
    load: () => import('./templates-page.tsx').then((m) => m.TemplatesPage),
  },
  {
    path: templatePath,
    title: 'template',
    place: 'shell',
    roles: ['templates.edit'],
    hidden: true,
    activeMenu: templatesPath,
    load: () => import('./template-page.tsx').then((m) => m.TemplatePage),
  },
]);
