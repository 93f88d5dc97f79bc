import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** A visited view: one tab for each path, with the query string it was left with. */
export interface Tab {
  path: string;
  href: string;
  /** Pinned: cannot be closed. */
  affix?: boolean;
}

interface Tabs {
  list: Tab[];
  visit: (tab: Tab) => void;
  close: (paths: readonly string[]) => void;
  clear: () => void;
}

/** The target when every tab was closed. */
const home = '/home';
const first: Tab[] = [{ path: home, href: home, affix: true }];

/** The tabs that remain when these are closed. */
export const remainingTabs = (list: readonly Tab[], paths: readonly string[]): Tab[] =>
  list.filter((tab) => tab.affix === true || !paths.includes(tab.path));

/** The target after closing tabs: none while the current one remains, else the newest remaining tab. */
export function tabAfterClosing(list: readonly Tab[], paths: readonly string[], current: string): string | undefined {
  const left = remainingTabs(list, paths);
  if (left.some(({ path }) => path === current)) return undefined;
  return left.at(-1)?.href ?? home;
}

/** The tabs of this window, kept over a reload. */
export const useTabs = create<Tabs>()(
  persist(
    (set) => ({
      list: first,
      visit: (tab) =>
        set(({ list }) => {
          const known = list.find(({ path }) => path === tab.path);
          if (known?.href === tab.href) return {};
          return { list: known ? list.map((old) => (old === known ? tab : old)) : [...list, tab] };
        }),
      close: (paths) => set(({ list }) => ({ list: remainingTabs(list, paths) })),
      clear: () => set({ list: first }),
    }),
    { name: 'dossier-tabs', storage: createJSONStorage(() => sessionStorage), partialize: ({ list }) => ({ list }) },
  ),
);
