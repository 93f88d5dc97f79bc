const local = /^[\p{L}\p{M}\p{N}.#$&'*+/=?^_`{|}~-]{1,64}$/u;
const host = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

/** Whether a text may be a mail address; what the server thinks of it counts. */
export function isAddress(text: string): boolean {
  const [name = '', domain = '', ...more] = text.trim().split('@');
  return more.length === 0 && local.test(name) && host.test(domain);
}

/** The same, or a domain (`@example.org`), or anybody who proves an address (`*`). */
export const isRecipient = (text: string): boolean =>
  ['*', '@*'].includes(text.trim()) || isAddress(text) || host.test(text.trim().replace(/^@/, ''));
