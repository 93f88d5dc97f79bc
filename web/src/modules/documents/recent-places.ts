import { create } from 'zustand';
import { onSavedLayout, saveLayout } from '../../platform/account-preferences.ts';

const partOfLayout = 'places';
const most = 3;

/** The ids of the folders that the user moved or copied to, the last one first. */
export const useRecentPlaces = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

onSavedLayout(partOfLayout, (value) => {
  if (Array.isArray(value))
    useRecentPlaces.setState({ ids: value.filter((id) => typeof id === 'string' && /^\d+$/.test(id)).slice(0, most) });
});

/** Remembers a folder with the account. */
export function rememberPlace(id: string): void {
  const ids = [id, ...useRecentPlaces.getState().ids.filter((other) => other !== id)].slice(0, most);
  useRecentPlaces.setState({ ids });
  saveLayout(partOfLayout, ids);
}
