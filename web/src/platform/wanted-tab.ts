import { create } from 'zustand';

interface WantedTab {
  /** The document, and the tab of its details that is to be shown as soon as its viewer is there. */
  wanted?: { id: string; tab: string } | undefined;
}

export const useWantedTab = create<WantedTab>(() => ({}));

/** Shows a tab of the details beside a document, as soon as its viewer is there. */
export const showTabOf = (id: string, tab: string): void => useWantedTab.setState({ wanted: { id, tab } });

/** Takes the wanted tab of a document, for its viewer; one in another window gets it by its address. */
export function takeWantedTab(id: string): string | undefined {
  const { wanted } = useWantedTab.getState();
  if (wanted?.id !== id) return undefined;
  useWantedTab.setState({ wanted: undefined });
  return wanted.tab;
}
