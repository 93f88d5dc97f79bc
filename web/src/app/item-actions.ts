import type { Item } from '@dossier/contract/library';
import type { ItemAction, ItemContext } from '../ground/item-action.ts';
import type { ItemJoin } from '../ground/item-context.ts';
import type { ItemTab } from '../ground/item-tab.ts';

const actionFiles = import.meta.glob<{ actions: ItemAction[] }>(['../rooms/*/actions.{ts,tsx}', '../rooms/*/*/actions.{ts,tsx}'], {
  eager: true,
});
const tabFiles = import.meta.glob<{ tabs: ItemTab[] }>('../rooms/*/tabs.{ts,tsx}', { eager: true });
const openFiles = import.meta.glob<{ openItem: (item: Item, ctx: ItemContext) => void }>('../rooms/content/open-item.{ts,tsx}', {
  eager: true,
});

/** What the rooms can do with an item, joined for the lists. */
export const itemJoin: ItemJoin = {
  actions: Object.values(actionFiles).flatMap((file) => file.actions),
  tabs: Object.values(tabFiles).flatMap((file) => file.tabs),
  open: Object.values(openFiles)[0]?.openItem ?? ((): void => undefined),
};
