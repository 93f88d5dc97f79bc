import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** A visited view: one tab for each path, which remembers the query it was left with. */
export interface Tab {
  path: string;
  href: string;
}

interface Tabs {
  list: Tab[];
  /** Counts up when the page is to be drawn anew. */
  turn: number;
  visit: (tab: Tab) => void;
  close: (paths: string[]) => void;
  refresh: () => void;
  clear: () => void;
}

/** The tab that cannot be closed. */
export const pinned = '/home';
const first: Tab[] = [{ path: pinned, href: pinned }];

/** The visited views of this window. */
export const useTabs = create<Tabs>()(
  persist(
    (set) => ({
      list: first,
      turn: 0,
      visit: (tab) =>
        set(({ list }) => ({
          list: list.some(({ path }) => path === tab.path) ? list.map((old) => (old.path === tab.path ? tab : old)) : [...list, tab],
        })),
      close: (paths) => set(({ list }) => ({ list: list.filter(({ path }) => path === pinned || !paths.includes(path)) })),
      refresh: () => set(({ turn }) => ({ turn: turn + 1 })),
      clear: () => set({ list: first }),
    }),
    { name: 'dossier-tabs', storage: createJSONStorage(() => sessionStorage), partialize: ({ list }) => ({ list }) },
  ),
);
