import { permissions } from '@dossier/contract/access/permissions';
import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { favourites } from '@dossier/contract/classification/favourites';
import { tags } from '@dossier/contract/classification/tags';
import { home } from '@dossier/contract/core/home';
import { right } from '@dossier/contract/core/rights';
import type { Route } from '@dossier/contract/core/route';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { search } from '@dossier/contract/search/search';

/** The ids in the calls of the table; the revision is the document's newest, the user has all rights. */
export interface TableIds {
  document: string;
  folder: string;
  person: string;
  revision: string;
}

/** One call of the table: the bits it requires on its item, and its refusal where the item is visible but a bit is missing. */
export interface Probe {
  route: Route;
  on: 'document' | 'folder';
  need: number;
  input: (ids: TableIds) => object;
  lacking: number;
  /** Its answer with all bits, if not success. */
  granted?: number;
  /** The bits it also requires on the document in the folder, and its refusal without. */
  inside?: { need: number; lacking: number };
  /** The refusal without the right to read. */
  unread?: number;
}

const { visible, read, print, download, modify, manage, upload } = right;

/** Calls that return names or bytes, or change something; a module adds one line for each call. */
export const probes: Probe[] = [
  { route: library.documentDetail, on: 'document', need: visible, input: ({ document }) => ({ id: document }), lacking: 0 },
  { route: library.folderDetail, on: 'folder', need: visible, input: ({ folder }) => ({ id: folder }), lacking: 0 },
  { route: library.items, on: 'folder', need: visible, input: ({ folder }) => ({ parentId: folder }), lacking: 0 },
  { route: library.documents, on: 'folder', need: visible, input: ({ folder }) => ({ parentId: folder }), lacking: 0 },
  { route: library.tree, on: 'folder', need: visible, input: ({ folder }) => ({ parentId: folder }), lacking: 0 },
  { route: library.ancestors, on: 'document', need: visible, input: ({ document }) => ({ id: document }), lacking: 0 },
  { route: permissions.list, on: 'document', need: visible, input: ({ document }) => ({ objId: document }), lacking: 0 },
  { route: library.copy, on: 'document', need: visible, input: ({ document }) => ({ objIds: [document] }), lacking: 0 },
  { route: library.checkNames, on: 'folder', need: upload, input: ({ folder }) => ({ parentId: folder, names: ['x'] }), lacking: 4615 },
  { route: library.checkFolderName, on: 'folder', need: upload, input: ({ folder }) => ({ parentId: folder, name: 'x' }), lacking: 4615 },
  {
    route: library.createFolder,
    on: 'folder',
    need: upload,
    input: ({ folder }) => ({ parentId: folder, name: crypto.randomUUID() }),
    lacking: 4615,
  },
  { route: library.cut, on: 'document', need: modify, input: ({ document }) => ({ objIds: [document] }), lacking: 1001 },
  { route: library.update, on: 'document', need: modify, input: ({ document }) => ({ id: document, description: 'x' }), lacking: 1001 },
  { route: library.updateFolder, on: 'folder', need: modify, input: ({ folder }) => ({ id: folder, description: 'x' }), lacking: 1001 },
  {
    route: permissions.explain,
    on: 'document',
    need: manage,
    input: ({ document, person }) => ({ objId: document, userId: person }),
    lacking: 4901,
  },
  {
    route: permissions.copyPreview,
    on: 'document',
    need: manage,
    input: ({ document }) => ({ objId: document, fromId: document }),
    lacking: 4901,
  },
  {
    route: permissions.copy,
    on: 'document',
    need: manage,
    input: ({ document }) => ({ objId: document, fromId: document }),
    lacking: 4901,
  },
  { route: permissions.reachedBy, on: 'document', need: manage, input: ({ document }) => ({ objId: document }), lacking: 4901 },
  {
    route: permissions.reachOf,
    on: 'folder',
    need: visible,
    input: ({ folder, person }) => ({ userId: person, parentId: folder }),
    lacking: 0,
  },
  { route: preview.view, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: content.download, on: 'document', need: download, input: ({ document }) => ({ id: document }), lacking: 4611 },
  { route: content.revisions, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: preview.print, on: 'document', need: print, input: ({ document }) => ({ id: document }), lacking: 4612, unread: 4610 },
  { route: preview.info, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: preview.viewNext, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: preview.viewPrevious, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  {
    route: archives.downloadFolder,
    on: 'folder',
    need: visible,
    input: ({ folder }) => ({ id: folder }),
    lacking: 0,
    inside: { need: download, lacking: 4629 },
  },
  { route: archives.downloadSelection, on: 'document', need: download, input: ({ document }) => ({ objIds: [document] }), lacking: 4611 },
  {
    route: content.preUpload,
    on: 'folder',
    need: upload,
    input: ({ folder }) => ({ parentId: folder, name: 'new.txt', size: 1 }),
    lacking: 4615,
  },
  {
    route: content.apass,
    on: 'folder',
    need: upload,
    input: ({ folder }) => ({ parentId: folder, name: 'new.txt', size: 1, sha256: '0'.repeat(64) }),
    lacking: 4615,
  },
  { route: content.checkNames, on: 'folder', need: upload, input: ({ folder }) => ({ parentId: folder, names: ['x'] }), lacking: 4615 },
  { route: content.preCheckIn, on: 'document', need: modify, input: ({ document }) => ({ id: document, size: 1 }), lacking: 1001 },
  {
    route: content.restoreRevision,
    on: 'document',
    need: modify,
    input: ({ document, revision }) => ({ id: document, currentRev: revision }),
    lacking: 1001,
    granted: 1003,
  },
  { route: content.lock, on: 'document', need: modify, input: ({ document }) => ({ id: document }), lacking: 1001 },
  // where the call before did not lock it, it is unlocked
  { route: content.unlock, on: 'document', need: modify, input: ({ document }) => ({ id: document }), lacking: 4620 },
  {
    route: permissions.revoke,
    on: 'document',
    need: manage,
    input: ({ document }) => ({ objId: document, granteeType: 'group', granteeId: '1' }),
    lacking: 4901,
    granted: 4905,
  },
  { route: favourites.addFavorite, on: 'document', need: visible, input: ({ document }) => ({ objIds: [document] }), lacking: 0 },
  { route: cards.show, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  {
    route: cards.fill,
    on: 'document',
    need: modify,
    input: ({ document }) => ({ id: document, values: [] }),
    lacking: 1001,
    unread: 4610,
  },
  { route: cards.folderType, on: 'folder', need: visible, input: ({ folder }) => ({ id: folder }), lacking: 0 },
  {
    route: cards.setFolderType,
    on: 'folder',
    need: manage,
    input: ({ folder }) => ({ id: folder, typeId: '' }),
    lacking: 4901,
  },
  { route: categories.of, on: 'document', need: visible, input: ({ document }) => ({ objIds: [document] }), lacking: 0 },
  { route: categories.put, on: 'document', need: modify, input: ({ document }) => ({ objIds: [document] }), lacking: 1001 },
  { route: tags.mark, on: 'document', need: visible, input: ({ document }) => ({ objIds: [document] }), lacking: 0 },
  { route: tags.list, on: 'document', need: visible, input: ({ document }) => ({ objIds: [document] }), lacking: 0 },
  { route: operationLog.itemLog, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
];

/** A list that may contain the document, and the bits that it requires. */
export interface RowProbe {
  name: string;
  route: Route;
  need: number;
  input: object;
}

/** A name and a content that no other test has. */
export const tableDocument = { name: 'tabulated.txt', bytes: 'quadrature of the circle' };

/** Lists across folders. */
export const rows: RowProbe[] = [
  { name: 'the search in names', route: search.search, need: visible, input: { keyword: 'tabulated', in: 'name' } },
  { name: 'the search in contents', route: search.search, need: read, input: { keyword: 'quadrature', in: 'content' } },
  { name: 'the search in both', route: search.search, need: read, input: { keyword: 'quadrature' } },
  { name: 'favourites', route: favourites.favorites, need: visible, input: {} },
  { name: 'favourites at home', route: home.favorite, need: visible, input: {} },
  { name: 'what was opened', route: home.open, need: visible, input: {} },
  { name: 'what is new', route: home.newest, need: visible, input: {} },
  { name: 'what is new in the department', route: home.departmentDocs, need: visible, input: {} },
  { name: 'what is downloaded most', route: home.download, need: visible, input: {} },
  { name: 'what is read most', route: home.view, need: visible, input: {} },
];

/** Calls about items that the table leaves out, and the tests that cover them. */
export const elsewhere: ReadonlyMap<Route, string> = new Map<Route, string>([
  [previewByToken.state, 'renditions/office.test.ts'],
  [previewByToken.again, 'renditions/office.test.ts'],
  [previewByToken.seen, 'visits/link-doors.test.ts'],
  [previewByToken.text, 'visits/link-text.test.ts'],
  [previewByToken.pictures, 'preview/markdown.test.ts'],
  [previewByToken.mark, 'watermarks/watermarks.test.ts'],
  [previewByToken.paper, 'preview/download-pdf.test.ts'],
  [preview.pdf, 'preview/download-pdf.test.ts'],
  [pagesByToken.pages, 'pages/pages.test.ts'],
  [pagesByToken.outline, 'pages/pages.test.ts'],
  [pagesByToken.words, 'pages/pages.test.ts'],
  [pagesByToken.find, 'pages/pages.test.ts'],
  [library.createCabinet, 'library/create.test.ts'],
  [library.updateCabinet, 'library/create.test.ts'],
  [library.cabinetDetail, 'library/lists.test.ts'],
  [library.cabinets, 'the totals of the table itself'],
  [library.delete, 'library/bin.test.ts'],
  [library.restore, 'library/bin.test.ts'],
  [library.remove, 'library/bin.test.ts'],
  [library.bin, 'library/bin.test.ts'],
  [library.move, 'library/move.test.ts'],
  [library.paste, 'library/move.test.ts'],
  [archives.compress, 'archives/zips.test.ts'],
  [archives.extract, 'archives/extract.test.ts'],
  [favourites.removeFavorite, 'labels/favorites.test.ts'],
  [cards.attributes, 'cards/cards.test.ts'],
  [cards.createAttribute, 'cards/cards.test.ts'],
  [cards.updateAttribute, 'cards/cards.test.ts'],
  [cards.deleteAttribute, 'cards/cards.test.ts'],
  [cards.list, 'cards/cards.test.ts'],
  [cards.create, 'cards/cards.test.ts'],
  [cards.update, 'cards/cards.test.ts'],
  [cards.delete, 'cards/cards.test.ts'],
  [cards.types, 'cards/cards.test.ts'],
  [cards.createType, 'cards/cards.test.ts'],
  [cards.updateType, 'cards/cards.test.ts'],
  [cards.deleteType, 'cards/cards.test.ts'],
  [cards.typeChoices, 'cards/cards.test.ts'],
  [cards.fieldChoices, 'cards/cards.test.ts'],
  [categories.tree, 'labels/categories.test.ts'],
  [categories.documents, 'labels/categories.test.ts'],
  [categories.create, 'labels/categories.test.ts'],
  [categories.update, 'labels/categories.test.ts'],
  [categories.delete, 'labels/categories.test.ts'],
  [tags.create, 'labels/tags.test.ts'],
  [tags.update, 'labels/tags.test.ts'],
  [tags.delete, 'labels/tags.test.ts'],
  [tags.office, 'labels/tags.test.ts'],
  [tags.createShared, 'labels/tags.test.ts'],
  [tags.updateShared, 'labels/tags.test.ts'],
  [tags.deleteShared, 'labels/tags.test.ts'],
  [home.tags, 'labels/tags.test.ts'],
  [home.commend, 'home/panels.test.ts'],
  [home.statistics, 'home/panels.test.ts'],
  [permissions.check, 'the end of each case of the table itself'],
  [permissions.grant, 'rights-escalation.test.ts'],
  [permissions.forecast, 'library/forecast-move.test.ts'],
  [permissions.replace, 'library/copy-rights.test.ts'],
  [permissions.ending, 'library/rights-ending.test.ts'],
  [permissions.extend, 'library/rights-ending.test.ts'],
  [permissions.end, 'library/rights-ending.test.ts'],
  [permissions.inherit, 'rights-escalation.test.ts'],
  [permissions.owner, 'rights-escalation.test.ts'],
  [operationLog.log, 'reports/organisation-log.test.ts'],
]);
