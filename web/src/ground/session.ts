const key = 'dossier-token';

/** The token of the signed-in person, kept in local storage so that all tabs share it. */
export const session = {
  token: (): string | null => localStorage.getItem(key),
  start(token: string): void {
    localStorage.setItem(key, token);
  },
  clear(): void {
    localStorage.removeItem(key);
  },
  /** Calls back when somebody signed in or out in another tab. */
  onChangeElsewhere(tell: () => void): void {
    addEventListener('storage', (event) => {
      if (event.key === key && event.newValue !== event.oldValue) tell();
    });
  },
};
