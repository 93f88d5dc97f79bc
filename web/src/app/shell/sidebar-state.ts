import { create } from 'zustand';

const cookie = 'sidebarStatus';

interface SidebarState {
  /** Beside the page; remembered. */
  open: boolean;
  /** Over the page, in a narrow window. */
  over: boolean;
  toggle: () => void;
  toggleOver: () => void;
  closeOver: () => void;
}

/** Whether the sidebar is shown; the cookie sidebarStatus remembers it as 1 or 0. */
export const useSidebar = create<SidebarState>()((set, get) => ({
  open: !document.cookie.split('; ').includes(`${cookie}=0`),
  over: false,
  toggle: () => {
    const open = !get().open;
    document.cookie = `${cookie}=${open ? 1 : 0}; path=/; max-age=31536000; samesite=lax`;
    set({ open });
  },
  toggleOver: () => set({ over: !get().over }),
  closeOver: () => set({ over: false }),
}));
