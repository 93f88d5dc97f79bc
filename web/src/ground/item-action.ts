import type { Item } from '@dossier/contract/library';
import type { Route } from '@dossier/contract/route';
import type { ReactNode } from 'react';
import type { TextOf, TextRoom } from './text.ts';

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
export interface ItemAction<R extends TextRoom = TextRoom> {
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
export function itemAction<R extends TextRoom>(room: R, action: Omit<ItemAction<R>, 'room'>): ItemAction {
  return { ...action, room };
}
