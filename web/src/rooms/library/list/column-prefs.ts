import { useLocation } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type ColumnPrefs, noColumnPrefs, useListPrefs } from './list-prefs.ts';

/** Lists of one area share their columns; searches have their own. */
export function listPlace(path: string): string {
  return path.endsWith('/search') ? 'search' : (path.split('/')[1] ?? '');
}

/** The columns of the place one is in, and how to change them. */
export function useColumnPrefs(): { prefs: ColumnPrefs; change: (changes: (before: ColumnPrefs) => Partial<ColumnPrefs>) => void } {
  const place = useLocation({ select: (location) => listPlace(location.pathname) });
  const prefs = useListPrefs((all) => all.places[place]) ?? noColumnPrefs;
  const change = useCallback(
    (changes: (before: ColumnPrefs) => Partial<ColumnPrefs>) =>
      useListPrefs.setState(({ places }) => {
        const before = places[place] ?? noColumnPrefs;
        return { places: { ...places, [place]: { ...before, ...changes(before) } } };
      }),
    [place],
  );
  return { prefs, change };
}
