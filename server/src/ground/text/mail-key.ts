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
