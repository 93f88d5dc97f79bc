import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { keepLayout, takeLayout } from '../session/kept-layout.ts';
import { type HomePrefs, type PanelName, panelNames, soundPrefs } from './home-panels.ts';

const first: HomePrefs = { hidden: [], order: panelNames };

/** Which panels a person wants and in which order; kept in this browser and with the account. */
export const useHomePrefs = create<HomePrefs>()(persist(() => first, { name: 'dossier-home', version: 1 }));

let taking = false;

useHomePrefs.subscribe(({ hidden, order }) => {
  if (!taking) keepLayout('home', { hidden, order });
});

takeLayout('home', (kept) => {
  taking = true;
  useHomePrefs.setState(soundPrefs(kept));
  taking = false;
});

/** Shows a panel, or leaves it out. */
export function showPanel(name: PanelName, shown: boolean): void {
  useHomePrefs.setState(({ hidden }) => ({ hidden: shown ? hidden.filter((one) => one !== name) : [...hidden, name] }));
}

/** Changes places with the one that stands there, as far as the person sees it. */
export function swapPanels(one: PanelName, other: PanelName): void {
  useHomePrefs.setState(({ order }) => ({ order: order.with(order.indexOf(one), other).with(order.indexOf(other), one) }));
}
