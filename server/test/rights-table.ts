import { content } from '@dossier/contract/content';
import { preview } from '@dossier/contract/preview';
import { labels } from '@dossier/contract/labels';
import { library } from '@dossier/contract/library';
import { reports } from '@dossier/contract/reports';
import { permissions } from '@dossier/contract/permissions';
import { right } from '@dossier/contract/rights';
import type { Route } from '@dossier/contract/route';

/** One call of the table: which bits it needs on which item, and how it is refused where the item is seen but a bit lacks. */
export interface Probe {
  route: Route;
  /** The item it is about. */
  on: 'document' | 'folder';
  need: number;
  input: (ids: { document: string; folder: string; person: string }) => object;
  lacking: number;
  /** The same where not even the right to read is there. */
  unread?: number;
}

const { visible, read, print, download, modify, manage, upload } = right;

/** Calls that answer names or bytes, or change something; a room joins by one line a call. */
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
  { route: preview.view, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: content.download, on: 'document', need: download, input: ({ document }) => ({ id: document }), lacking: 4611 },
  { route: content.revisions, on: 'document', need: read, input: ({ document }) => ({ id: document }), lacking: 4610 },
  { route: preview.print, on: 'document', need: print, input: ({ document }) => ({ id: document }), lacking: 4612, unread: 4610 },
  { route: labels.addFavorite, on: 'document', need: visible, input: ({ document }) => ({ objIds: [document] }), lacking: 0 },
  { route: reports.itemLog, on: 'document', need: read, input: ({ document }) => ({ objId: document }), lacking: 4610 },
];
