import type { Keys } from './cn.ts';

export const text = {
  favorites: 'Favoritos',
  addFavorite: 'Añadir a favoritos',
  removeFavorite: 'Quitar de favoritos',
  filter: 'Buscar en favoritos',
  empty: 'Aún no hay favoritos',
  emptyHint: 'Seleccione documentos o carpetas en cualquier lista y elija «Añadir a favoritos».',
  nothingFound: 'Ningún favorito coincide',
  starredAt: 'Añadido',
} satisfies Record<Keys, string>;
