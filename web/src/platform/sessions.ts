const tokenKey = 'dossier-token';
/** In the tab of a view-as session: its token, or that it is over. */
const viewKey = 'dossier-view-as';
const viewOver = 'over';

const storedViewToken = (): string | null => sessionStorage.getItem(viewKey);

/** The token by which this window makes its calls: never one of another sign-in, of which it is told later than that is stored. */
let ownToken = localStorage.getItem(tokenKey);
/** The last token of local storage that this window has seen: the event of another window's change may come late. */
let knownToken = ownToken;

function storeToken(token: string | null): void {
  const isOwnStored = localStorage.getItem(tokenKey) === ownToken;
  ownToken = token;
  // the session of another sign-in is not ended with this one
  if (token === null && !isOwnStored) return;
  knownToken = token;
  if (token === null) localStorage.removeItem(tokenKey);
  else localStorage.setItem(tokenKey, token);
}

/**
 * The session token of the signed-in user, in local storage, so that all tabs share it. A view-as session has its token in its own tab
 * only, and afterwards none: the tab never continues as the administrator without their consent.
 */
export const session = {
  token: (): string | null => {
    const stored = storedViewToken();
    return stored === null ? ownToken : stored === viewOver ? null : stored;
  },
  /** The token of the last sign-in in this browser, which may be one of another tab. */
  stored: (): string | null => localStorage.getItem(tokenKey),
  start(token: string): void {
    sessionStorage.removeItem(viewKey);
    storeToken(token);
  },
  clear(): void {
    if (storedViewToken() === null) storeToken(null);
    else sessionStorage.setItem(viewKey, viewOver);
  },
  /** Starts a view-as session in this tab. */
  startView(token: string): void {
    sessionStorage.setItem(viewKey, token);
  },
  /** Whether this tab is in a view-as session. */
  viewsAs: (): boolean => storedViewToken() !== null && storedViewToken() !== viewOver,
  /** Whether its view-as session is over, and the user has not chosen how to continue. */
  viewIsOver: (): boolean => storedViewToken() === viewOver,
  /** Continues with the user's own session in this tab. */
  leaveView(): void {
    sessionStorage.removeItem(viewKey);
  },
  /** Calls back after a sign-in or sign-out in another tab. */
  onChangeElsewhere(notify: () => void): void {
    addEventListener('storage', (event) => {
      const found = localStorage.getItem(tokenKey);
      if (event.key !== tokenKey || found === knownToken) return;
      knownToken = found;
      notify();
    });
  },
};

/** The page of a tab whose view-as session is over. */
export const viewOverPath = '/view-as/over';

/** The page that changes an overdue password, before anything else. */
export const passwordDuePath = '/password';

/** The share session of this tab, in session storage. */
const ownKey = 'dossier-share-token';
/** The share sessions of this browser by link token, for its other tabs. */
const sharedKey = 'dossier-visits';
/** Another tab takes over a share session that was used within this time; later the link must be opened again. */
const idleMs = 30 * 60_000;
const noteEveryMs = 60_000;

interface OwnShareSession {
  /** The token of the link. */
  token: string;
  /** The id of the share session. */
  sessionId: string;
}

/** A share session as stored for other tabs: its id, and its last use. */
type SharedSessions = Record<string, [sessionId: string, at: number] | undefined>;

function ownShareSession(): OwnShareSession | undefined {
  try {
    const { token, sessionId } = JSON.parse(sessionStorage.getItem(ownKey) ?? '') as Partial<OwnShareSession>;
    return typeof token === 'string' && typeof sessionId === 'string' ? { token, sessionId } : undefined;
  } catch {
    return undefined;
  }
}

/** The share sessions that another tab may take over, without idle ones. */
function readShared(): Map<string, [sessionId: string, at: number]> {
  try {
    const all = Object.entries(JSON.parse(localStorage.getItem(sharedKey) ?? '{}') as SharedSessions);
    return new Map(all.flatMap(([token, entry]) => (entry && Date.now() - entry[1] < idleMs ? [[token, entry]] : [])));
  } catch {
    return new Map();
  }
}

function updateShared(change: (all: Map<string, [sessionId: string, at: number]>) => void): void {
  const all = readShared();
  change(all);
  if (all.size === 0) localStorage.removeItem(sharedKey);
  else localStorage.setItem(sharedKey, JSON.stringify(Object.fromEntries(all)));
}

let touchedAt = 0;
let onEnded = (): void => undefined;

/** The share session of this tab: its id goes into a header, never into an address. */
export const shareSession = {
  token: (): string | undefined => ownShareSession()?.token,
  sessionId: (): string | undefined => ownShareSession()?.sessionId,
  begin(now: OwnShareSession): void {
    sessionStorage.setItem(ownKey, JSON.stringify(now));
    updateShared((all) => all.set(now.token, [now.sessionId, Date.now()]));
  },
  /** Whether this tab has a share session for a link; takes one over from another tab. */
  resume(token: string): boolean {
    if (ownShareSession()?.token === token) return true;
    const sessionId = readShared().get(token)?.[0];
    if (sessionId === undefined) return false;
    sessionStorage.setItem(ownKey, JSON.stringify({ token, sessionId }));
    return true;
  },
  /** Records that the share session is in use. */
  touch(): void {
    const now = ownShareSession();
    if (now === undefined || Date.now() - touchedAt < noteEveryMs) return;
    touchedAt = Date.now();
    updateShared((all) => all.set(now.token, [now.sessionId, touchedAt]));
  },
  /** Clears the share session after the visitor left it. */
  leave(): void {
    const now = ownShareSession();
    sessionStorage.removeItem(ownKey);
    updateShared((all) => {
      if (now !== undefined && all.get(now.token)?.[0] === now.sessionId) all.delete(now.token);
    });
  },
  /** Clears the share sessions stored for other tabs: they may belong to the account that has signed out. */
  forgetShared: (): void => localStorage.removeItem(sharedKey),
  /** The server no longer knows the share session. Another one may have begun since. */
  end(sessionId: string | undefined): void {
    if (sessionId !== shareSession.sessionId()) return;
    shareSession.leave();
    onEnded();
  },
  /** Calls back when the share session has ended during the visit. */
  onEnd(notify: () => void): void {
    onEnded = notify;
  },
};
