import type { ItemAction, ItemContext } from '../ground/item-action.ts';
import type { ItemTab } from '../ground/item-tab.ts';
import type { RoomRedirect, RoomRoute } from '../ground/room-route.ts';
import type { Item } from '@dossier/contract/library';

interface Routes {
  routes: RoomRoute[];
  redirects?: RoomRedirect[];
}

const routeFiles = import.meta.glob<Routes>('../rooms/*/routes.tsx', { eager: true });
const actionFiles = import.meta.glob<{ actions: ItemAction[] }>('../rooms/*/actions.{ts,tsx}', { eager: true });
const tabFiles = import.meta.glob<{ tabs: ItemTab[] }>('../rooms/*/tabs.{ts,tsx}', { eager: true });
const openFiles = import.meta.glob<{ openItem: (item: Item, ctx: ItemContext) => void }>('../rooms/content/open-item.{ts,tsx}', {
  eager: true,
});

/** All pages of the product. */
export const pages: RoomRoute[] = Object.values(routeFiles).flatMap((file) => file.routes);
export const redirects: RoomRedirect[] = Object.values(routeFiles).flatMap((file) => file.redirects ?? []);
export const actions: ItemAction[] = Object.values(actionFiles).flatMap((file) => file.actions);
export const tabs: ItemTab[] = Object.values(tabFiles).flatMap((file) => file.tabs);
export const openItem = Object.values(openFiles)[0]?.openItem ?? ((): void => undefined);

/** The page that stands at a path. */
export function findPage(path: string): RoomRoute | undefined {
  return pages.find((page) => page.path === path);
}
