import { type Layout, layoutIn, withLayout } from './layout-choice.ts';
import { useListPrefs } from './list-prefs.ts';

/** A place by what names it and the places that it lies in, from the top. */
export interface LaidOut {
  moduleType: number;
  ancestors: readonly { id: string }[];
}

const keysOf = ({ moduleType, ancestors }: LaidOut): string[] => [...ancestors.map(({ id }) => id).toReversed(), `area${moduleType}`];

/** How the things of a place are laid out. */
export const useLayout = (place: LaidOut): Layout => useListPrefs(({ layouts, layout }) => layoutIn(layouts, keysOf(place), layout));

/** Chooses the layout of a place, and of all below that have none of their own. */
export function chooseLayout(place: LaidOut, chosen: Layout): void {
  useListPrefs.setState(({ layouts, layout }) => ({ layouts: withLayout(layouts, { keys: keysOf(place), chosen, otherwise: layout }) }));
}
