import type { Lang } from '@dossier/contract/core/shapes';
import { textOf } from '../../platform/text/texts.ts';
import { deviceLabel } from '../../platform/http/user-agent.ts';
import type { QueuedMail } from '../../platform/mail/outgoing-mail.ts';
import { type Purpose, codeLifeMs } from './verification-codes.ts';

/** The address, language and name for a mail. */
interface Recipient {
  to: string;
  lang: Lang;
  name: string;
}

function composeMail(
  reader: Recipient,
  kind: Purpose | 'newDevice' | 'mailChanged' | 'passkeyAdded' | 'passkeyRemoved' | 'passkeysReset' | 'tied' | 'unbound',
  values: Record<string, string>,
): Pick<QueuedMail, 'to' | 'subject' | 'text'> {
  const words = textOf(reader.lang, 'identity.mails');
  const all = { ...values, name: reader.name };
  const text = `${words('hello', all)}\n\n${words(`${kind}Text`, all)}\n`;
  return { to: reader.to, subject: words(`${kind}Subject`, all), text };
}

/** A mail with a code; not sent after the code has expired. */
export const codeMail = (reader: Recipient, { purpose, code, now }: { purpose: Purpose; code: string; now: number }): QueuedMail => ({
  ...composeMail(reader, purpose, { code }),
  until: now + codeLifeMs,
  at: now,
});

/** A mail about a sign-in from an unknown device. */
export const newDeviceMail = (
  reader: Recipient,
  { at, address, ...agent }: { browser: string; system: string; address: string; at: number },
): QueuedMail => {
  const device = deviceLabel(textOf(reader.lang, 'identity.mails')('program'), agent);
  return { ...composeMail(reader, 'newDevice', { device, address, time: new Date(at).toISOString().slice(0, 16).replace('T', ' ') }), at };
};

/** A mail to the user's former mail address. */
export const addressChangedMail = (reader: Recipient, { mail, now }: { mail: string; now: number }): QueuedMail => ({
  ...composeMail(reader, 'mailChanged', { mail }),
  at: now,
});

/** A mail about a passkey that was added or removed. */
export const passkeyMail = (
  reader: Recipient,
  { kind, passkey, now }: { kind: 'passkeyAdded' | 'passkeyRemoved'; passkey: string; now: number },
): QueuedMail => ({ ...composeMail(reader, kind, { passkey }), at: now });

/** A mail about passkeys that were removed with a password reset. */
export const passkeysResetMail = (reader: Recipient, at: number): QueuedMail => ({ ...composeMail(reader, 'passkeysReset', {}), at });

/** A mail about an external account that was linked or unlinked. */
export const linkedAccountMail = (
  reader: Recipient,
  { kind, where, shown, now }: { kind: 'tied' | 'unbound'; where: string; shown: string; now: number },
): QueuedMail => ({ ...composeMail(reader, kind, { where, shown }), at: now });

/** An address that shows only the first letter and the host. */
export const maskMailAddress = (mail: string): string => `${[...mail][0] ?? ''}***${mail.slice(mail.lastIndexOf('@'))}`;
