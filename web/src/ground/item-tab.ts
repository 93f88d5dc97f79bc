import type { Item } from '@dossier/contract/library';
import type { ComponentType } from 'react';
import type { TextOf, TextRoom } from './text.ts';

/** A tab of the details pane. */
export interface ItemTab<R extends TextRoom = TextRoom> {
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
export function itemTab<R extends TextRoom>(room: R, tab: Omit<ItemTab<R>, 'room'>): ItemTab {
  return { ...tab, room };
}
