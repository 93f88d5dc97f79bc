import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onSavedLayout, saveLayout } from '../../platform/account-preferences.ts';

/** The hints for new users, in their order. */
export const hintNames = ['list', 'share', 'search', 'commands'] as const;
export type HintName = (typeof hintNames)[number];

interface SeenHints {
  seen: readonly HintName[];
}

/** The hints that the user has read or skipped; kept in this browser and with the account. */
export const useHints = create<SeenHints>()(persist((): SeenHints => ({ seen: [] }), { name: 'dossier-hints', version: 1 }));

onSavedLayout('hints', (stored) => {
  const raw = (stored as Partial<SeenHints> | null)?.seen;
  useHints.setState({ seen: hintNames.filter((name) => Array.isArray(raw) && raw.includes(name)) });
});

/** Keeps which hints are no longer to be shown. */
export function keepSeenHints(seen: readonly HintName[]): void {
  useHints.setState({ seen });
  saveLayout('hints', { seen });
}
