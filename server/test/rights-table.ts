import { permissions } from '@dossier/contract/access/permissions';
import { accessRequests } from '@dossier/contract/access/requests';
import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { customFolders } from '@dossier/contract/classification/custom-folders';
import { favourites } from '@dossier/contract/classification/favourites';
import { notes } from '@dossier/contract/classification/notes';
import { tags } from '@dossier/contract/classification/tags';
import { activity } from '@dossier/contract/activity/activity';
import { following } from '@dossier/contract/activity/following';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { comments } from '@dossier/contract/comments/comments';
import { signatures } from '@dossier/contract/signatures/signatures';
import { home } from '@dossier/contract/core/home';
import { right } from '@dossier/contract/core/rights';
import type { Route } from '@dossier/contract/core/route';
import { attachments } from '@dossier/contract/documents/attachments';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { validity } from '@dossier/contract/documents/validity';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { officeServer } from '@dossier/contract/editing/office-server';
import { webdav } from '@dossier/contract/webdav/devices';
import { offlineCopies } from '@dossier/contract/preview/offline-copies';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { editing } from '@dossier/contract/editing/editing';
import { pdfChanges } from '@dossier/contract/preview/pdf-changes';
import { attachmentViews, preview } from '@dossier/contract/preview/preview';
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
  {
    route: library.checkNamesByQuery,
    on: 'folder',
    need: upload,
    input: ({ folder }) => ({ parentId: folder, names: ['x'] }),
    lacking: 4615,
  },
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
  { route: validity.set, on: 'document', need: modify, input: ({ document }) => ({ objIds: [document], reviewTime: null }), lacking: 1001 },
  {
    route: validity.review,
    on: 'document',
    need: read | modify,
    input: ({ document }) => ({ id: document, reviewTime: null }),
    lacking: 1001,
    unread: 4610,
  },
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
  { route: accessRequests.list, on: 'document', need: manage, input: ({ document }) => ({ objId: document }), lacking: 4901 },
  { route: permissions.reachedBy, on: 'document', need: manage, input: ({ document }) => ({ objId: document }), lacking: 4901 },
  {
    route: permissions.reachOf,
    on: 'folder',
    need: visible,
    input: ({ folder, person }) => ({ userId: person, parentId: folder }),
    lacking: 0,
  },
  { route: preview.view, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: officeServer.token, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: content.download, on: 'document', need: download, input: ({ document }) => ({ id: document }), lacking: 4611 },
  { route: content.revisions, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: preview.print, on: 'document', need: print, input: ({ document }) => ({ id: document }), lacking: 4612, unread: 4610 },
  { route: preview.info, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: preview.viewNext, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: preview.viewHomePage, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
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
  { route: editing.preEdit, on: 'document', need: read | modify, input: ({ document }) => ({ id: document }), lacking: 4614, unread: 4610 },
  { route: editing.open, on: 'document', need: read | modify, input: ({ document }) => ({ id: document }), lacking: 1001, unread: 4610 },
  {
    route: editing.create,
    on: 'folder',
    need: upload,
    input: ({ folder }) => ({ parentId: folder, name: 'x.exe' }),
    lacking: 4615,
    // no type that is edited online
    granted: 4604,
  },
  {
    route: webdav.address,
    on: 'document',
    need: read | download,
    input: ({ document }) => ({ id: document }),
    lacking: 4611,
    unread: 4610,
  },
  {
    route: documentTemplates.use,
    on: 'folder',
    need: upload,
    input: ({ folder }) => ({ id: '1', parentId: folder, name: 'x' }),
    lacking: 4615,
    // no such template
    granted: 2501,
  },
  { route: editing.askRelease, on: 'document', need: modify, input: ({ document }) => ({ id: document }), lacking: 1001, granted: 4620 },
  // the caller holds the lock by the calls before
  { route: editing.refuseRelease, on: 'document', need: modify, input: ({ document }) => ({ id: document }), lacking: 1001 },
  { route: content.checkOut, on: 'document', need: modify, input: ({ document }) => ({ id: document }), lacking: 1001 },
  // where the call before did not lock it, it is unlocked
  { route: content.undoCheckOut, on: 'document', need: modify, input: ({ document }) => ({ id: document }), lacking: 4620 },
  {
    route: content.deleteRevision,
    on: 'document',
    need: manage,
    input: ({ document, revision }) => ({ id: document, revisionId: revision }),
    lacking: 4901,
    // it is the current one
    granted: 4617,
  },
  {
    route: content.promoteRevision,
    on: 'document',
    need: modify,
    input: ({ document, revision }) => ({ id: document, revisionId: revision }),
    lacking: 1001,
    // it is a major version already
    granted: 1003,
  },
  {
    route: content.updateRevision,
    on: 'document',
    need: modify,
    input: ({ document, revision }) => ({ id: document, revisionId: revision, note: crypto.randomUUID() }),
    lacking: 1001,
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
  { route: attachments.list, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
  {
    route: attachments.preUpload,
    on: 'document',
    need: modify,
    input: ({ document }) => ({ objId: document, name: 'annex.txt', size: 1 }),
    lacking: 1001,
  },
  { route: notes.list, on: 'document', need: visible, input: ({ document }) => ({ objId: document }), lacking: 0 },
  { route: notes.create, on: 'document', need: visible, input: ({ document }) => ({ objId: document, content: 'A note' }), lacking: 0 },
  { route: comments.list, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
  { route: comments.places, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
  { route: comments.people, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
  {
    route: comments.create,
    on: 'document',
    need: read,
    input: ({ document }) => ({ objId: document, content: 'A comment' }),
    lacking: 4610,
  },
  { route: activity.list, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
  { route: following.follow, on: 'document', need: read, input: ({ document }) => ({ objIds: [document] }), lacking: 4610 },
  { route: acknowledgements.detail, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
  { route: acknowledgements.requests, on: 'document', need: manage, input: ({ document }) => ({ objId: document }), lacking: 4901 },
  {
    route: acknowledgements.create,
    on: 'document',
    need: manage,
    input: ({ document }) => ({ objId: document, principals: [{ granteeType: 'group', granteeId: '1' }] }),
    lacking: 4901,
    granted: 2002,
  },
  { route: signatures.list, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
  { route: signatures.verify, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610, granted: 1003 },
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
  [previewByToken.state, 'server/src/modules/preview/office-documents.test.ts'],
  [previewByToken.again, 'server/src/modules/preview/office-documents.test.ts'],
  [previewByToken.seen, 'server/src/modules/sharing/share-sessions/show-activity.test.ts'],
  [previewByToken.text, 'server/src/modules/sharing/share-sessions/document-text.test.ts'],
  [previewByToken.pictures, 'server/src/modules/preview/viewer/markdown.test.ts'],
  [previewByToken.mark, 'server/src/modules/preview/watermarks/watermarks.test.ts'],
  [previewByToken.paper, 'server/src/modules/preview/pdf/pdf-downloads.test.ts'],
  [offlineCopies.keep, 'server/src/modules/preview/offline-copies.test.ts'],
  [offlineCopies.check, 'server/src/modules/preview/offline-copies.test.ts'],
  [preview.pdf, 'server/src/modules/preview/pdf/pdf-downloads.test.ts'],
  [preview.commentedPdf, 'server/src/modules/preview/pdf/commented-pdf.test.ts'],
  [pdfChanges.changePages, 'server/src/modules/preview/pdf/change-pages.test.ts'],
  [pdfChanges.extractPages, 'server/src/modules/preview/pdf/change-pages.test.ts'],
  [pdfChanges.findWords, 'server/src/modules/preview/pdf/redact-pdf.test.ts'],
  [pdfChanges.redact, 'server/src/modules/preview/pdf/redact-pdf.test.ts'],
  [pagesByToken.pages, 'server/src/modules/preview/pages/page-content.test.ts'],
  [pagesByToken.outline, 'server/src/modules/preview/pages/page-content.test.ts'],
  [pagesByToken.words, 'server/src/modules/preview/pages/page-content.test.ts'],
  [pagesByToken.find, 'server/src/modules/preview/pages/page-content.test.ts'],
  [customFolders.create, 'server/src/modules/classification/custom-folders.test.ts'],
  [search.suggest, 'server/src/modules/search/suggestions.test.ts'],
  [validity.due, 'server/src/modules/documents/validity.test.ts'],
  [library.createCabinet, 'server/src/modules/documents/folders.test.ts'],
  [library.updateCabinet, 'server/src/modules/documents/folders.test.ts'],
  [library.cabinetDetail, 'server/src/modules/documents/folders.test.ts'],
  [library.cabinets, 'server/test/rights-table.test.ts'],
  [library.delete, 'server/src/modules/documents/bin.test.ts'],
  [library.restore, 'server/src/modules/documents/bin.test.ts'],
  [library.remove, 'server/src/modules/documents/bin.test.ts'],
  [library.bin, 'server/src/modules/documents/bin.test.ts'],
  [library.move, 'server/src/modules/documents/move-items.test.ts'],
  [library.paste, 'server/src/modules/documents/move-items.test.ts'],
  [archives.compress, 'server/src/modules/documents/zip-downloads.test.ts'],
  [archives.extract, 'server/src/modules/documents/archives/extract-archive.test.ts'],
  [favourites.removeFavorite, 'server/src/modules/classification/favourites.test.ts'],
  [attachments.delete, 'server/src/modules/documents/attachments.test.ts'],
  [attachments.download, 'server/src/modules/documents/attachments.test.ts'],
  [attachmentViews.view, 'server/src/modules/documents/attachments.test.ts'],
  [notes.update, 'server/src/modules/classification/notes.test.ts'],
  [notes.delete, 'server/src/modules/classification/notes.test.ts'],
  [acknowledgements.export, 'server/src/modules/acknowledgements/acknowledgements.test.ts'],
  [acknowledgements.leftOut, 'server/src/modules/acknowledgements/left-out-and-openings.test.ts'],
  [acknowledgements.askLeftOut, 'server/src/modules/acknowledgements/left-out-and-openings.test.ts'],
  [acknowledgements.people, 'server/src/modules/acknowledgements/acknowledgements.test.ts'],
  [acknowledgements.acknowledge, 'server/src/modules/acknowledgements/acknowledgements.test.ts'],
  [acknowledgements.remind, 'server/src/modules/acknowledgements/acknowledgements.test.ts'],
  [acknowledgements.close, 'server/src/modules/acknowledgements/acknowledgements.test.ts'],
  [signatures.sign, 'server/src/modules/signatures/signatures.test.ts'],
  [comments.thread, 'server/src/modules/comments/comments.test.ts'],
  [comments.replies, 'server/src/modules/comments/comments.test.ts'],
  [comments.update, 'server/src/modules/comments/comments.test.ts'],
  [comments.delete, 'server/src/modules/comments/comments.test.ts'],
  [comments.resolve, 'server/src/modules/comments/comments.test.ts'],
  [comments.mention, 'server/src/modules/comments/comments.test.ts'],
  [cards.attributes, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.createAttribute, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.updateAttribute, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.deleteAttribute, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.list, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.create, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.update, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.delete, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.types, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.createType, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.updateType, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.deleteType, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.typeChoices, 'server/src/modules/classification/cards/cards.test.ts'],
  [cards.fieldChoices, 'server/src/modules/classification/cards/cards.test.ts'],
  [categories.tree, 'server/src/modules/classification/categories/categories.test.ts'],
  [categories.documents, 'server/src/modules/classification/categories/categories.test.ts'],
  [categories.create, 'server/src/modules/classification/categories/categories.test.ts'],
  [categories.update, 'server/src/modules/classification/categories/categories.test.ts'],
  [categories.delete, 'server/src/modules/classification/categories/categories.test.ts'],
  [tags.create, 'server/src/modules/classification/tags.test.ts'],
  [tags.update, 'server/src/modules/classification/tags.test.ts'],
  [tags.delete, 'server/src/modules/classification/tags.test.ts'],
  [tags.office, 'server/src/modules/classification/tags.test.ts'],
  [tags.createShared, 'server/src/modules/classification/tags.test.ts'],
  [tags.updateShared, 'server/src/modules/classification/tags.test.ts'],
  [tags.deleteShared, 'server/src/modules/classification/tags.test.ts'],
  [home.tags, 'server/src/modules/classification/tags.test.ts'],
  [home.commend, 'server/src/app/home/home-panels.test.ts'],
  [home.statistics, 'server/src/app/home/home-panels.test.ts'],
  [permissions.check, 'server/test/rights-table.test.ts'],
  [permissions.grant, 'server/test/rights-escalation.test.ts'],
  [permissions.forecast, 'server/src/modules/access/explanation/forecast-move.test.ts'],
  [permissions.replace, 'server/src/modules/access/grants/copy-rights.test.ts'],
  [permissions.ending, 'server/src/modules/access/grants/ending-grants.test.ts'],
  [permissions.extend, 'server/src/modules/access/grants/ending-grants.test.ts'],
  [permissions.end, 'server/src/modules/access/grants/ending-grants.test.ts'],
  [accessRequests.ask, 'server/src/modules/access/requests/access-requests.test.ts'],
  [accessRequests.waiting, 'server/src/modules/access/requests/access-requests.test.ts'],
  [accessRequests.decide, 'server/src/modules/access/requests/access-requests.test.ts'],
  [permissions.inherit, 'server/test/rights-escalation.test.ts'],
  [permissions.owner, 'server/test/rights-escalation.test.ts'],
  [operationLog.log, 'server/src/modules/reporting/operation-log/organisation-log.test.ts'],
]);
