import type { Route } from '@dossier/contract/core/route';
import type { Item } from '@dossier/contract/documents/library';
import { useQueries } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, createContext, use } from 'react';
import { type TextNamespace, type TextOf, textOf, useLanguage } from './i18n.ts';
import { notice } from './notices.ts';
import { callQueryOptions, staleAfter } from './query.ts';
import { session } from './sessions.ts';

/** Where items are being shown, and what the place can do for an action. */
export interface ItemContext {
  place: 'list' | 'search' | 'favorites' | 'home' | 'viewer';
  /** The folder or cabinet in which the items lie; absent where they come from many. */
  parentId?: string;
  moduleType?: number;
  /** The caller's bits in that folder. */
  parentRights?: number;
  /** Nothing is put into that folder by hand: flows of its own feed it. */
  fedByFlows?: boolean;
  /** How the list is sorted, for "next" and "previous" through the whole folder. */
  sortField?: string;
  sortDirection?: 'asc' | 'desc';
  /** What was searched for: viewers find it in the document. */
  keyword?: string;
  /** All items shown around, for "next" and "previous". */
  siblings?: Item[];
  go: (path: string) => void;
  startRename?: (id: string) => void;
  showDetails?: (tab?: string) => void;
}

/** Something that can be done with the selected items: in the bar, the context menu and by key, always in the same order. */
export interface ItemAction<R extends TextNamespace = TextNamespace> {
  /** Unique, room first: `labels.star`. */
  id: string;
  room: R;
  label: (t: TextOf<R>, items: Item[]) => string;
  /** Fewer words, where a phone has little room. */
  short?: (t: TextOf<R>) => string;
  icon: ReactNode;
  /** As `useHotkeys` reads it: `F2`, `mod+c`, `Delete`. */
  key?: string;
  /** Groups stand apart by a line, lowest first. */
  group: number;
  shown: (items: Item[], ctx: ItemContext) => boolean;
  run: (items: Item[], ctx: ItemContext) => void | Promise<void>;
  /** Of something done in the place itself: what has to be known before it can say whether it is shown there. */
  asks?: (ctx: ItemContext) => { route: Route; input: object } | undefined;
  danger?: boolean;
  /** Changes nothing and shows no contents, and so stands also for who views as somebody else. */
  inView?: boolean;
  /** At most so many items at once: with more it stands there disabled and says why. */
  most?: number;
  /** Done in the place itself, with nothing selected: `shown` and `run` get no items. */
  place?: boolean;
}

/** Declares an action whose label takes its room's words. */
export function itemAction<R extends TextNamespace>(room: R, action: Omit<ItemAction<R>, 'room'>): ItemAction {
  return { ...action, room };
}

/** A tab of the details pane. */
export interface ItemTab<R extends TextNamespace = TextNamespace> {
  id: string;
  room: R;
  label: (t: TextOf<R>) => string;
  /** Lowest first. */
  order: number;
  shown: (item: Item) => boolean;
  /** Stands also for who views as somebody else. */
  inView?: boolean;
  Component: ComponentType<{ item: Item }>;
}

/** Declares a tab whose label takes its room's words. */
export function itemTab<R extends TextNamespace>(room: R, tab: Omit<ItemTab<R>, 'room'>): ItemTab {
  return { ...tab, room };
}

/** What a room adds to the dialog that makes a folder: what it is made from, in a place. */
export type NewFolderExtension = ComponentType<{ parentId: string; value: string | undefined; onChange: (id: string | undefined) => void }>;

/** What the rooms add to items, joined by the app. */
export interface ItemExtensions {
  actions: ItemAction[];
  tabs: ItemTab[];
  /** Opens an item as the person prefers: a folder in the list, a document in its viewer. */
  open: (item: Item, ctx: ItemContext) => void | Promise<void>;
  /** Shows a document in its viewer, or one of its older revisions. */
  view: (item: Item, ctx: Pick<ItemContext, 'go'>, currentRev?: string) => void | Promise<void>;
  /** Shows a document large over the list. */
  quickLook: (item: Item, ctx: ItemContext) => void;
  /** Compares two documents, or two revisions of one; the older one comes first. */
  compare?: (compared: { id: string; currentRev?: string; otherId: string; otherRev?: string }, ctx: Pick<ItemContext, 'go'>) => void;
  newFolder?: NewFolderExtension;
}

export const ItemExtensionsContext = createContext<ItemExtensions>({
  actions: [],
  tabs: [],
  open: () => undefined,
  view: () => undefined,
  quickLook: () => undefined,
});

/** An action as it stands for a selection: with its words, ready to run. */
export interface ReadyAction {
  id: string;
  label: string;
  short?: string;
  icon: ItemAction['icon'];
  key?: string;
  group: number;
  danger?: boolean;
  /** Why it cannot be done with these items. */
  blocked?: string;
  run: () => void;
}

/** What actions ask for in every place changes seldom. */
const askedStaleMs = 5 * 60_000;

/** What can be done with these items here, in order. */
export function useItemActions(items: Item[], ctx: ItemContext): ReadyAction[] {
  const { actions } = use(ItemExtensionsContext);
  useLanguage();
  const here = actions
    .filter((action) => action.inView === true || !session.viewsAs())
    .filter((action) => (items.length === 0) === (action.place === true));
  useQueries({
    queries: here.flatMap((action) => {
      const asked = action.asks?.(ctx);
      return asked === undefined ? [] : [{ ...callQueryOptions(asked.route, asked.input), staleTime: staleAfter(askedStaleMs) }];
    }),
  });
  return here
    .filter((action) => action.shown(items, ctx))
    .toSorted((a, b) => a.group - b.group)
    .map(({ id, icon, key, group, danger, most, room, label, short, run }) => ({
      id,
      icon,
      group,
      ...(key && { key }),
      ...(danger && { danger }),
      ...(short && { short: short(textOf(room)) }),
      ...(most !== undefined && items.length > most && { blocked: textOf('platform')('tooMany', { count: most }) }),
      label: label(textOf(room), items),
      // A refusal has been shown by `call` already.
      run: () => {
        if (most !== undefined && items.length > most) notice.warning(textOf('platform')('tooMany', { count: most }));
        else void Promise.resolve(run(items, ctx)).catch(() => undefined);
      },
    }));
}

/** The tabs of the details pane for an item, in order, with their words. */
export function useItemTabs(item: Item | undefined): { id: string; label: string; Component: ItemTab['Component'] }[] {
  const { tabs } = use(ItemExtensionsContext);
  useLanguage();
  if (!item) return [];
  return tabs
    .filter((tab) => tab.shown(item) && (tab.inView === true || !session.viewsAs()))
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, room, label, Component }) => ({ id, label: label(textOf(room)), Component }));
}
