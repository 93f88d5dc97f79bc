import { useSyncExternalStore } from 'react';

let word: string | undefined;
const listeners = new Set<() => void>();

/** Leaves a sentence at the sign-in page for whoever is sent there; undefined takes it away. */
export function tellAtDoor(text: string | undefined): void {
  word = text;
  for (const tell of listeners) tell();
}

/** The sentence that was left at the sign-in page. */
export function useDoorWord(): string | undefined {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => word,
  );
}
