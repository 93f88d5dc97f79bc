import { labels } from '@dossier/contract/labels';
import { type Served, serve } from '../../ground/http/serve.ts';
import { listFavorites } from './list-favorites.ts';
import { addFavorites, removeFavorites } from './mark-favorites.ts';

export const labelRoutes: Served[] = [
  serve(labels.favorites, listFavorites),
  serve(labels.addFavorite, addFavorites),
  serve(labels.removeFavorite, removeFavorites),
];
