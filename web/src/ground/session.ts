const key = 'dossier-token';
/** In a tab that views as somebody else: the token of that view, or that it is over. */
const viewKey = 'dossier-view-as';
const over = 'over';

const view = (): string | null => sessionStorage.getItem(viewKey);

/** What this window knows of the token in local storage: word of another window's change may come late, when it is known already. */
let known = localStorage.getItem(key);

function keep(token: string | null): void {
  known = token;
  if (token === null) localStorage.removeItem(key);
  else localStorage.setItem(key, token);
}

/**
 * The token of the signed-in person, kept in local storage so that all tabs share it. A tab that views as somebody else keeps the token of
 * that to itself, and afterwards has none: it never goes on as the person who viewed without being told to.
 */
export const session = {
  token: (): string | null => {
    const kept = view();
    return kept === null ? localStorage.getItem(key) : kept === over ? null : kept;
  },
  start(token: string): void {
    sessionStorage.removeItem(viewKey);
    keep(token);
  },
  clear(): void {
    if (view() === null) keep(null);
    else sessionStorage.setItem(viewKey, over);
  },
  /** Views as somebody else in this tab from now on. */
  startView(token: string): void {
    sessionStorage.setItem(viewKey, token);
  },
  /** Whether this tab views as somebody else. */
  viewsAs: (): boolean => view() !== null && view() !== over,
  /** Whether it did, and nobody has said yet how to go on. */
  viewIsOver: (): boolean => view() === over,
  /** Goes on in this tab as oneself. */
  leaveView(): void {
    sessionStorage.removeItem(viewKey);
  },
  /** Calls back when somebody signed in or out in another tab. */
  onChangeElsewhere(tell: () => void): void {
    addEventListener('storage', (event) => {
      const found = localStorage.getItem(key);
      if (event.key !== key || found === known) return;
      known = found;
      tell();
    });
  },
};

/** Where a tab goes whose view as somebody else is over. */
export const viewOverPath = '/view-as/over';

/** Where a password that is due is changed, before anything else. */
export const passwordDuePath = '/password';
