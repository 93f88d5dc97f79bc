import { library } from '@dossier/contract/library';
import { officeLooks } from '@dossier/contract/office-looks';
import { permissions } from '@dossier/contract/permissions';
import { objType } from '@dossier/contract/rights';
import { type Served, serve, serveMemo } from '../../ground/http/serve.ts';
import { listBin } from './bin.ts';
import { checkFolderName, checkNames } from './check-names.ts';
import { paste, take } from './clipboard.ts';
import { endRights, extendRights } from './extend-rights.ts';
import { listEnding } from './rights-ending.ts';
import { copyRights, previewCopy, replaceRights } from './copy-rights.ts';
import { createCabinet } from './create-cabinet.ts';
import { createFolder } from './new-folder.ts';
import { deleteItems } from './delete-items.ts';
import { listCabinets, listTree } from './list-entries.ts';
import { listDocuments, listItems } from './list-items.ts';
import { moveItems } from './move-items.ts';
import { removeItems } from './remove-items.ts';
import { restoreItems } from './restore-items.ts';
import { openLook } from './office-look.ts';
import { changeInheritance } from './change-inheritance.ts';
import { changeOwner } from './change-owner.ts';
import { checkRights, giveRights, takeRights } from './rights-deeds.ts';
import { explainRights, listRights } from './rights-lists.ts';
import { listReached, listReachers } from './rights-reach.ts';
import { forecastMove } from './forecast-move.ts';
import { listAncestors, showDetail } from './show-detail.ts';
import { changeItem } from './update-item.ts';

export const libraryRoutes: Served[] = [
  serve(library.createCabinet, createCabinet),
  serve(library.createFolder, createFolder),
  serveMemo(library.cabinets, listCabinets),
  serveMemo(library.items, listItems),
  serveMemo(library.documents, listDocuments),
  serveMemo(library.tree, listTree),
  serveMemo(library.ancestors, listAncestors),
  serve(library.documentDetail, showDetail(objType.document)),
  serve(library.folderDetail, showDetail(objType.folder)),
  serve(library.cabinetDetail, showDetail(objType.cabinet)),
  serve(library.update, changeItem()),
  serve(library.updateFolder, changeItem(objType.folder)),
  serve(library.updateCabinet, changeItem(objType.cabinet)),
  serve(library.checkFolderName, checkFolderName),
  serve(library.checkNames, checkNames),
  serve(library.delete, deleteItems),
  serve(library.copy, take('copy')),
  serve(library.cut, take('cut')),
  serve(library.paste, paste),
  serve(library.move, moveItems),
  serve(library.bin, listBin),
  serve(library.restore, restoreItems),
  serve(library.remove, removeItems),
  serveMemo(permissions.check, checkRights),
  serve(permissions.list, listRights),
  serve(permissions.grant, giveRights),
  serve(permissions.revoke, takeRights),
  serve(permissions.inherit, changeInheritance),
  serve(permissions.owner, changeOwner),
  serve(permissions.forecast, forecastMove),
  serve(permissions.copyPreview, previewCopy),
  serve(permissions.copy, copyRights),
  serve(permissions.replace, replaceRights),
  serve(permissions.explain, explainRights),
  serve(permissions.reachedBy, listReachers),
  serve(permissions.reachOf, listReached),
  serve(officeLooks.open, openLook),
  serve(permissions.ending, listEnding),
  serve(permissions.extend, extendRights),
  serve(permissions.end, endRights),
];
