import { session } from '../../../ground/session.ts';

/** The address that another system wanted to lead to, with that system's own value; never with the session of this site. */
export function handOn(redUrl: string, token: string | undefined): string {
  if (token === undefined || token === '' || token === session.token()) return redUrl;
  const url = new URL(redUrl, location.origin);
  if (!url.searchParams.has('token')) url.searchParams.set('token', token);
  return url.href;
}
