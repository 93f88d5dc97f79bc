import { safeRedirect } from './safe-redirect.ts';

const key = 'dossier-after-door';

/** Keeps where to go after signing in, while this tab is at an outside service. */
export function keepTarget(target: string): void {
  sessionStorage.setItem(key, target);
}

/** Where to go after an outside sign-in; forgotten when asked. */
export function takeTarget(): string {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return safeRedirect(kept ?? undefined, location.origin);
}
