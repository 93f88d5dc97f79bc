import { cards } from '@dossier/contract/cards';
import { documentTemplates } from '@dossier/contract/document-templates';
import { type Served, serve } from '../../ground/http/serve.ts';
import { createAttribute, deleteAttribute, listAttributes, listFieldChoices, updateAttribute } from './change-attributes.ts';
import { createCard, deleteCard, listCards, updateCard } from './change-cards.ts';
import { createType, deleteType, listTypeChoices, listTypes, setFolderType, showFolderType, updateType } from './change-types.ts';
import {
  createDocumentTemplate,
  deleteDocumentTemplate,
  listDocumentTemplates,
  updateDocumentTemplate,
} from './keep-document-templates.ts';
import { createFromTemplate, listTemplateChoices } from './use-document-template.ts';
import { fillCard, showCard } from './fill-card.ts';

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
