const key = 'dossier-token';
const endings = new Set<() => void>();

/** The token of the signed-in person, kept in local storage so that all tabs share it. */
export const session = {
  token: (): string | null => localStorage.getItem(key),
  start(token: string): void {
    localStorage.setItem(key, token);
  },
  /** Forgets the token and tells who listens; a second call does nothing. */
  clear(): void {
    if (localStorage.getItem(key) === null) return;
    localStorage.removeItem(key);
    for (const tell of endings) tell();
  },
  /** Calls back when the session ends here or in another tab. */
  onEnd(tell: () => void): () => void {
    endings.add(tell);
    return () => endings.delete(tell);
  },
};

addEventListener('storage', (event) => {
  if (event.key === key && event.newValue === null) for (const tell of endings) tell();
});
