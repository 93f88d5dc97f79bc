import { type RoomRedirect, type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { tagsPath } from './paths.ts';

export const routes: RoomRoute[] = roomRoutes('labels', [
  { path: '/favorite/index', title: 'favorites', place: 'shell', load: () => import('./favorites-page.tsx').then((m) => m.FavoritesPage) },
  {
    path: '/doc-type/index',
    title: 'categories',
    place: 'shell',
    load: () => import('./categories-page.tsx').then((m) => m.CategoriesPage),
  },
  {
    path: tagsPath,
    title: 'tags',
    place: 'shell',
    roles: ['tags.edit', 'branch tags.edit'],
    load: () => import('./tags-page.tsx').then((m) => m.TagsPage),
  },
]);

export const redirects: RoomRedirect[] = [
  { path: '/doc-type', to: '/doc-type/index' },
  { path: '/favorite', to: '/favorite/index' },
];
