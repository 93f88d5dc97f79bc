import type { Keys } from './cn.ts';

export const text = {
  favorites: 'Favourites',
  addFavorite: 'Add to favourites',
  removeFavorite: 'Remove from favourites',
  filter: 'Find in favourites',
  empty: 'No favourites yet',
  emptyHint: 'Select documents or folders in any list and choose “Add to favourites”.',
  nothingFound: 'No favourite matches',
  starredAt: 'Added',
} satisfies Record<Keys, string>;
