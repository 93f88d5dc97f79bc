/** The visit of this tab: kept in its session storage. */
const key = 'dossier-share-token';
/** The visits of this browser by the token of their link, for its other tabs. */
const sharedKey = 'dossier-visits';
/** Another tab takes up a visit that was in use so short a time ago; whoever comes later is asked at the door again. */
const idleMs = 30 * 60_000;
const noteEveryMs = 60_000;

interface Kept {
  /** The link. */
  token: string;
  /** What its visit is known by. */
  sessionId: string;
}

/** A visit as other tabs find it: its id, and when it was last in use. */
type Shared = Record<string, [sessionId: string, at: number] | undefined>;

function kept(): Kept | undefined {
  try {
    const { token, sessionId } = JSON.parse(sessionStorage.getItem(key) ?? '') as Partial<Kept>;
    return typeof token === 'string' && typeof sessionId === 'string' ? { token, sessionId } : undefined;
  } catch {
    return undefined;
  }
}

/** The visits that another tab may take up, without those that lay too long. */
function shared(): Map<string, [sessionId: string, at: number]> {
  try {
    const all = Object.entries(JSON.parse(localStorage.getItem(sharedKey) ?? '{}') as Shared);
    return new Map(all.flatMap(([token, one]) => (one && Date.now() - one[1] < idleMs ? [[token, one]] : [])));
  } catch {
    return new Map();
  }
}

function share(change: (all: Map<string, [sessionId: string, at: number]>) => void): void {
  const all = shared();
  change(all);
  if (all.size === 0) localStorage.removeItem(sharedKey);
  else localStorage.setItem(sharedKey, JSON.stringify(Object.fromEntries(all)));
}

let noted = 0;
let tellEnd = (): void => undefined;

/** The visit of a shared link in this tab: its id goes into a header, never into an address. */
export const visit = {
  token: (): string | undefined => kept()?.token,
  sessionId: (): string | undefined => kept()?.sessionId,
  begin(now: Kept): void {
    sessionStorage.setItem(key, JSON.stringify(now));
    share((all) => all.set(now.token, [now.sessionId, Date.now()]));
  },
  /** Whether this tab visits a link; it goes on with a visit of it that another tab has begun. */
  resume(token: string): boolean {
    if (kept()?.token === token) return true;
    const sessionId = shared().get(token)?.[0];
    if (sessionId === undefined) return false;
    sessionStorage.setItem(key, JSON.stringify({ token, sessionId }));
    return true;
  },
  /** Remembers that the visit is in use. */
  note(): void {
    const now = kept();
    if (now === undefined || Date.now() - noted < noteEveryMs) return;
    noted = Date.now();
    share((all) => all.set(now.token, [now.sessionId, noted]));
  },
  /** Forgets the visit, because it was left. */
  leave(): void {
    const now = kept();
    sessionStorage.removeItem(key);
    share((all) => {
      if (now !== undefined && all.get(now.token)?.[0] === now.sessionId) all.delete(now.token);
    });
  },
  /** No other tab takes up any visit of this browser: the person who may have come as themselves has signed out. */
  forgetShared: (): void => localStorage.removeItem(sharedKey),
  /** The server knows the visit no more. Another one may have begun since. */
  end(sessionId: string | undefined): void {
    if (sessionId !== visit.sessionId()) return;
    visit.leave();
    tellEnd();
  },
  /** Calls back when a visit came to its end under the page. */
  onEnd(tell: () => void): void {
    tellEnd = tell;
  },
};
