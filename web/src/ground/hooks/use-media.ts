import { useSyncExternalStore } from 'react';

const queries = {
  phone: '(max-width: 599.98px)',
  hand: '(max-width: 599.98px) and (pointer: coarse)',
  narrow: '(max-width: 991.98px)',
  still: '(prefers-reduced-motion: reduce)',
  dark: '(prefers-color-scheme: dark)',
};
const lists = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, matchMedia(query)])) as Record<
  keyof typeof queries,
  MediaQueryList
>;

const seen = new Map<string, boolean>();

/** What changes while the page is hidden is taken up when somebody looks again. */
function read(name: keyof typeof queries): boolean {
  if (!document.hidden || !seen.has(name)) seen.set(name, lists[name].matches);
  return seen.get(name) as boolean;
}

/** Whether the window is a phone's (under 600 px), a phone in the hand, narrow (under 992 px), wants no motion, or prefers dark. */
export function useMedia(name: keyof typeof queries): boolean {
  return useSyncExternalStore(
    (tell) => {
      lists[name].addEventListener('change', tell);
      document.addEventListener('visibilitychange', tell);
      return () => {
        lists[name].removeEventListener('change', tell);
        document.removeEventListener('visibilitychange', tell);
      };
    },
    () => read(name),
  );
}
