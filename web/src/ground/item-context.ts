import type { Item } from '@dossier/contract/library';
import { useQueries } from '@tanstack/react-query';
import { type ComponentType, createContext, use } from 'react';
import type { ItemAction, ItemContext } from './item-action.ts';
import type { ItemTab } from './item-tab.ts';
import { notice } from './notice.ts';
import { freshFor } from './query.ts';
import { session } from './session.ts';
import { textOf, useLang } from './text.ts';
import { callQuery } from './use-call.ts';

/** What a room adds to the dialog that makes a folder: what it is made from, in a place. */
export type NewFolderPart = ComponentType<{ parentId: string; value: string | undefined; onChange: (id: string | undefined) => void }>;

/** What the rooms add to items, joined by the app. */
export interface ItemJoin {
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
  newFolder?: NewFolderPart;
}

export const ItemActionsContext = createContext<ItemJoin>({
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
const rarely = 5 * 60_000;

/** What can be done with these items here, in order. */
export function useItemActions(items: Item[], ctx: ItemContext): ReadyAction[] {
  const { actions } = use(ItemActionsContext);
  useLang();
  const here = actions
    .filter((action) => action.inView === true || !session.viewsAs())
    .filter((action) => (items.length === 0) === (action.place === true));
  useQueries({
    queries: here.flatMap((action) => {
      const asked = action.asks?.(ctx);
      return asked === undefined ? [] : [{ ...callQuery(asked.route, asked.input), staleTime: freshFor(rarely) }];
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
      ...(most !== undefined && items.length > most && { blocked: textOf('ground')('tooMany', { n: most }) }),
      label: label(textOf(room), items),
      // A refusal has been shown by `call` already.
      run: () => {
        if (most !== undefined && items.length > most) notice.warning(textOf('ground')('tooMany', { n: most }));
        else void Promise.resolve(run(items, ctx)).catch(() => undefined);
      },
    }));
}

/** The tabs of the details pane for an item, in order, with their words. */
export function useItemTabs(item: Item | undefined): { id: string; label: string; Component: ItemTab['Component'] }[] {
  const { tabs } = use(ItemActionsContext);
  useLang();
  if (!item) return [];
  return tabs
    .filter((tab) => tab.shown(item) && (tab.inView === true || !session.viewsAs()))
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, room, label, Component }) => ({ id, label: label(textOf(room)), Component }));
}
