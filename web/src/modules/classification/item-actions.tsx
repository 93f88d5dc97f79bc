import {
  AppstoreOutlined,
  FileTextOutlined,
  FolderOpenOutlined,
  IdcardOutlined,
  SnippetsOutlined,
  StarFilled,
  StarOutlined,
  TagsOutlined,
} from '@ant-design/icons';
import { customFolders } from '@dossier/contract/classification/custom-folders';
import { favourites } from '@dossier/contract/classification/favourites';
import { home } from '@dossier/contract/core/home';
import { batchLimit, module, objType } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Item } from '@dossier/contract/documents/library';
import { lazy } from 'react';
import { call } from '../../platform/call.ts';
import { textOf } from '../../platform/i18n.ts';
import { type ItemAction, itemAction, itemTab } from '../../platform/item-actions.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes, queryClient } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';
import { can } from '../documents/areas.ts';
import { knownPerson } from '../identity/current-user.ts';

/** Marks or unmarks items as favourites; shown at once everywhere, and rolled back where the server refuses. */
async function setFavourites(items: readonly Item[], favorite: boolean): Promise<void> {
  const ids = items.filter((item) => item.favorite !== favorite).map((item) => item.id);
  updateCachedItems(ids, favorite);
  try {
    for (let from = 0; from < ids.length; from += batchLimit) {
      await call(favorite ? favourites.addFavorite : favourites.removeFavorite, { objIds: ids.slice(from, from + batchLimit) });
    }
  } catch (error) {
    updateCachedItems(ids, !favorite);
    throw error;
  } finally {
    await invalidateRoutes(favourites.favorites, home.favorite);
  }
}

/** Changes the mark in every cached answer: lists, panels and details. */
function updateCachedItems(ids: readonly string[], favorite: boolean): void {
  const marked = new Set(ids);
  const repaint = (item: unknown): unknown => (isItem(item) && marked.has(item.id) ? { ...item, favorite } : item);
  queryClient.setQueriesData<unknown>({ predicate: ({ state }) => holdsItems(state.data) }, (data: unknown) =>
    hasList(data) ? { ...data, list: data.list.map(repaint) } : repaint(data),
  );
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && 'favorite' in value && 'id' in value;
const hasList = (data: unknown): data is { list: unknown[] } =>
  typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list);
const holdsItems = (data: unknown): boolean => isItem(data) || (hasList(data) && isItem(data.list[0]));

/** Keeps a folder at hand; refused where it is kept already, or ten are. */
async function keepAtHand(item: Item): Promise<void> {
  await call(customFolders.create, { folderId: item.id });
  await invalidateRoutes(customFolders.list);
  notice.success(textOf('classification.customFolders')('added', { name: item.name }));
}

/** The entry that a folder has among the custom folders, as far as these are loaded. */
function entryOf(items: readonly Item[]): string | undefined {
  const [only, ...more] = items;
  if (only === undefined || more.length > 0) return undefined;
  const lists = queryClient.getQueriesData<OutputOf<typeof customFolders.list>>({ queryKey: [customFolders.list.path] });
  return lists.flatMap(([, data]) => data?.list ?? []).find(({ folder }) => folder?.id === only.id)?.id;
}

/** Takes a folder out of the custom folders; the folder itself stays. */
async function dropFromHand(item: Item): Promise<void> {
  const id = entryOf([item]);
  if (id === undefined) return;
  await call(customFolders.delete, { ids: [id] });
  await invalidateRoutes(customFolders.list);
  notice.success(textOf('classification.customFolders')('removed', { name: item.name }));
}

const isOneFolder = (items: readonly Item[]): boolean =>
  items.length === 1 && items.every((item) => item.objType !== objType.document) && !session.viewsAs();

/** The actions that keep a folder or cabinet at hand, or no longer. */
export const customFolderActions: ItemAction[] = [
  itemAction('classification.customFolders', {
    id: 'customFolders.remove',
    label: (t) => t('takeOut'),
    icon: <FolderOpenOutlined />,
    group: 50,
    menu: 'organise',
    shown: (items) => isOneFolder(items) && entryOf(items) !== undefined,
    run: async ([item]) => {
      if (item) await dropFromHand(item);
    },
  }),
  itemAction('classification.customFolders', {
    id: 'customFolders.add',
    label: (t) => t('add'),
    icon: <FolderOpenOutlined />,
    group: 50,
    menu: 'organise',
    shown: (items) => isOneFolder(items) && entryOf(items) === undefined,
    run: async ([item]) => {
      if (item) await keepAtHand(item);
    },
  }),
];

/** Marking favourites, with either mark or unmark offered for the selection, and tagging. */
export const tagActions: ItemAction[] = [
  itemAction('classification.labels', {
    id: 'labels.star',
    label: (t) => t('addFavorite'),
    icon: <StarOutlined />,
    group: 50,
    menu: 'organise',
    shown: (items) => items.some((item) => !item.favorite),
    run: (items) => setFavourites(items, true),
  }),
  itemAction('classification.labels', {
    id: 'labels.unstar',
    label: (t) => t('removeFavorite'),
    icon: <StarFilled />,
    group: 50,
    menu: 'organise',
    shown: (items) => items.length > 0 && items.every((item) => item.favorite),
    run: (items) => setFavourites(items, false),
  }),
  itemAction('classification.labels', {
    id: 'labels.tags',
    label: (t) => t('tagsDots'),
    icon: <TagsOutlined />,
    group: 50,
    menu: 'organise',
    most: batchLimit,
    shown: (items) => items.length > 0,
    run: async (items) => (await import('./tags/tag-dialog.tsx')).openTagDialog(items),
  }),
  itemAction('classification.notes', {
    id: 'notes.show',
    label: (t) => t('notesDots'),
    icon: <SnippetsOutlined />,
    group: 50,
    menu: 'organise',
    shown: (items, ctx) => items.length === 1 && ctx.showDetails !== undefined,
    run: (_, ctx) => ctx.showDetails?.('notes'),
  }),
  itemAction('classification.labels', {
    id: 'labels.categories',
    label: (t) => t('categoriesDots'),
    icon: <AppstoreOutlined />,
    group: 50,
    menu: 'organise',
    most: batchLimit,
    shown: (items) =>
      items.length > 0 &&
      items.every((item) => item.objType === objType.document && can(item.rights, 'modify')) &&
      knownPerson()?.moduleTypes.includes(module.categories) === true,
    run: async (items) => (await import('./categories/categorise-dialog.tsx')).openCategorise(items),
  }),
];

/** This module's actions on items. */
export const cardActions: ItemAction[] = [
  itemAction('classification.cards', {
    id: 'cards.fill',
    label: (t) => t('cardDots'),
    icon: <IdcardOutlined />,
    group: 50,
    menu: 'organise',
    shown: ([item, ...more]) => more.length === 0 && item?.objType === objType.document && item.canView && can(item.rights, 'modify'),
    run: async ([item]) => {
      if (item) (await import('./cards/document-card.tsx')).openFillCard(item);
    },
  }),
  itemAction('classification.cards', {
    id: 'cards.type',
    label: (t) => t('typeDots'),
    icon: <IdcardOutlined />,
    group: 50,
    menu: 'organise',
    shown: ([item, ...more]) => more.length === 0 && item !== undefined && item.objType !== objType.document && can(item.rights, 'manage'),
    run: async ([item]) => {
      if (item) (await import('./document-types/folder-type-dialog.tsx')).openFolderType(item);
    },
  }),
  itemAction('classification.cards', {
    id: 'cards.take',
    label: (t) => t('takeDocument'),
    icon: <FileTextOutlined />,
    group: 50,
    menu: 'organise',
    shown: ([item, ...more]) =>
      more.length === 0 &&
      item?.objType === objType.document &&
      item.canDownload &&
      knownPerson()?.deeds.includes('templates.edit') === true,
    run: async ([item]) => {
      if (item) (await import('./document-templates/document-template-dialogs.tsx')).openTemplateFromDocument(item);
    },
  }),
];

/** This module's tabs in the details pane. */
export const cardTabs = [
  itemTab('classification.notes', {
    id: 'notes',
    label: (t) => t('notes'),
    order: 21,
    shown: () => true,
    Component: lazy(async () => ({ default: (await import('./notes/notes-tab.tsx')).NotesTab })),
  }),
  itemTab('classification.cards', {
    id: 'card',
    label: (t) => t('card'),
    order: 22,
    shown: (item) => item.objType === objType.document && item.canView,
    Component: lazy(async () => ({ default: (await import('./cards/document-card.tsx')).CardTab })),
  }),
];
