import {
  BlockOutlined,
  CheckSquareOutlined,
  CopyOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  DeliveredProcedureOutlined,
  EditOutlined,
  FolderAddOutlined,
  FolderOpenOutlined,
  FormOutlined,
  FieldTimeOutlined,
  InfoCircleOutlined,
  PartitionOutlined,
  ScissorOutlined,
  SnippetsOutlined,
  SwitcherOutlined,
} from '@ant-design/icons';
import { batchLimit, moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { lazy } from 'react';
import { call } from '../../platform/call.ts';
import { type ItemContext, everyday, everydayGroup, itemAction, itemTab } from '../../platform/item-actions.ts';
import { useListPreferences } from '../../platform/ui/data-table/list-preferences.ts';
import { knownPerson } from '../identity/current-user.ts';
import { useClipboard } from './actions/clipboard.ts';
import { can, duePath, isFolder, itemPath, mayOrganise, placePath, templatePath } from './areas.ts';
import { useRenaming } from './renaming.ts';

const attachmentsTab = 'attachments';
const isOrganised = (item: Item, ctx: ItemContext): boolean => mayOrganise(item, ctx.fedByFlows);
const allOrganised = (items: Item[], ctx: ItemContext): boolean => items.every((item) => isOrganised(item, ctx));
const one = (items: Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);
const movable = (items: Item[]): boolean => items.every((item) => item.objType !== objType.cabinet);
const inViewer = (ctx: ItemContext): boolean => ctx.place === 'viewer';
const isMovable = (items: Item[], ctx: ItemContext): boolean => !inViewer(ctx) && movable(items) && allOrganised(items, ctx);
const isCopyable = (items: Item[], ctx: ItemContext): boolean =>
  !inViewer(ctx) && movable(items) && items.every((item) => item.objType !== objType.document || can(item.rights, 'download'));
// The operations and their dialogs are loaded on first use.
const operations = () => import('./actions/item-operations.tsx');
const placeDialog = () => import('./dialogs/place-dialog.tsx');
const after = (items: Item[], ctx: ItemContext): void => {
  const gone = items.find((item) => item.id === ctx.parentId || item.id === ctx.shownId);
  if (gone !== undefined) ctx.go(placePath(gone.moduleType, gone.parentId));
};

/** Shows the document of an attachment in its folder, with its attachments beside it. */
async function showDocumentOf(documentId: string, ctx: ItemContext): Promise<void> {
  const document = await call(library.documentDetail, { id: documentId });
  useListPreferences.setState({ details: true, tab: attachmentsTab });
  ctx.go(itemPath(document));
}

/** This module's actions on items and their folder. */
export const libraryActions = [
  itemAction('documents.library', {
    id: 'library.open',
    inView: true,
    label: (t) => t('open'),
    icon: <FolderOpenOutlined />,
    key: 'Enter',
    group: everydayGroup,
    rank: everyday.open,
    shown: (items, ctx) => items.length === 1 && items.every(isFolder) && items[0]?.id !== ctx.parentId,
    run: ([item], ctx) => item && ctx.go(placePath(item.moduleType, item.id)),
  }),
  itemAction('documents.library', {
    id: 'library.locate',
    inView: true,
    onAttachments: true,
    label: (t, [item]) => t(item?.attachedTo === undefined ? 'showInFolder' : 'showDocument'),
    icon: <FolderOpenOutlined />,
    group: 2,
    shown: (items, ctx) => ctx.place !== 'list' && !inViewer(ctx) && (one(items)?.parentId ?? one(items)?.attachedTo) !== undefined,
    run: async ([item], ctx) => {
      if (item?.attachedTo !== undefined) await showDocumentOf(item.attachedTo, ctx);
      else if (item) ctx.go(isFolder(item) ? placePath(item.moduleType, item.parentId, { select: item.id }) : itemPath(item));
    },
  }),
  itemAction('documents.library', {
    id: 'library.rename',
    label: (t) => t('rename'),
    icon: <EditOutlined />,
    key: 'F2',
    group: everydayGroup,
    rank: everyday.rename,
    shown: (items, ctx) => items.length === 1 && allOrganised(items, ctx) && ctx.startRename !== undefined,
    run: ([item], ctx) => {
      if (item) (ctx.startRename ?? useRenaming.getState().start)(item.id);
    },
  }),
  itemAction('documents.library', {
    id: 'library.moveTo',
    label: (t) => t('moveTo'),
    short: (t) => t('moveShort'),
    icon: <DeliveredProcedureOutlined />,
    group: everydayGroup,
    rank: everyday.move,
    shown: isMovable,
    run: async (items, { go }) => (await placeDialog()).openMoveTo(items, go),
  }),
  itemAction('documents.library', {
    id: 'library.copyTo',
    label: (t) => t('copyTo'),
    icon: <BlockOutlined />,
    group: 30,
    shown: isCopyable,
    run: async (items, { go }) => (await placeDialog()).openCopyTo(items, go),
  }),
  itemAction('documents.library', {
    id: 'library.duplicate',
    label: (t) => t('duplicate'),
    icon: <SwitcherOutlined />,
    group: 30,
    shown: (items, ctx) =>
      isCopyable(items, ctx) &&
      ctx.fedByFlows !== true &&
      can(ctx.parentRights, 'upload') &&
      items.every((item) => item.parentId === ctx.parentId),
    run: async (items, { parentId }) => {
      if (parentId !== undefined) await (await operations()).copyItems(items, { id: parentId, name: '' });
    },
  }),
  itemAction('documents.library', {
    id: 'library.edit',
    label: (t) => t('editFacts'),
    icon: <FormOutlined />,
    group: 50,
    menu: 'organise',
    shown: (items, ctx) => items.length === 1 && allOrganised(items, ctx),
    run: async ([item]) => {
      if (item) (await import('./dialogs/item-dialogs.tsx')).openEdit(item);
    },
  }),
  itemAction('documents.library', {
    id: 'library.copy',
    label: (t) => t('copy'),
    icon: <CopyOutlined />,
    key: 'mod+c',
    group: 30,
    shown: isCopyable,
    run: async (items) => (await operations()).toClipboard(items, 'copy'),
  }),
  itemAction('documents.library', {
    id: 'library.cut',
    label: (t) => t('cut'),
    icon: <ScissorOutlined />,
    key: 'mod+x',
    group: 30,
    shown: isMovable,
    run: async (items) => (await operations()).toClipboard(items, 'cut'),
  }),
  itemAction('documents.library', {
    id: 'library.details',
    inView: true,
    onAttachments: true,
    label: (t) => t('details'),
    icon: <InfoCircleOutlined />,
    key: 'i',
    group: 60,
    shown: (items, ctx) => items.length === 1 && ctx.showDetails !== undefined,
    run: (_, ctx) => ctx.showDetails?.(),
  }),
  itemAction('documents.library', {
    id: 'library.delete',
    label: (t) => t('delete'),
    icon: <DeleteOutlined />,
    key: 'Delete',
    group: 90,
    danger: true,
    shown: (items, ctx) =>
      !inViewer(ctx) && items.every((item) => (item.objType === objType.cabinet ? can(item.rights, 'manage') : isOrganised(item, ctx))),
    run: async (items, ctx) => {
      if (await (await operations()).deleteItems(items, ctx.swiped)) after(items, ctx);
    },
  }),
  itemAction('documents.library', {
    id: 'library.newCabinet',
    label: (t) => t('newCabinet'),
    icon: <DatabaseOutlined />,
    group: 5,
    place: true,
    shown: (_, ctx) => ctx.place === 'list' && ctx.parentId === undefined && can(ctx.parentRights, 'upload'),
    run: async (_, ctx) => (await import('./dialogs/item-dialogs.tsx')).openNewFolder({ moduleType: ctx.moduleType ?? moduleType.my }),
  }),
  itemAction('documents.library', {
    id: 'library.newFolder',
    label: (t) => t('newFolder'),
    icon: <FolderAddOutlined />,
    group: 5,
    place: true,
    shown: (_, ctx) =>
      ctx.place === 'list' && ctx.parentId !== undefined && can(ctx.parentRights, ctx.fedByFlows === true ? 'manage' : 'upload'),
    run: async (_, ctx) => {
      if (ctx.parentId) (await import('./dialogs/item-dialogs.tsx')).openNewFolder({ parentId: ctx.parentId });
    },
  }),
  itemAction('documents.library', {
    id: 'library.paste',
    label: (t) => t('paste', { count: useClipboard.getState().items.length }),
    icon: <SnippetsOutlined />,
    key: 'mod+v',
    group: 30,
    place: true,
    // A paste pressed right after the folder is opened must not be lost while its rights load: the server refuses where there is none.
    shown: (_, ctx) =>
      ctx.parentId !== undefined &&
      (ctx.parentRights === undefined || can(ctx.parentRights, 'upload')) &&
      useClipboard.getState().items.length > 0,
    run: async (_, ctx) => {
      if (ctx.parentId) await (await operations()).paste(ctx.parentId);
    },
  }),
];

const areDocuments = (items: Item[]): boolean => items.every((item) => item.objType === objType.document && item.attachedTo === undefined);
const validityDialogs = () => import('./dialogs/validity-dialogs.tsx');

/** The actions on the dates of documents. */
export const validityActions = [
  itemAction('documents.validity', {
    id: 'validity.set',
    label: (t) => t('setDots'),
    icon: <FieldTimeOutlined />,
    group: 50,
    menu: 'organise',
    inDetails: true,
    shown: (items, ctx) => items.length > 0 && items.length <= batchLimit && areDocuments(items) && allOrganised(items, ctx),
    run: async (items) => (await validityDialogs()).openValidity(items),
  }),
  itemAction('documents.validity', {
    id: 'validity.review',
    label: (t) => t('reviewDots'),
    icon: <CheckSquareOutlined />,
    group: 50,
    menu: 'organise',
    inDetails: true,
    // an owner who may not modify reviews from the list of what is due, which shows own documents
    shown: ([item, ...more], ctx) =>
      more.length === 0 &&
      item?.reviewTime !== undefined &&
      item.canView &&
      (can(item.rights, 'modify') || (ctx.place === 'favorites' && location.pathname === duePath)),
    run: async ([item]) => {
      if (item) (await validityDialogs()).openReview(item);
    },
  }),
  itemAction('documents.validity', {
    id: 'validity.due',
    label: (t) => t('dueHere'),
    icon: <FieldTimeOutlined />,
    group: 60,
    shown: (items) => items.length === 1 && items.every((item) => item.objType === objType.cabinet && can(item.rights, 'manage')),
    run: ([item], ctx) => item && ctx.go(`${duePath}?cabinetId=${item.id}`),
  }),
];

/** This module's tabs in the details pane. */
export const libraryTabs = [
  itemTab('documents.library', {
    id: 'facts',
    inView: true,
    label: (t) => t('facts'),
    order: 9,
    shown: () => true,
    Component: lazy(async () => ({ default: (await import('./details/facts-tab.tsx')).FactsTab })),
  }),
  itemTab('documents.attachments', {
    id: attachmentsTab,
    label: (t) => t('attachments'),
    count: ({ attachments }) => attachments,
    order: 20,
    shown: (item) => item.objType === objType.document && item.canView && item.attachedTo === undefined,
    Component: lazy(async () => ({ default: (await import('./attachments/attachments-tab.tsx')).AttachmentsTab })),
  }),
];

/** The template actions on items. */
export const templateActions = [
  itemAction('documents.folder-templates', {
    id: 'templates.take',
    label: (t) => t('takeFolder'),
    icon: <PartitionOutlined />,
    group: 50,
    menu: 'organise',
    shown: (items) =>
      items.length === 1 &&
      items.every((item) => item.objType === objType.folder && (item.rights & right.manage) !== 0) &&
      knownPerson()?.deeds.includes('templates.edit') === true,
    run: async ([item], ctx) => {
      if (item)
        (await import('./folder-templates/template-dialogs.tsx')).openTemplateFromFolder(item, (id) => ctx.go(`${templatePath}?id=${id}`));
    },
  }),
];
