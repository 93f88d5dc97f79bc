import { useEffect, useState, useSyncExternalStore } from 'react';
import { useBrand } from '../appearance.ts';

/** True when `active` has been true for a while: fast answers show no skeleton. */
export function useDelayed(active: boolean, milliseconds = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, milliseconds]);
  return active && late;
}

const queries = {
  phone: '(max-width: 599.98px)',
  hand: '(max-width: 599.98px) and (pointer: coarse)',
  finger: '(max-width: 599.98px), (pointer: coarse)',
  narrow: '(max-width: 991.98px)',
  laptop: '(max-width: 1399.98px)',
  still: '(prefers-reduced-motion: reduce)',
  dark: '(prefers-color-scheme: dark)',
};
const lists = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, matchMedia(query)])) as Record<
  keyof typeof queries,
  MediaQueryList
>;

const seen = new Map<string, boolean>();

/** Changes in a hidden page are applied when it is visible again. */
function read(name: keyof typeof queries): boolean {
  if (!document.hidden || !seen.has(name)) seen.set(name, lists[name].matches);
  return seen.get(name) as boolean;
}

/** Whether a media query holds now, for what is not drawn anew when it changes. */
export const isMedia = (name: keyof typeof queries): boolean => lists[name].matches;

/** Media queries: phone (under 600 px), handheld phone, a finger instead of a pointer, narrow (under 992 px), laptop (under 1400 px), reduced motion, dark. */
export function useMedia(name: keyof typeof queries): boolean {
  return useSyncExternalStore(
    (notify) => {
      lists[name].addEventListener('change', notify);
      document.addEventListener('visibilitychange', notify);
      return () => {
        lists[name].removeEventListener('change', notify);
        document.removeEventListener('visibilitychange', notify);
      };
    },
    () => read(name),
  );
}

/** The product's name after the page title in the browser tab. */
const productTitle = 'DOC';

/** Sets the title of the browser tab: "Home - DOC". */
export function usePageTitle(title: string | undefined): void {
  const product = useBrand((brand) => brand.title) ?? productTitle;
  useEffect(() => {
    if (title) document.title = `${title} - ${product}`;
  }, [title, product]);
}
