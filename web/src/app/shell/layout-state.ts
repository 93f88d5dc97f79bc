import { create } from 'zustand';
import { saveLayout } from '../../platform/account-preferences.ts';
import { type Appearance, useAppearance } from '../../platform/appearance.ts';
import { readCookie, writeCookie } from '../../platform/cookies.ts';

const cookie = 'sidebarStatus';

interface SidebarState {
  /** Beside the page; remembered. */
  open: boolean;
  /** Over the page, in a narrow window. */
  over: boolean;
  /** Closed by a navigation: without animation. */
  withoutAnimation: boolean;
  toggle: () => void;
  toggleOver: () => void;
  /** Closed by the user with animation; by a navigation without. */
  closeOver: (withoutAnimation: boolean) => void;
}

/** Whether the sidebar is shown; stored in the cookie sidebarStatus as 1 or 0. */
export const useSidebar = create<SidebarState>()((set, get) => ({
  open: readCookie(cookie) !== '0',
  over: false,
  withoutAnimation: false,
  toggle: () => {
    const open = !get().open;
    writeCookie(cookie, open ? '1' : '0');
    set({ open, withoutAnimation: false });
  },
  toggleOver: () => set({ over: !get().over, withoutAnimation: false }),
  closeOver: (withoutAnimation) => {
    if (get().over) set({ over: false, withoutAnimation });
  },
}));

/** Changes the appearance at once, and keeps it with the account. */
export function saveAppearance(changes: Partial<Appearance>): void {
  useAppearance.setState(changes);
  saveLayout('look', useAppearance.getState());
}
