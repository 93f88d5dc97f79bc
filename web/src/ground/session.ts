const key = 'dossier-token';
/** In a tab that looks as somebody else: the token of that look, or that it is over. */
const lookKey = 'dossier-look';
const over = 'over';

const look = (): string | null => sessionStorage.getItem(lookKey);

/**
 * The token of the signed-in person, kept in local storage so that all tabs share it. A tab that looks as somebody else keeps the token of
 * that to itself, and afterwards has none: it never goes on as the person who looked without being told to.
 */
export const session = {
  token: (): string | null => {
    const kept = look();
    return kept === null ? localStorage.getItem(key) : kept === over ? null : kept;
  },
  start(token: string): void {
    sessionStorage.removeItem(lookKey);
    localStorage.setItem(key, token);
  },
  clear(): void {
    if (look() === null) localStorage.removeItem(key);
    else sessionStorage.setItem(lookKey, over);
  },
  /** Looks as somebody else in this tab from now on. */
  startLook(token: string): void {
    sessionStorage.setItem(lookKey, token);
  },
  /** Whether this tab looks as somebody else. */
  looks: (): boolean => look() !== null && look() !== over,
  /** Whether it did, and nobody has said yet how to go on. */
  lookIsOver: (): boolean => look() === over,
  /** Goes on in this tab as oneself. */
  leaveLook(): void {
    sessionStorage.removeItem(lookKey);
  },
  /** Calls back when somebody signed in or out in another tab. */
  onChangeElsewhere(tell: () => void): void {
    addEventListener('storage', (event) => {
      if (event.key === key && event.newValue !== event.oldValue) tell();
    });
  },
};

/** Where a tab goes whose look as somebody else is over. */
export const lookOverPath = '/view-as/over';
