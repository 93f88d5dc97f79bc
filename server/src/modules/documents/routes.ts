import { objType } from '@dossier/contract/core/rights';
import { templates } from '@dossier/contract/documents/folder-templates';
import { library } from '@dossier/contract/documents/library';
import { listViews } from '@dossier/contract/documents/list-views';
import { validity } from '@dossier/contract/documents/validity';
import { type Served, serve, serveMemo, serveSlow } from '../../platform/http/serve.ts';
import { deleteEditedItems, listBin, removeItems, restoreItems } from './bin.ts';
import { paste, putOnClipboard } from './copy-items.ts';
import { createFolder, forecastTemplate, listChoices, showDefinition } from './folder-plans.ts';
import {
  createTemplateFolder,
  moveTemplateFolder,
  removeTemplateFolder,
  renameTemplateFolder,
  restoreTemplateFolder,
  setRights,
} from './folder-templates/template-folders.ts';
import { templateFromFolder } from './folder-templates/template-from-folder.ts';
import { createTemplate, deleteTemplate, listTemplates, showTemplate, updateTemplate } from './folder-templates/templates.ts';
import { createCabinet } from './folders.ts';
import { checkFolderName, checkNames } from './item-names.ts';
import { listCabinets, listDocuments, listItems, listTree } from './list-items.ts';
import { changeListView, listSavedViews, removeListViews, saveListView } from './list-views.ts';
import { moveItems } from './move-items.ts';
import { listAncestors, showDetail } from './show-items.ts';
import { changeItem } from './update-item.ts';
import { listDue, recordReview, setValidity } from './validity.ts';

export const libraryRoutes: Served[] = [
  serve(library.createCabinet, createCabinet),
  serve(library.createFolder, createFolder),
  serveMemo(library.cabinets, listCabinets),
  serveMemo(library.items, listItems),
  serveMemo(library.documents, listDocuments),
  serveMemo(library.tree, listTree),
  serveMemo(library.ancestors, listAncestors),
  serve(library.documentDetail, showDetail(objType.document)),
  serve(listViews.list, listSavedViews),
  serve(listViews.save, saveListView),
  serve(listViews.update, changeListView),
  serve(listViews.delete, removeListViews),
  serve(library.folderDetail, showDetail(objType.folder)),
  serve(library.cabinetDetail, showDetail(objType.cabinet)),
  serve(library.update, changeItem()),
  serve(library.updateFolder, changeItem(objType.folder)),
  serve(library.updateCabinet, changeItem(objType.cabinet)),
  serve(library.checkFolderName, checkFolderName),
  serve(library.checkNames, checkNames),
  serve(library.checkNamesByQuery, checkNames),
  serveSlow(library.delete, deleteEditedItems),
  serve(library.copy, putOnClipboard('copy')),
  serve(library.cut, putOnClipboard('cut')),
  serve(library.paste, paste),
  serve(library.move, moveItems),
  serve(library.bin, listBin),
  serve(library.restore, restoreItems),
  serve(library.remove, removeItems),
  serve(validity.set, setValidity),
  serve(validity.review, recordReview),
  serve(validity.due, listDue),
];

export const templateRoutes: Served[] = [
  serve(templates.list, listTemplates),
  serve(templates.tree, showTemplate),
  serve(templates.create, createTemplate),
  serve(templates.createFrom, templateFromFolder),
  serve(templates.update, updateTemplate),
  serve(templates.delete, deleteTemplate),
  serve(templates.createFolder, createTemplateFolder),
  serve(templates.renameFolder, renameTemplateFolder),
  serve(templates.moveFolder, moveTemplateFolder),
  serve(templates.deleteFolder, removeTemplateFolder),
  serve(templates.restoreFolder, restoreTemplateFolder),
  serve(templates.setRights, setRights),
  serve(templates.choices, listChoices),
  serve(templates.forecast, forecastTemplate),
  serve(templates.definition, showDefinition),
];
