/** The path after signing in: only of the same origin, and never the sign-in page. */
export function safeRedirect(wanted: string | undefined, origin: string): string {
  // Browsers read "\" as "/" and drop tabs and line ends, which turns "/\evil" into another host.
  if (!wanted?.startsWith('/') || /^\/[/\\]|[\u0000-\u001f]/.test(wanted)) return '/';
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin) return '/';
  // "/.//evil" becomes "//evil" once its dots are removed
  const path = url.pathname.replace(/^\/[/\\]+/, '/');
  return path === '/login' ? '/' : path + url.search + url.hash;
}

const targetKey = 'dossier-after-door';

/** Stores the path after signing in while the tab is at an external provider. */
export function saveRedirectTarget(target: string): void {
  sessionStorage.setItem(targetKey, target);
}

/** The stored path after an external sign-in; removed when read. */
export function takeRedirectTarget(): string {
  const stored = sessionStorage.getItem(targetKey);
  sessionStorage.removeItem(targetKey);
  return safeRedirect(stored ?? undefined, location.origin);
}
