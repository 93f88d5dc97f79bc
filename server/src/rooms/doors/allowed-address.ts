const own = 'http://own.invalid';

/** An address that may be followed: a path of our own, or http(s) at a host that the site allows. Written as browsers read it. */
export function allowedAddress(wanted: string | undefined, hosts: readonly string[]): string | undefined {
  if (wanted === undefined || wanted === '') return undefined;
  const url = URL.parse(wanted, own);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  // "//host", "/\host" and "\t/host" are other hosts to a browser: only what it reads as ours is
  if (url.origin === own) return wanted.startsWith('/') ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : undefined;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && (hosts.includes(url.host) || hosts.includes(url.hostname)) ? url.href : undefined;
}
