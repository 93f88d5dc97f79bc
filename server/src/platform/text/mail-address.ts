import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * The form under which two mail addresses are one: the domain as name servers are asked for it, the local part without regard to case.
 * Names are folded further (ß to ss, ı to i): of addresses, that would make one domain's reader the reader of another's mail.
 */
export function mailKey(mail: string): string {
  const plain = mail.trim().normalize('NFC').toLowerCase();
  const from = plain.lastIndexOf('@') + 1;
  const domain = plain.slice(from);
  const asked = domainToASCII(domain);
  // URLs take signs for others (%61, ﬁ, 1.1 for 1.0.0.1); in an address they stand for themselves
  return plain.slice(0, from) + (domainToUnicode(asked) === domain ? asked : domain);
}

const most = 254;
// letters, digits and what mail servers take without quotes; not % and !, by which some of them send mail on to somewhere else
const localPart = /^[\p{L}\p{M}\p{N}.#$&'*+/=?^_`{|}~-]{1,64}$/u;
const host = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

/** A domain in the one form under which it is compared; undefined for what is none, or would be taken for another one when mail is sent there. */
export function plainDomain(given: string): string | undefined {
  const text = given.trim().normalize('NFC').toLowerCase();
  if (text.length > most || !host.test(text)) return undefined;
  const asked = domainToASCII(text);
  const shown = domainToUnicode(asked);
  return asked !== '' && (text === shown || text === asked) ? shown : undefined;
}

/** One mail address and nothing beside it, in the one form under which it is compared; undefined for lists, names, comments, quotes and all else. */
export function plainMail(given: string): string | undefined {
  const text = given.trim().normalize('NFC').toLowerCase();
  const [local = '', domain = '', ...more] = text.split('@');
  const shown = plainDomain(domain);
  if (text.length > most || more.length > 0 || shown === undefined) return undefined;
  // wide letters and the like are another spelling of the same box to some servers
  return localPart.test(local) && local.normalize('NFKC') === local ? `${local}@${shown}` : undefined;
}

/** An address without what stands behind a plus sign: most servers bring `bob+1@` to bob. */
export const untagged = (mail: string): string => mail.replace(/^([^+@]+)\+[^@]*@/, '$1@');
