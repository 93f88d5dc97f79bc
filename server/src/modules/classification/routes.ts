import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { customFolders } from '@dossier/contract/classification/custom-folders';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { favourites } from '@dossier/contract/classification/favourites';
import { notes } from '@dossier/contract/classification/notes';
import { tags } from '@dossier/contract/classification/tags';
import { type Served, serve } from '../../platform/http/serve.ts';
import {
  createAttribute,
  createCard,
  deleteAttribute,
  deleteCard,
  listAttributes,
  listCards,
  listFieldChoices,
  updateAttribute,
  updateCard,
} from './cards/card-definitions.ts';
import {
  categoriseDocuments,
  createCategory,
  deleteCategory,
  listCategories,
  listCategoriesOf,
  listCategoryDocuments,
  updateCategory,
} from './categories/categories.ts';
import { createCustomFolder, listCustomFolders, removeCustomFolders, sortCustomFolders, updateCustomFolder } from './custom-folders.ts';
import { fillCard, showCard } from './document-cards.ts';
import {
  createDocumentTemplate,
  createFromTemplate,
  deleteDocumentTemplate,
  listDocumentTemplates,
  listTemplateChoices,
  updateDocumentTemplate,
} from './document-templates/document-templates.ts';
import {
  createType,
  deleteType,
  listTypeChoices,
  listTypes,
  setFolderType,
  showFolderType,
  updateType,
} from './document-types/document-types.ts';
import { addFavourites, listFavourites, removeFavourites } from './favourites.ts';
import { createNote, deleteNote, listNotes, updateNote } from './notes.ts';
import {
  createSharedTag,
  createTag,
  deleteSharedTag,
  deleteTag,
  listSharedTags,
  listTags,
  tagItems,
  updateSharedTag,
  updateTag,
} from './tags.ts';

export const labelRoutes: Served[] = [
  serve(favourites.favorites, listFavourites),
  serve(favourites.addFavorite, addFavourites),
  serve(favourites.removeFavorite, removeFavourites),
  serve(customFolders.list, listCustomFolders),
  serve(customFolders.create, createCustomFolder),
  serve(customFolders.update, updateCustomFolder),
  serve(customFolders.delete, removeCustomFolders),
  serve(customFolders.sort, sortCustomFolders),
  serve(notes.list, listNotes),
  serve(notes.create, createNote),
  serve(notes.update, updateNote),
  serve(notes.delete, deleteNote),
  serve(tags.list, listTags),
  serve(tags.create, createTag),
  serve(tags.update, updateTag),
  serve(tags.delete, deleteTag),
  serve(tags.mark, tagItems),
  serve(tags.office, listSharedTags),
  serve(tags.createShared, createSharedTag),
  serve(tags.updateShared, updateSharedTag),
  serve(tags.deleteShared, deleteSharedTag),
  serve(categories.tree, listCategories),
  serve(categories.documents, listCategoryDocuments),
  serve(categories.of, listCategoriesOf),
  serve(categories.put, categoriseDocuments),
  serve(categories.create, createCategory),
  serve(categories.update, updateCategory),
  serve(categories.delete, deleteCategory),
];

export const cardRoutes: Served[] = [
  serve(cards.attributes, listAttributes),
  serve(cards.createAttribute, createAttribute),
  serve(cards.updateAttribute, updateAttribute),
  serve(cards.deleteAttribute, deleteAttribute),
  serve(cards.list, listCards),
  serve(cards.create, createCard),
  serve(cards.update, updateCard),
  serve(cards.delete, deleteCard),
  serve(cards.types, listTypes),
  serve(cards.createType, createType),
  serve(cards.updateType, updateType),
  serve(cards.deleteType, deleteType),
  serve(cards.typeChoices, listTypeChoices),
  serve(cards.fieldChoices, listFieldChoices),
  serve(cards.show, showCard),
  serve(cards.fill, fillCard),
  serve(cards.folderType, showFolderType),
  serve(cards.setFolderType, setFolderType),
  serve(documentTemplates.list, listDocumentTemplates),
  serve(documentTemplates.create, createDocumentTemplate),
  serve(documentTemplates.update, updateDocumentTemplate),
  serve(documentTemplates.delete, deleteDocumentTemplate),
  serve(documentTemplates.choices, listTemplateChoices),
  serve(documentTemplates.use, createFromTemplate),
];
