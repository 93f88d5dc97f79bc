import { categories } from '@dossier/contract/categories';
import { labels } from '@dossier/contract/labels';
import { tags } from '@dossier/contract/tags';
import { type Served, serve } from '../../ground/http/serve.ts';
import { listCategories, listInCategory, listOfDocuments, putDocuments } from './categorise-documents.ts';
import { createCategory, deleteCategory, updateCategory } from './change-categories.ts';
import { createSharedTag, createTag, deleteSharedTag, deleteTag, updateSharedTag, updateTag } from './change-tags.ts';
import { listFavorites } from './list-favorites.ts';
import { listSharedTags, listTags } from './list-tags.ts';
import { addFavorites, removeFavorites } from './mark-favorites.ts';
import { markItems } from './mark-items.ts';

export const labelRoutes: Served[] = [
  serve(labels.favorites, listFavorites),
  serve(labels.addFavorite, addFavorites),
  serve(labels.removeFavorite, removeFavorites),
  serve(tags.list, listTags),
  serve(tags.create, createTag),
  serve(tags.update, updateTag),
  serve(tags.delete, deleteTag),
  serve(tags.mark, markItems),
  serve(tags.office, listSharedTags),
  serve(tags.createShared, createSharedTag),
  serve(tags.updateShared, updateSharedTag),
  serve(tags.deleteShared, deleteSharedTag),
  serve(categories.tree, listCategories),
  serve(categories.documents, listInCategory),
  serve(categories.of, listOfDocuments),
  serve(categories.put, putDocuments),
  serve(categories.create, createCategory),
  serve(categories.update, updateCategory),
  serve(categories.delete, deleteCategory),
];
