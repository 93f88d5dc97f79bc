import type { ComponentType } from 'react';
import type { RoleName } from './role.ts';
import type { TextRoom, Texts } from './text.ts';

/** A page of a room: its path, the key of its title in the room's words, and its chunk. */
export interface RoomRoute<R extends TextRoom = TextRoom> {
  path: string;
  room: R;
  title: Texts[R];
  /** `() => import('./home-page.tsx').then((m) => m.HomePage)` */
  load: () => Promise<ComponentType>;
  /** Asks the server for what the page will show first, before it is drawn; gets the query of its address. */
  ask?: (query: string) => void;
  /** Inside the shell, or alone in the window. */
  place: 'shell' | 'bare';
  /** Reachable without signing in. */
  open?: boolean;
  /** Stands in no theme of Ant Design, so that its first visit loads none; what needs one there stands in `Dress`. */
  plain?: boolean;
  /** Who may come in; without it, everybody. */
  roles?: readonly RoleName[];
  /** Stands also for who views as somebody else; without it the page is closed to them. */
  inView?: boolean;
  /** In no menu and no breadcrumb. */
  hidden?: boolean;
  /** The path that menus mark while this page is shown, where it is not its own. */
  activeMenu?: string;
  /** Its tab cannot be closed. */
  affix?: boolean;
}

/** Goes to another path at once. */
export interface RoomRedirect {
  path: string;
  to: string;
}

/** Declares a room's pages with checked title keys. */
export function roomRoutes<R extends TextRoom>(room: R, pages: Omit<RoomRoute<R>, 'room'>[]): RoomRoute[] {
  return pages.map((page) => ({ ...page, room }));
}
