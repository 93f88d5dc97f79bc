import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onSavedLayout, saveLayout } from '../../platform/account-preferences.ts';
import { type PanelName, type PanelPreferences, panelNames, validPreferences } from './panel-order.ts';

const first: PanelPreferences = { hidden: [], order: panelNames };

/** Which panels a person wants and in which order; kept in this browser and with the account. */
export const usePanelPreferences = create<PanelPreferences>()(persist(() => first, { name: 'dossier-home', version: 1 }));

let isRestoring = false;

usePanelPreferences.subscribe(({ hidden, order }) => {
  if (!isRestoring) saveLayout('home', { hidden, order });
});

onSavedLayout('home', (kept) => {
  isRestoring = true;
  usePanelPreferences.setState(validPreferences(kept));
  isRestoring = false;
});

/** Shows a panel, or leaves it out. */
export function showPanel(name: PanelName, shown: boolean): void {
  usePanelPreferences.setState(({ hidden }) => ({ hidden: shown ? hidden.filter((one) => one !== name) : [...hidden, name] }));
}

/** Changes places with the one that stands there, as far as the person sees it. */
export function swapPanels(one: PanelName, other: PanelName): void {
  usePanelPreferences.setState(({ order }) => ({ order: order.with(order.indexOf(one), other).with(order.indexOf(other), one) }));
}
