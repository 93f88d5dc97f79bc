/** What is known of the request of a form. */
type FormRequest = Pick<Request, 'destination' | 'referrer' | 'headers'>;

/**
 * Whether a form that shares files was surely sent by another site, or from within a page, instead of by the share menu of the system.
 *
 * What a service worker sees of such a request (Chromium, in 2026): `Sec-Fetch-Site` is added behind it and therefore missing. A form of another site
 * names it in `Origin` and as referrer, unless that site asks for no referrer: then its origin is `null`, and nothing in the request tells it from the
 * share menu, which has no page before it. That nobody sees a form in a frame, `destination` tells. So what is left is asked of the user: the page
 * takes the files of a browser tab for theirs only when they say so, since the share menu opens the window of the installed client.
 */
export function isForeignForm({ destination, referrer, headers }: FormRequest, own: string): boolean {
  if (destination !== 'document') return true;
  return [headers.get('origin') ?? '', referrer].some((from) => /^https?:/.test(from) && new URL(from).origin !== own);
}
