import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('cards', [
  {
    path: '/admin/index/dataManger/basedata',
    title: 'attributes',
    place: 'shell',
    roles: ['cards.edit'],
    load: () => import('./attributes-page.tsx').then((m) => m.AttributesPage),
  },
  {
    path: '/admin/index/dataManger/indexcard',
    title: 'cards',
    place: 'shell',
    roles: ['cards.edit'],
    load: () => import('./cards-page.tsx').then((m) => m.CardsPage),
  },
  {
    path: '/admin/index/dataManger/doctype',
    title: 'types',
    place: 'shell',
    roles: ['cards.edit'],
    load: () => import('./types-page.tsx').then((m) => m.TypesPage),
  },
  {
    path: '/admin/index/dataManger/doctemplate',
    title: 'templates',
    place: 'shell',
    roles: ['templates.edit'],
    load: () => import('./document-templates-page.tsx').then((m) => m.DocumentTemplatesPage),
  },
]);
