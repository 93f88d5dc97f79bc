import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onSavedLayout, saveLayout } from '../../platform/account-preferences.ts';
import { type PanelName, type PanelPreferences, panelNames, validPreferences } from './panel-order.ts';

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
