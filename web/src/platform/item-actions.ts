import type { Route } from '@dossier/contract/core/route';
import type { Item } from '@dossier/contract/documents/library';
import { useQueries } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, createContext, use } from 'react';
import { create } from 'zustand';
import { type TextNamespace, type TextOf, textOf, useLanguage } from './i18n.ts';
import { notice } from './notices.ts';
import { callQueryOptions, staleAfter } from './query.ts';
import { session } from './sessions.ts';

/** Where items are shown, and what the place offers to an action. */
export interface ItemContext {
  place: 'list' | 'search' | 'favorites' | 'home' | 'viewer';
  /** The folder or cabinet of the items; absent where they come from several. */
  parentId?: string;
  moduleType?: number;
  /** The open folder, where it may be one of the items: in the tree. */
  shownId?: string;
  /** The caller's bits in that folder; absent until they are loaded. */
  parentRights?: number;
  /** The folder is written to by flows only. */
  fedByFlows?: boolean;
  /** The cabinet of that folder. */
  cabinetId?: string;
  /** The order of the list, for "next" and "previous" in the whole folder. */
  sortField?: string;
  sortDirection?: 'asc' | 'desc';
  /** The search words, which viewers find in the document. */
  keyword?: string;
  /** All items of the list, for "next" and "previous". */
  siblings?: Item[];
  go: (path: string) => void;
  /** The action was chosen by swiping an item: what can be undone is not asked about. */
  swiped?: boolean;
  startRename?: (id: string) => void;
  showDetails?: (tab?: string) => void;
}

/** Menus in the menu of items, for what is needed less: versions and locks, tags and the like, flows and signatures. */
export type ActionMenu = 'version' | 'organise' | 'approval';

/** The everyday actions, in the order of the bar and of all menus; they stand in the first group. */
export const everyday = { open: 1, edit: 2, share: 3, download: 4, move: 5, rename: 6, copyLink: 7 } as const;

/** The group of the everyday actions. */
export const everydayGroup = 1;

/** An action on selected items: in the bar, the context menu and by shortcut, always in the same order. */
export interface ItemAction {
  /** Unique, with the module first: `labels.star`. */
  id: string;
  /** In the current language. */
  label: (items: Item[]) => string;
  /** A shorter label for phones. */
  short?: () => string;
  icon: ReactNode;
  /** In the notation of `useHotkeys`: `F2`, `mod+c`, `Delete`. */
  key?: string;
  /** Groups are separated by a line, lowest first. */
  group: number;
  /** Its place in the group: everyday actions of several modules in the order that people know. Those without one follow, in the order of the modules. */
  rank?: number;
  /** The menu that it stands in, where it is not of the first ones. Its place is that of the first action in it. */
  menu?: ActionMenu;
  shown: (items: Item[], ctx: ItemContext) => boolean;
  run: (items: Item[], ctx: ItemContext) => void | Promise<void>;
  /** For an action on the folder: the call whose answer decides whether it is shown. */
  asks?: (ctx: ItemContext) => { route: Route; input: object } | undefined;
  danger?: boolean;
  /** Stays out of the bar, as somebody has to switch it on first. */
  onlyInMenu?: () => boolean;
  /** A way out where another user holds the document: offered beside the words about that, too. */
  frees?: boolean;
  /** Offered below the properties in the details pane, too. */
  inDetails?: boolean;
  /** Available in view-as sessions: it changes nothing and shows no contents. */
  inView?: boolean;
  /** Available on attachments of documents, which are only read; what else is done is done with their document. */
  onAttachments?: boolean;
  /** The most items; with more it is disabled and says why. */
  most?: number;
  /** An action on the folder, without a selection: `shown` and `run` get no items. */
  place?: boolean;
}

/** An action whose labels are given the texts of its module. */
interface TranslatedAction<N extends TextNamespace> extends Omit<ItemAction, 'label' | 'short'> {
  label: (t: TextOf<N>, items: Item[]) => string;
  short?: (t: TextOf<N>) => string;
}

/** Declares an action whose labels come from its module's texts. */
export function itemAction<N extends TextNamespace>(namespace: N, { label, short, ...action }: TranslatedAction<N>): ItemAction {
  return {
    ...action,
    label: (items) => label(textOf(namespace), items),
    ...(short && { short: () => short(textOf(namespace)) }),
  };
}

/** A tab of the details pane. */
export interface ItemTab {
  id: string;
  /** In the current language. */
  label: () => string;
  /** Lowest first. */
  order: number;
  /** A number behind the label, such as how many entries the tab has; none for 0. */
  count?: (item: Item) => number | undefined;
  shown: (item: Item) => boolean;
  /** Available in view-as sessions. */
  inView?: boolean;
  Component: ComponentType<{ item: Item }>;
}

/** Declares a tab whose label comes from its module's texts. */
export function itemTab<N extends TextNamespace>(
  namespace: N,
  { label, ...tab }: Omit<ItemTab, 'label'> & { label: (t: TextOf<N>) => string },
): ItemTab {
  return { ...tab, label: () => label(textOf(namespace)) };
}

/** An extension of the dialog for new folders: the choice of a template. */
export type NewFolderExtension = ComponentType<{ parentId: string; value: string | undefined; onChange: (id: string | undefined) => void }>;

/** The modules' extensions for items, joined by the app. */
export interface ItemExtensions {
  actions: ItemAction[];
  tabs: ItemTab[];
  /** Opens an item as the user prefers: a folder in the list, a document in its viewer. */
  open: (item: Item, ctx: ItemContext) => void | Promise<void>;
  /** Shows a document in its viewer, or one of its older revisions. */
  view: (item: Item, ctx: Pick<ItemContext, 'go' | 'siblings'>, currentRev?: string) => void | Promise<void>;
  /** The address that opens an item in a tab of its own. */
  addressOf: (item: Item) => string;
  /** Shows a document enlarged over the list. */
  quickLook: (item: Item, ctx: ItemContext) => void;
  /** Shows the beginning of a document beside the list; for documents that the user may read. */
  Preview?: ComponentType<{ item: Item }>;
  /** Compares two documents, or two revisions of one; the older one comes first. */
  compare?: (compared: { id: string; currentRev?: string; otherId: string; otherRev?: string }, ctx: Pick<ItemContext, 'go'>) => void;
  newFolder?: NewFolderExtension;
}

export const ItemExtensionsContext = createContext<ItemExtensions>({
  actions: [],
  tabs: [],
  open: () => undefined,
  view: () => undefined,
  addressOf: () => location.href,
  quickLook: () => undefined,
});

/** An action for a selection, with its label, ready to run. */
export interface ReadyAction {
  id: string;
  label: string;
  short?: string;
  icon: ItemAction['icon'];
  key?: string;
  group: number;
  menu?: ActionMenu;
  danger?: boolean;
  /** Not shown in the bar, but in its overflow menu. */
  onlyInMenu?: boolean;
  /** Why it cannot be applied to these items. */
  blocked?: string;
  run: () => void;
}

/** Answers to `asks` change rarely. */
const askedStaleMs = 5 * 60_000;

/** The actions on these items here, in order. */
export function useItemActions(items: Item[], ctx: ItemContext): ReadyAction[] {
  const { actions } = use(ItemExtensionsContext);
  useLanguage();
  const here = actions
    .filter((action) => action.inView === true || !session.viewsAs())
    .filter((action) => (items.length === 0) === (action.place === true));
  useQueries({
    queries: here.flatMap((action) => {
      const request = action.asks?.(ctx);
      return request === undefined ? [] : [{ ...callQueryOptions(request.route, request.input), staleTime: staleAfter(askedStaleMs) }];
    }),
  });
  return readyActions(here, items, ctx);
}

/** Some actions on an item by their ids, as far as they are offered; for gestures, which look when they happen. */
export function offeredActions(all: readonly ItemAction[], item: Item, ctx: ItemContext): (id: string) => ReadyAction | undefined {
  const here = all.filter((action) => action.place !== true && (action.inView === true || !session.viewsAs()));
  const ready = readyActions(here, [item], ctx);
  return (id) => ready.find((action) => action.id === id && action.blocked === undefined);
}

/** Behind every rank. */
const unranked = 100;

/** Those of some actions that are shown for these items, in order. */
function readyActions(actions: readonly ItemAction[], items: Item[], ctx: ItemContext): ReadyAction[] {
  return actions
    .filter((action) => action.onAttachments === true || items.every(({ attachedTo }) => attachedTo === undefined))
    .filter((action) => action.shown(items, ctx))
    .toSorted((a, b) => a.group - b.group || (a.rank ?? unranked) - (b.rank ?? unranked))
    .map(({ id, icon, key, group, menu, danger, most, onlyInMenu, label, short, run }) => ({
      id,
      icon,
      group,
      ...(key && { key }),
      ...(menu && { menu }),
      ...(danger && { danger }),
      ...(onlyInMenu?.() === true && { onlyInMenu: true }),
      ...(short && { short: short() }),
      ...(most !== undefined && items.length > most && { blocked: textOf('platform')('tooMany', { count: most }) }),
      label: label(items),
      // A refusal has been shown by `call` already.
      run: () => {
        if (most !== undefined && items.length > most) notice.warning(textOf('platform')('tooMany', { count: most }));
        else void Promise.resolve(run(items, ctx)).catch(() => undefined);
      },
    }));
}

/** Actions on an item beside what its details say: what can be done where another user holds it, or about its properties. */
export function useMarkedActions(mark: 'frees' | 'inDetails', item: Item | undefined, ctx: ItemContext): ReadyAction[] {
  const { actions } = use(ItemExtensionsContext);
  useLanguage();
  if (item === undefined || session.viewsAs()) return [];
  return readyActions(
    actions.filter((action) => action[mark] === true),
    [item],
    ctx,
  );
}

/** What can be done about a document that another user holds, beside the words that say so. */
export const useFreeActions = (item: Item | undefined, ctx: ItemContext): ReadyAction[] => useMarkedActions('frees', item, ctx);

interface SelectionActions {
  /** The name of the only selected item, or how many there are. */
  about: string;
  actions: readonly ReadyAction[];
}

/** The actions on what is selected in the list that is shown, for the command palette. */
export const useSelectionActions = create<SelectionActions>(() => ({ about: '', actions: [] }));

const labelWithCount = (label: string, count = 0): string => (count === 0 ? label : `${label} (${count})`);

/** The tabs of the details pane for an item, in order, with their labels. */
export function useItemTabs(item: Item | undefined): { id: string; label: string; Component: ItemTab['Component'] }[] {
  const { tabs } = use(ItemExtensionsContext);
  useLanguage();
  if (!item) return [];
  return tabs
    .filter((tab) => tab.shown(item) && (tab.inView === true || !session.viewsAs()))
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, label, count, Component }) => ({ id, label: labelWithCount(label(), count?.(item)), Component }));
}
