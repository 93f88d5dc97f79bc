/** Kept in session storage: each tab visits for itself, and nothing of it is left when the tab closes. */
const key = 'dossier-share-token';

interface Kept {
  /** The link. */
  token: string;
  /** What its visit is known by. */
  sessionId: string;
}

function kept(): Kept | undefined {
  try {
    const { token, sessionId } = JSON.parse(sessionStorage.getItem(key) ?? '') as Partial<Kept>;
    return typeof token === 'string' && typeof sessionId === 'string' ? { token, sessionId } : undefined;
  } catch {
    return undefined;
  }
}

let tellEnd = (): void => undefined;

/** The visit of a shared link in this tab: its id goes into a header, never into an address. */
export const visit = {
  token: (): string | undefined => kept()?.token,
  sessionId: (): string | undefined => kept()?.sessionId,
  begin: (now: Kept): void => sessionStorage.setItem(key, JSON.stringify(now)),
  /** Forgets the visit, because it was left. */
  leave: (): void => sessionStorage.removeItem(key),
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
