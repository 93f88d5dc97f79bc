import { useEffect, useState, useSyncExternalStore } from 'react';
import { useBrand } from '../appearance.ts';

/** True when `active` has been true for a while: quick answers show no skeleton. */
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

/** The product's name as the browser tab shows it after the page's title. */
const productTitle = 'DOC';

/** Shows a title in the browser tab: "Home - DOC". */
export function usePageTitle(title: string | undefined): void {
  const product = useBrand((brand) => brand.title) ?? productTitle;
  useEffect(() => {
    if (title) document.title = `${title} - ${product}`;
  }, [title, product]);
}
