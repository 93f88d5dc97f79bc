const tokenKey = 'dossier-token';
/** In a tab that views as somebody else: the token of that view, or that it is over. */
const viewKey = 'dossier-view-as';
const viewOver = 'over';

const storedViewToken = (): string | null => sessionStorage.getItem(viewKey);

/** What this window knows of the token in local storage: word of another window's change may come late, when it is known already. */
let knownToken = localStorage.getItem(tokenKey);

function storeToken(token: string | null): void {
  knownToken = token;
  if (token === null) localStorage.removeItem(tokenKey);
  else localStorage.setItem(tokenKey, token);
}

/**
 * The token of the signed-in person, kept in local storage so that all tabs share it. A tab that views as somebody else keeps the token of
 * that to itself, and afterwards has none: it never goes on as the person who viewed without being told to.
 */
export const session = {
  token: (): string | null => {
    const kept = storedViewToken();
    return kept === null ? localStorage.getItem(tokenKey) : kept === viewOver ? null : kept;
  },
  start(token: string): void {
    sessionStorage.removeItem(viewKey);
    storeToken(token);
  },
  clear(): void {
    if (storedViewToken() === null) storeToken(null);
    else sessionStorage.setItem(viewKey, viewOver);
  },
  /** Views as somebody else in this tab from now on. */
  startView(token: string): void {
    sessionStorage.setItem(viewKey, token);
  },
  /** Whether this tab views as somebody else. */
  viewsAs: (): boolean => storedViewToken() !== null && storedViewToken() !== viewOver,
  /** Whether it did, and nobody has said yet how to go on. */
  viewIsOver: (): boolean => storedViewToken() === viewOver,
  /** Goes on in this tab as oneself. */
  leaveView(): void {
    sessionStorage.removeItem(viewKey);
  },
  /** Calls back when somebody signed in or out in another tab. */
  onChangeElsewhere(tell: () => void): void {
    addEventListener('storage', (event) => {
      const found = localStorage.getItem(tokenKey);
      if (event.key !== tokenKey || found === knownToken) return;
      knownToken = found;
      tell();
    });
  },
};

/** Where a tab goes whose view as somebody else is over. */
export const viewOverPath = '/view-as/over';

/** Where a password that is due is changed, before anything else. */
export const passwordDuePath = '/password';

/** The visit of this tab: kept in its session storage. */
const ownKey = 'dossier-share-token';
/** The visits of this browser by the token of their link, for its other tabs. */
const sharedKey = 'dossier-visits';
/** Another tab takes up a visit that was in use so short a time ago; whoever comes later is asked at the door again. */
const idleMs = 30 * 60_000;
const noteEveryMs = 60_000;

interface OwnShareSession {
  /** The link. */
  token: string;
  /** What its visit is known by. */
  sessionId: string;
}

/** A visit as other tabs find it: its id, and when it was last in use. */
type SharedSessions = Record<string, [sessionId: string, at: number] | undefined>;

function ownShareSession(): OwnShareSession | undefined {
  try {
    const { token, sessionId } = JSON.parse(sessionStorage.getItem(ownKey) ?? '') as Partial<OwnShareSession>;
    return typeof token === 'string' && typeof sessionId === 'string' ? { token, sessionId } : undefined;
  } catch {
    return undefined;
  }
}

/** The visits that another tab may take up, without those that lay too long. */
function readShared(): Map<string, [sessionId: string, at: number]> {
  try {
    const all = Object.entries(JSON.parse(localStorage.getItem(sharedKey) ?? '{}') as SharedSessions);
    return new Map(all.flatMap(([token, one]) => (one && Date.now() - one[1] < idleMs ? [[token, one]] : [])));
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

/** The visit of a shared link in this tab: its id goes into a header, never into an address. */
export const shareSession = {
  token: (): string | undefined => ownShareSession()?.token,
  sessionId: (): string | undefined => ownShareSession()?.sessionId,
  begin(now: OwnShareSession): void {
    sessionStorage.setItem(ownKey, JSON.stringify(now));
    updateShared((all) => all.set(now.token, [now.sessionId, Date.now()]));
  },
  /** Whether this tab visits a link; it goes on with a visit of it that another tab has begun. */
  resume(token: string): boolean {
    if (ownShareSession()?.token === token) return true;
    const sessionId = readShared().get(token)?.[0];
    if (sessionId === undefined) return false;
    sessionStorage.setItem(ownKey, JSON.stringify({ token, sessionId }));
    return true;
  },
  /** Remembers that the visit is in use. */
  touch(): void {
    const now = ownShareSession();
    if (now === undefined || Date.now() - touchedAt < noteEveryMs) return;
    touchedAt = Date.now();
    updateShared((all) => all.set(now.token, [now.sessionId, touchedAt]));
  },
  /** Forgets the visit, because it was left. */
  leave(): void {
    const now = ownShareSession();
    sessionStorage.removeItem(ownKey);
    updateShared((all) => {
      if (now !== undefined && all.get(now.token)?.[0] === now.sessionId) all.delete(now.token);
    });
  },
  /** No other tab takes up any visit of this browser: the person who may have come as themselves has signed out. */
  forgetShared: (): void => localStorage.removeItem(sharedKey),
  /** The server knows the visit no more. Another one may have begun since. */
  end(sessionId: string | undefined): void {
    if (sessionId !== shareSession.sessionId()) return;
    shareSession.leave();
    onEnded();
  },
  /** Calls back when a visit came to its end under the page. */
  onEnd(tell: () => void): void {
    onEnded = tell;
  },
};
