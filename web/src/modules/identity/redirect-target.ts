/** The path to go to after signing in: only one of our own origin, and never the sign-in page again. */
export function safeRedirect(wanted: string | undefined, origin: string): string {
  // Browsers read "\" as "/" and drop tabs and line ends, which turns "/\evil" into another host.
  if (!wanted?.startsWith('/') || /^\/[/\\]|[\u0000-\u001f]/.test(wanted)) return '/';
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin) return '/';
  // "/.//evil" is "//evil" once its dots are taken out
  const path = url.pathname.replace(/^\/[/\\]+/, '/');
  return path === '/login' ? '/' : path + url.search + url.hash;
}

const targetKey = 'dossier-after-door';

/** Keeps where to go after signing in, while this tab is at an outside service. */
export function saveRedirectTarget(target: string): void {
  sessionStorage.setItem(targetKey, target);
}

/** Where to go after an outside sign-in; forgotten when asked. */
export function takeRedirectTarget(): string {
  const kept = sessionStorage.getItem(targetKey);
  sessionStorage.removeItem(targetKey);
  return safeRedirect(kept ?? undefined, location.origin);
}
