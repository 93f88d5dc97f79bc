import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onSavedLayout, saveLayout } from '../../platform/account-preferences.ts';

/** The panels of the home page in their default order. */
export const panelNames = [
  'pending',
  'toRead',
  'accessRequests',
  'reviews',
  'votes',
  'scores',
  'meetings',
  'recent',
  'favorites',
  'customFolders',
  'newest',
  'activity',
  'moreFlows',
  'received',
  'internalShares',
  'recommended',
  'read',
  'popular',
  'tags',
  'readCount',
  'downloadCount',
] as const;
export type PanelName = (typeof panelNames)[number];

interface PanelPreferences {
  hidden: readonly PanelName[];
  /** All panels; ones added later stand at their default place. */
  order: readonly PanelName[];
}

/** A panel that two have taken the place of, as choices of users still name it. */
const former: Partial<Record<PanelName, string>> = { readCount: 'ownUse', downloadCount: 'ownUse' };

const known = (raw: unknown): PanelName[] =>
  panelNames.filter((name) => Array.isArray(raw) && (raw.includes(name) || raw.includes(former[name])));

/** The preferences stored with the account, without invalid values. */
export function validPreferences(raw: unknown): PanelPreferences {
  const { hidden, order } = (raw ?? {}) as { hidden?: unknown; order?: unknown };
  const wanted: unknown[] = Array.isArray(order) ? order : [];
  const placeOf = (name: PanelName): number => wanted.indexOf(wanted.includes(name) ? name : former[name]);
  const placed = known(wanted).toSorted((one, other) => placeOf(one) - placeOf(other));
  for (const [at, name] of panelNames.entries()) if (!placed.includes(name)) placed.splice(at, 0, name);
  return { hidden: known(hidden), order: placed };
}

const first: PanelPreferences = { hidden: [], order: panelNames };

/** The user's choice and order of panels; kept in this browser and with the account. */
export const usePanelPreferences = create<PanelPreferences>()(persist(() => first, { name: 'dossier-home', version: 1 }));

let isRestoring = false;

usePanelPreferences.subscribe(({ hidden, order }) => {
  if (!isRestoring) saveLayout('home', { hidden, order });
});

onSavedLayout('home', (stored) => {
  isRestoring = true;
  usePanelPreferences.setState(validPreferences(stored));
  isRestoring = false;
});

/** Shows or hides a panel. */
export function showPanel(name: PanelName, shown: boolean): void {
  usePanelPreferences.setState(({ hidden }) => ({ hidden: shown ? hidden.filter((one) => one !== name) : [...hidden, name] }));
}

/** Swaps a panel with its neighbour among those that the user sees. */
export function swapPanels(one: PanelName, other: PanelName): void {
  usePanelPreferences.setState(({ order }) => ({ order: order.with(order.indexOf(one), other).with(order.indexOf(other), one) }));
}
