import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * The key by which two mail addresses are equal: the domain in its DNS form, the local part in lower case. The stronger folding of names (ß to ss,
 * ı to i) would give mail of one domain to a reader of another.
 */
export function mailKey(mail: string): string {
  const plain = mail.trim().normalize('NFC').toLowerCase();
  const from = plain.lastIndexOf('@') + 1;
  const domain = plain.slice(from);
  const ascii = domainToASCII(domain);
  // URLs map some characters to others (%61, ﬁ, 1.1 for 1.0.0.1); in an address they are literal
  return plain.slice(0, from) + (domainToUnicode(ascii) === domain ? ascii : domain);
}

const maxLength = 254;
// letters, digits and what mail servers accept without quotes; not % and !, by which some of them relay mail to another host
const localPart = /^[\p{L}\p{M}\p{N}.#$&'*+/=?^_`{|}~-]{1,64}$/u;
const host = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

/** A domain in its comparable form; undefined for what is none, or would become another domain when mail is sent there. */
export function plainDomain(given: string): string | undefined {
  const text = given.trim().normalize('NFC').toLowerCase();
  if (text.length > maxLength || !host.test(text)) return undefined;
  const ascii = domainToASCII(text);
  const shown = domainToUnicode(ascii);
  return ascii !== '' && (text === shown || text === ascii) ? shown : undefined;
}

/** One mail address and nothing else, in its comparable form; undefined for lists, display names, comments, quotes and all else. */
export function plainMail(given: string): string | undefined {
  const text = given.trim().normalize('NFC').toLowerCase();
  const [local = '', domain = '', ...more] = text.split('@');
  const shown = plainDomain(domain);
  if (text.length > maxLength || more.length > 0 || shown === undefined) return undefined;
  // to some servers full-width letters and the like are another spelling of the same mailbox
  return localPart.test(local) && local.normalize('NFKC') === local ? `${local}@${shown}` : undefined;
}

/** An address without its `+tag`: most servers deliver `bob+1@` to bob. */
export const untagged = (mail: string): string => mail.replace(/^([^+@]+)\+[^@]*@/, '$1@');
