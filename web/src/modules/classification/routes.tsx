import { type PageRedirect, type PageRoute, definePages } from '../../platform/navigation.ts';

/** The administration of the organisation's tags. */
const tagsPath = '/admin/index/dataManger/tags';

export const tagRoutes: PageRoute[] = definePages('classification.labels', [
  {
    path: '/favorite/index',
    title: 'favorites',
    place: 'shell',
    load: () => import('./favourites/favourites-page.tsx').then((m) => m.FavouritesPage),
  },
  {
    path: '/doc-type/index',
    title: 'categories',
    place: 'shell',
    load: () => import('./categories/categories-page.tsx').then((m) => m.CategoriesPage),
  },
  {
    path: tagsPath,
    title: 'tags',
    place: 'shell',
    roles: ['tags.edit', 'branch tags.edit'],
    load: () => import('./tags/tags-page.tsx').then((m) => m.TagsPage),
  },
]);

export const tagRedirects: PageRedirect[] = [
  { path: '/doc-type', to: '/doc-type/index' },
  { path: '/favorite', to: '/favorite/index' },
];

export const cardRoutes: PageRoute[] = definePages('classification.cards', [
  {
    path: '/admin/index/dataManger/basedata',
    title: 'attributes',
    place: 'shell',
    roles: ['cards.edit'],
    load: () => import('./cards/attributes-page.tsx').then((m) => m.AttributesPage),
  },
  {
    path: '/admin/index/dataManger/indexcard',
    title: 'cards',
    place: 'shell',
    roles: ['cards.edit'],
    load: () => import('./cards/cards-page.tsx').then((m) => m.CardsPage),
  },
  {
    path: '/admin/index/dataManger/doctype',
    title: 'types',
    place: 'shell',
    roles: ['cards.edit'],
    load: () => import('./document-types/document-types-page.tsx').then((m) => m.TypesPage),
  },
  {
    path: '/admin/index/dataManger/doctemplate',
    title: 'templates',
    place: 'shell',
    roles: ['templates.edit'],
    load: () => import('./document-templates/document-templates-page.tsx').then((m) => m.DocumentTemplatesPage),
  },
]);
